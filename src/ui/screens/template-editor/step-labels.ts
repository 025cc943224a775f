import type { TemplateStep } from '../../../machines/forms/editor-tabs.ts';
import { stepOfForm } from '../../../machines/forms/registry.ts';
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

/** The steps with typed values that could not be applied. */
export function useUnappliedSteps(): readonly string[] {
  const session = useSession();
  const steps = unappliedIn(session).map(({ form }) => stepOfForm(form));
  return [...new Set(steps)].map((step) => STEP_LABELS[step]);
}
