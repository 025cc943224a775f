/** The tabs of the editor. */
export const EDITOR_TABS = ['fields', 'runtime', 'templates', 'advanced', 'documents', 'lint'] as const;
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
