import fc from 'fast-check';

/** What becomes of a request: answered, done without an answer, lost before it is done, or refused. */
const FATES = ['answered', 'cut', 'lost', 'refused'] as const;
export type Fate = (typeof FATES)[number];
/** What a third person does to a document on its cluster, where Mapledger does not see it. */
const PAST_US = ['add', 'edit', 'remove'] as const;
export type PastUs = (typeof PAST_US)[number];
/** How a save of a template goes on that meets the changes of another client. */
const SETTLED = ['rebase', 'keepMine', 'takeTheirs'] as const;
export type Settled = (typeof SETTLED)[number];

const who = fc.nat(1);
/** Of the fields that there are then, counted around. */
const field = fc.nat(20);
const fate = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fate>('answered') },
  { weight: 1, arbitrary: fc.constantFrom<Fate>(...FATES) },
);
const added = fc.record({ kind: fc.constant('add' as const), who });
const edited = fc.record({ kind: fc.constantFrom('edit' as const, 'remove' as const, 'rename' as const), who, field });
const undone = fc.record({ kind: fc.constantFrom('history.undo' as const, 'history.redo' as const), who });

const anyStep = fc.oneof(
  { weight: 4, arbitrary: added },
  { weight: 5, arbitrary: edited },
  { weight: 4, arbitrary: undone },
  // Only templates have these.
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('version' as const, 'setting' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('changes.discard' as const), who }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('past us' as const), how: fc.constantFrom(...PAST_US), field }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), who }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('apply' as const), who, fate, settled: fc.constantFrom(...SETTLED) }),
  },
);
export type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

const draftStep = fc.oneof(added, edited, undone);
/** What is done to a draft before something is created from it, and what becomes of that request. */
const anyDraft = fc.record({ steps: fc.array(draftStep, { maxLength: 5 }), fate });

/** What two people and a third one do to a document, which was found on the cluster or is created from a draft. */
export const anyHistory = fc.record({
  draft: fc.option(anyDraft),
  steps: fc.array(anyStep, { minLength: 4, maxLength: 16 }),
});
export type GeneratedHistory = typeof anyHistory extends fc.Arbitrary<infer Value> ? Value : never;
