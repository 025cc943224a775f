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

/** What a cluster has of the target and the template. */
export interface RolloverFacts {
  readonly writeIndex: string;
  /** The template that is written over; null where there is none. */
  readonly template: JsonObject | null;
}

/** A change of a template that takes effect at once: the template, and a new index that is made of it. */
export function proposeRollover({ target, template }: RolloverChoices, facts: RolloverFacts): Proposal {
  const steps: StepTask[] = [
    ...(template === undefined
      ? []
      : [{ kind: 'put_template', input: { ...template, expects: facts.template } } as const]),
    { kind: 'rollover', input: { target, expects: facts.writeIndex } },
  ];
  return {
    title: `Roll over ${target}`,
    subject: target,
    steps,
    notes: [
      `New documents go to the new index of ${target}. Documents that are there now keep their mapping.`,
      'A rollover can’t be undone.',
      ...(template === undefined
        ? []
        : [
            `Template ${template.name} is read right before the rollover. Engines can’t make a rollover conditional: a change of the template between these two requests takes effect.`,
          ]),
    ],
  };
}
