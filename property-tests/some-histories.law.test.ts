import { historyScript } from '../tests/builders/histories.ts';
import { checkOnHistories } from './history-law.ts';
import { batchLaws, batchScripts } from './history-laws/batch.ts';
import { payloadLaws, payloadScripts } from './history-laws/inverse.ts';
import { refusalLaws, strayScripts } from './history-laws/refusal.ts';
import { liveMappingLaws } from './history-laws/restore.ts';
import { aloneScripts, othersKeptLaws, sharedScripts, supersededLaws, undoAloneLaws } from './history-laws/undo.ts';

// Laws about what is rare in histories of everything: each has histories that are full of it. The name of a shape chooses its histories.
checkOnHistories('undo alone', aloneScripts, undoAloneLaws);
checkOnHistories('a history of several people', historyScript({ authors: { min: 2, max: 3 } }), [
  ...supersededLaws,
  ...liveMappingLaws,
]);
checkOnHistories("nobody's work is lost", sharedScripts, othersKeptLaws);
checkOnHistories('batch', batchScripts, batchLaws);
checkOnHistories('payloads are copied', payloadScripts, payloadLaws);
checkOnHistories('refusals', strayScripts, refusalLaws);
