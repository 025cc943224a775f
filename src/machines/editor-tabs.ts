import { STEP_FORMS, type StepForm } from '#domain/ports';

/** The tabs of the editor. */
export const EDITOR_TABS = ['fields', 'runtime', 'templates', 'advanced'] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

/** The steps in which a template is edited; the tabs are in the step of its mappings. */
export const TEMPLATE_STEPS = [
  'logistics',
  'components',
  'settings',
  'mappings',
  'aliases',
  'lifecycle',
  'review',
] as const;
export type TemplateStep = (typeof TEMPLATE_STEPS)[number];

/** The step that has a form. */
export const STEP_OF_FORM = {
  logistics: 'logistics',
  templateSettings: 'settings',
  templateAliases: 'aliases',
  templateLifecycle: 'lifecycle',
} as const satisfies Readonly<Record<StepForm, TemplateStep>>;

/** The form of a step whose content is not applied at once. */
export function formOfStep(step: TemplateStep | null): StepForm | undefined {
  return STEP_FORMS.find((form) => STEP_OF_FORM[form] === step);
}
