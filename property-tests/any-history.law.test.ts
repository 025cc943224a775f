import { historyScript } from '../tests/builders/histories.ts';
import { checkOnHistories } from './history-law.ts';
import { afterLaws } from './history-laws/after.ts';
import { foldLaws, referenceLaws } from './history-laws/folds.ts';
import { followLaws } from './history-laws/follow.ts';
import { eventLaws } from './history-laws/inverse.ts';
import { liveUpdateLaws } from './history-laws/live-update.ts';
import { normalizedLaws } from './history-laws/normalized.ts';
import { pointerLaws } from './history-laws/pointers.ts';
import { replayLaws } from './history-laws/replay.ts';
import { blameLaws, restoreLaws } from './history-laws/restore.ts';
import { rowLaws } from './history-laws/rows.ts';
import { sealLaws } from './history-laws/seal.ts';
import { undoLaws } from './history-laws/undo.ts';

// The laws that hold for every history, whoever made it and of whatever.
checkOnHistories('any history', historyScript(), [
  ...eventLaws,
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
  ...rowLaws,
  ...liveUpdateLaws,
]);
