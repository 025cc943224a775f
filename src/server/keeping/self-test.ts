import type { Author } from '#domain/events';
import { eventIdOf } from '#domain/log';
import { recordLeaf } from '#domain/proof';
import { errorText } from '#domain/json';
import { STORAGE_STREAM } from '#domain/storage';
import type { Clock } from '#domain/ports';
import type { RouteAnswer } from '#domain/wire';
import { inTurns } from '../console/turns.ts';
import { isSignedByKey, type SigningKey } from '../proof/signing-key.ts';
import type { SqliteEventStore } from '../sqlite/sqlite-event-store.ts';
import type { StorageFacts } from '../sqlite/sqlite-storage-facts.ts';
import type { TrailTree } from '../trail/trail-tree.ts';
import type { StorageLog } from './storage-log.ts';

/** The result of one step of a test, in a sentence. */
type SelfTestStep = RouteAnswer<'storage.test'>['steps'][number];

/** Records that are checked against their hashes. */
const SAMPLE = 500;

export interface SelfTestOptions {
  readonly store: Pick<SqliteEventStore, 'readPage'>;
  readonly log: StorageLog;
  readonly facts: StorageFacts;
  readonly tree: TrailTree;
  readonly key: Pick<SigningKey, 'id' | 'publicKey' | 'sign'>;
  readonly clock: Clock;
}

/** Tests each part of the storage that an event passes through; ends at the first step that fails. */
export async function selfTest(options: SelfTestOptions, author: Author): Promise<readonly SelfTestStep[]> {
  const steps: SelfTestStep[] = [];
  try {
    for await (const step of stepsOf(options, author)) steps.push(step);
  } catch (error) {
    steps.push({ isSound: false, text: `This step failed: ${errorText(error)}.` });
  }
  return steps;
}

async function* stepsOf(
  { store, log, facts, tree, key, clock }: SelfTestOptions,
  author: Author,
): AsyncGenerator<SelfTestStep> {
  const { id, version } = await log.record({ type: 'storage.test', payload: { at: clock.now() } }, author);
  yield { isSound: true, text: `Recorded event ${version} of the server’s own log.` };

  const { records } = await store.readPage(STORAGE_STREAM, version - 1, 1);
  const [record] = records;
  if (record === undefined || eventIdOf(record) !== id) {
    yield { isSound: false, text: 'Another event was read than was recorded.' };
    return;
  }
  yield { isSound: true, text: 'Read the same event back.' };

  const size = tree.grow();
  const position = tree.positionOf({ stream: STORAGE_STREAM, version, hash: record.hash });
  if (position === null || tree.nodeAt(0, position) !== recordLeaf(STORAGE_STREAM, version, record.hash)) {
    yield { isSound: false, text: 'The event is not in the tree over all events.' };
    return;
  }
  yield { isSound: true, text: `Found it in the tree over all ${size.toLocaleString('en')} events.` };

  const text = tree.root(size);
  const isSigned = isSignedByKey({ text, signature: key.sign(text), publicKey: key.publicKey });
  yield isSigned
    ? { isSound: true, text: `Signed with key ${key.id}, and the signature holds.` }
    : { isSound: false, text: `A signature with key ${key.id} does not hold.` };

  const { checked, fault } = await inTurns(facts.checkNewestInSteps(SAMPLE));
  yield fault === null
    ? { isSound: true, text: `Checked the newest ${checked.toLocaleString('en')} events: every hash fits.` }
    : {
        isSound: false,
        text: `Event ${fault.version} of a log is damaged: ${fault.reason}. Export the trail and run "mapledger verify".`,
      };
}
