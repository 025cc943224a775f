import type fc from 'fast-check';
import { historyScript, type HistoryScript } from '../generate/histories.ts';
import { afterLaws } from './after.ts';
import { batchLaws, batchScripts } from './batch.ts';
import { foldLaws, referenceLaws } from './folds.ts';
import { followLaws } from './follow.ts';
import type { HistoryLaw } from './history-law.ts';
import { eventLaws, payloadLaws, payloadScripts } from './inverse.ts';
import { literalLaws } from './literals.ts';
import { liveUpdateLaws } from './live-update.ts';
import { normalizedLaws } from './normalized.ts';
import { pointerLaws } from './pointers.ts';
import { refusalLaws, strayScripts } from './refusal.ts';
import { replayLaws } from './replay.ts';
import { blameLaws, liveMappingLaws, restoreLaws } from './restore.ts';
import { rowLaws } from './rows.ts';
import { sealLaws } from './seal.ts';
import { blameIndexLaws, differenceLaws, eventDifferenceLaws, scrubberLaws } from './time-travel.ts';
import { aloneScripts, othersKeptLaws, sharedScripts, supersededLaws, undoAloneLaws, undoLaws } from './undo.ts';

/** Histories of one kind, and the laws that hold for them. */
export interface HistoryShape {
  /** In property tests it chooses the histories. */
  readonly name: string;
  readonly scripts: fc.Arbitrary<HistoryScript>;
  readonly laws: readonly HistoryLaw[];
  /** How often it comes among the shapes. */
  readonly weight: number;
}

/** The laws that hold for every history, whoever made it and of whatever. */
export const ANY_HISTORY: HistoryShape = {
  name: 'any history',
  scripts: historyScript(),
  laws: [
    ...eventLaws,
    ...literalLaws,
    ...afterLaws,
    ...replayLaws,
    ...sealLaws,
    ...foldLaws,
    ...referenceLaws,
    ...normalizedLaws,
    ...pointerLaws,
    ...followLaws,
    ...undoLaws,
    ...restoreLaws,
    ...blameLaws,
    ...blameIndexLaws,
    ...scrubberLaws,
    ...differenceLaws,
    ...eventDifferenceLaws,
    ...rowLaws,
    ...liveUpdateLaws,
  ],
  weight: 10,
};

/** Laws about what is rare in histories of everything: each has histories that are full of it. */
export const SOME_HISTORIES: readonly HistoryShape[] = [
  { name: 'undo alone', scripts: aloneScripts, laws: undoAloneLaws, weight: 2 },
  {
    name: 'a history of several people',
    scripts: historyScript({ authors: { min: 2, max: 3 } }),
    laws: [...supersededLaws, ...liveMappingLaws],
    weight: 2,
  },
  { name: "nobody's work is lost", scripts: sharedScripts, laws: othersKeptLaws, weight: 2 },
  { name: 'batch', scripts: batchScripts, laws: batchLaws, weight: 1 },
  { name: 'payloads are copied', scripts: payloadScripts, laws: payloadLaws, weight: 1 },
  { name: 'refusals', scripts: strayScripts, laws: refusalLaws, weight: 2 },
];
