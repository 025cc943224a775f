import type { SealedRecord } from '../events/seal.ts';
import { keyIdOf, type SignedText } from './checkpoint.ts';
import { RecordCheck } from './record-check.ts';
import type { SignedCheckpoint, TrailLine, VerifiedEntry } from './trail-file.ts';
import { TreeCheck } from './tree-check.ts';
import { TrailFaultError, type TrailFault, type Verification, type VerificationNote } from './verification.ts';

/** How far a verification is. */
export interface VerifyProgress {
  readonly done: number;
  readonly total: number;
}

export interface VerifyOptions {
  /** Whether an Ed25519 signature holds. Without it no checkpoint and no tombstone is accepted. */
  readonly isSigned?: (signed: SignedText) => boolean;
  /**
   * Checkpoints that were kept elsewhere than with the trail: they show a trail that was cut or sealed anew as a whole.
   */
  readonly checkpoints?: readonly SignedCheckpoint[];
  /**
   * Ids of the keys that are the server's, beside those of {@link checkpoints}: where there are some, a checkpoint of
   * another key is wrong.
   */
  readonly knownKeys?: readonly string[];
  /** Called every so many lines, on long work. */
  readonly onProgress?: (progress: VerifyProgress) => void;
}

/** How often {@link verifyInSteps} gives way. */
interface StepOptions {
  /** Lines between two places where others can do something; 100 where absent. */
  readonly linesAtOnce?: number;
}

/** Lines between two words of progress. */
const PROGRESS_STEP = 1_000;
const USUAL_STEP = 100;

/**
 * Checks records of any number of streams, each stream's in its order, as {@link verifyTrail} does.
 * @public
 */
export function verifyRecords(records: readonly SealedRecord[], options: VerifyOptions = {}): Verification {
  return verifyEntries(
    records.map((record) => ({ kind: 'record', record })),
    options,
  );
}

/**
 * Checks a trail as its file has it: seals, order, form, times, ids and names of all records, each command decided
 * again, and checkpoints and proofs with what they are about. Goes on after what is wrong, also in its stream.
 */
export function verifyTrail(lines: readonly TrailLine[], options: VerifyOptions = {}): Verification {
  return verifyEntries(lines, options);
}

/**
 * As {@link verifyTrail}, but gives way every so many lines: for a server that serves others, and a page that somebody
 * looks at.
 */
export function* verifyInSteps(
  entries: readonly VerifiedEntry[],
  options: Omit<VerifyOptions, 'onProgress'> & StepOptions = {},
): Generator<VerifyProgress, Verification> {
  const { isSigned = () => false, checkpoints = [], knownKeys = [], linesAtOnce = USUAL_STEP } = options;
  const trusted = [...knownKeys, ...checkpoints.flatMap(({ publicKey }) => keyIdOf(publicKey) ?? [])];
  const records = new RecordCheck(entries, { isSigned, trusted });
  const ofWhole: TrailFault[] = [];
  const tree = orFault(
    ofWhole,
    () => new TreeCheck(entries, { isSigned, checkpoints, keys: knownKeys.length === 0 ? [] : trusted }),
  );
  for (const [index, entry] of entries.entries()) {
    const leaf = records.take(entry);
    if (leaf !== null) tree?.take(leaf);
    if ((index + 1) % linesAtOnce === 0) yield { done: index + 1, total: entries.length };
  }
  records.end();
  const proven = orFault(ofWhole, () => tree?.end(records)) ?? [];
  const faults = [...records.faults, ...ofWhole];
  const fault = faults.find(({ kind }) => kind !== 'unknown') ?? faults[0];
  if (fault !== undefined) return { ok: false, fault, faults };
  const notes = [...proven, ...records.notes(), ...unknownKeyNotes([...(tree?.keys ?? []), ...records.keys], trusted)];
  return { ok: true, streams: records.streams, events: records.events, notes };
}

/** Undefined where it ends with a fault, which is kept. */
function orFault<Result>(faults: TrailFault[], run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TrailFaultError)) throw error;
    faults.push(error.fault);
    return undefined;
  }
}

function verifyEntries(entries: readonly VerifiedEntry[], { onProgress, ...options }: VerifyOptions): Verification {
  const steps = verifyInSteps(entries, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (value.done % PROGRESS_STEP === 0) onProgress?.(value);
  }
}

function unknownKeyNotes(keys: readonly string[], trusted: readonly string[]): readonly VerificationNote[] {
  return [...new Set(keys)]
    .filter((key) => !trusted.includes(key))
    .map((key) => ({
      code: 'unknown_key',
      text: `Signed by key ${key}. Compare it with the key of your server: anybody can sign with a key of their own.`,
    }));
}
