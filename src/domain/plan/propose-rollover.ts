import type { JsonObject } from '../json/value.ts';
import type { Proposal } from './propose-replace-index.ts';
import type { StepTask } from './step-kinds.ts';

export interface RolloverChoices {
  /** A data stream, or an alias with a write index. */
  readonly target: string;
  /** Written before the rollover: the whole body of a template. */
  readonly template?:
    | { readonly kind: 'index_template' | 'component_template'; readonly name: string; readonly body: JsonObject }
    | undefined;
}

/** A change of a template that takes effect at once: the template, and a new index that is made of it. */
export function proposeRollover({ target, template }: RolloverChoices): Proposal {
  const steps: StepTask[] = [
    ...(template === undefined ? [] : [{ kind: 'put_template', input: template } as const]),
    { kind: 'rollover', input: { target } },
  ];
  return {
    title: `Roll over ${target}`,
    subject: target,
    steps,
    notes: [
      `New documents go to the new index of ${target}. Documents that are there now keep their mapping.`,
      'A rollover can’t be undone.',
    ],
  };
}
