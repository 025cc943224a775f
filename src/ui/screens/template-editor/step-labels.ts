import { STEP_OF_FORM, type TemplateStep } from '../../../machines/editor-tabs.ts';
import { unappliedIn } from '../../../machines/unapplied-content.ts';
import { useSession } from '../../editor/fields/editor-context.tsx';

export const STEP_LABELS: Readonly<Record<TemplateStep, string>> = {
  logistics: 'Logistics',
  components: 'Component templates',
  settings: 'Settings',
  mappings: 'Mappings',
  aliases: 'Aliases',
  lifecycle: 'Lifecycle',
  review: 'Review',
};

/** The steps that have something that was typed and could not be applied. */
export function useUnappliedSteps(): readonly string[] {
  const session = useSession();
  const steps = unappliedIn(session).map(({ form }) =>
    Object.hasOwn(STEP_OF_FORM, form) ? STEP_OF_FORM[form as keyof typeof STEP_OF_FORM] : ('mappings' as const),
  );
  return [...new Set(steps)].map((step) => STEP_LABELS[step]);
}
