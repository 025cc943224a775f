import { errorWords } from '../../../platform/error-words.ts';
import { LogFaultError } from '#domain/log';
import type { EventStore, StreamInfo } from '#domain/ports';
import {
  parseCheckpoint,
  verifyInSteps,
  type ConsistencyProof,
  type SignedCheckpoint,
  type SignedText,
  type TrailEntry,
  type Verification,
} from '#domain/proof';
import { asApiError, type ConsoleApi } from '../../../platform/console-api.ts';
import { checkSignatures } from './signatures.ts';

export interface VerifyPorts {
  readonly api: ConsoleApi;
  readonly store: Pick<EventStore, 'read'>;
  /** The reader, where nobody is signed in. */
  readonly author: string;
}

/** The scope of a verification. */
export interface VerifyScope {
  /** Streams of this device. */
  readonly stored: readonly StreamInfo[];
  /** One stream; everything that the caller may read where absent. */
  readonly only?: string;
}

/** The server's newest checkpoint, and its key. */
export interface ServerProof {
  readonly keyId: string;
  readonly publicKey: string;
  readonly checkpoint: SignedCheckpoint;
  readonly size: number;
  readonly at: string;
}

export interface VerifyProgress {
  readonly done: number;
  readonly total: number;
}

/** A fault, and who found it. */
export interface FoundFault {
  readonly by: 'browser' | 'server';
  /** The log that has the fault. */
  readonly place: 'server' | 'device';
  readonly stream: string | null;
  readonly version: number | null;
  /**
   * `unknown` where nothing is wrong, but an event has a version unknown to this version of Mapledger; absent where a
   * log is damaged.
   */
  readonly kind?: string;
  readonly reason: string;
}

export interface VerifyNote {
  readonly code: string;
  readonly text: string;
}

export interface VerifyReport {
  readonly fault: FoundFault | null;
  /** The streams that this browser verified. */
  readonly streams: number;
  readonly events: number;
  /** How many of those streams the server verified too. */
  readonly byServer: number;
  readonly notes: readonly VerifyNote[];
  /** The server's signed checkpoint; null where the server signs nothing. */
  readonly proof: ServerProof | null;
  /** The one requested stream, as a file that can be verified by itself; null where the server can't prove it. */
  readonly file: readonly TrailEntry[] | null;
}

export interface VerifyOptions {
  /** The checkpoints that a person kept elsewhere. */
  readonly kept: readonly SignedCheckpoint[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: VerifyProgress) => void;
}

/** Maximum number of streams of one verification. */
const MAX_STREAMS = 2_000;
/** Prefix of the streams of calls to clusters. */
const ACTIONS = 'action/';

/**
 * Makes the server sign its current trail; null where it signs nothing.
 * @throws ApiError where the server does not respond
 */
async function fetchProof(api: ConsoleApi): Promise<ServerProof | null> {
  try {
    const { id, publicKey } = await api.call('proof.key', {});
    const { checkpoint } = await api.call('proof.checkpoint', {});
    const parsed = parseCheckpoint(checkpoint.text);
    return parsed === null ? null : { keyId: id, publicKey, checkpoint, size: parsed.size, at: parsed.at };
  } catch (error) {
    const { statusCode } = asApiError(error);
    if (statusCode === 501 || statusCode === 404) return null;
    throw error;
  }
}

/**
 * Verifies streams one after another: the server's records here and on the server, this device's records here. Ends at
 * the first fault.
 * @throws ApiError, and the errors of the store
 */
export async function verifyStreams(
  { api, store, author }: VerifyPorts,
  { stored, only }: VerifyScope,
  { kept, signal, onProgress }: VerifyOptions,
): Promise<VerifyReport> {
  // The streams are listed first: the checkpoint then covers them as listed.
  const { found, erased, proof } = await askServer(api, author, only);
  const notes = new Map<string, string[]>();
  const counts = new Map<string, number>();
  let [streams, events, byServer] = [0, 0, 0];
  let file: readonly TrailEntry[] | null = null;
  const report = (fault: FoundFault | null): VerifyReport => ({
    ...{ fault, streams, events, byServer, proof, file },
    notes: [...notes].map(([code, texts]) => ({ code, text: inTotal(texts, counts.get(code)) })),
  });
  const addNote = (code: string, text: string, count?: number) => {
    notes.set(code, [...(notes.get(code) ?? []), text]);
    if (count !== undefined) counts.set(code, (counts.get(code) ?? 0) + count);
  };
  if (found === null)
    addNote('no_server', 'The Mapledger server can’t be reached, so only the logs of this device were verified.');
  if (erased > 0) addNote('erased_logs', `Erased, content not provable: ${erased.toLocaleString('en')} logs.`);
  const recorded = (found ?? []).slice(0, MAX_STREAMS);
  if (found !== null && found.length > MAX_STREAMS)
    addNote(
      'too_many',
      `Only ${MAX_STREAMS} of ${found.length} logs were verified. Verify all of them by command: mapledger verify.`,
    );
  const signatures: readonly SignedText[] = [...(proof === null ? [] : [proof.checkpoint]), ...kept];
  const isSigned = await checkSignatures(signatures);
  if (isSigned === null)
    addNote('no_signatures', 'This browser can’t check Ed25519 signatures, so checkpoints were not used.');
  const trusted = isSigned === null ? null : proof;
  const consistencies = trusted === null ? [] : await consistenciesOf(api, trusted, kept);
  const there = new Map((found ?? []).map(({ stream, version }) => [stream, version]));
  const onDevice = stored.filter(
    ({ stream, version }) => (only === undefined || stream === only) && version > (there.get(stream) ?? 0),
  );
  const total = recorded.length + onDevice.length;
  let done = 0;

  const take = async (entries: readonly TrailEntry[], checkpoints: readonly SignedCheckpoint[]) => {
    const steps = verifyInSteps(entries, {
      isSigned: isSigned ?? (() => false),
      checkpoints,
      knownKeys: proof === null ? [] : [proof.keyId],
    });
    const result = await runSteps(steps, signal);
    if (result.ok) {
      streams++;
      events += result.events;
      for (const { code, text, count } of result.notes) addNote(code, text, count);
    }
    return result;
  };

  for (const { stream, version } of recorded) {
    onProgress({ done: done++, total });
    const entries = await orDamage(readRecorded(api, author, stream, signal));
    if ('damage' in entries) return report({ by: 'server', place: 'server', stream, ...entries.damage });
    const proven = trusted === null ? [] : await provenBy(api, author, { stream, version }, trusted);
    const isProven = proven.length > 0;
    if (isProven && only !== undefined) file = [...proven, ...entries];
    const result = await take([...proven, ...(isProven ? consistencies : []), ...entries], isProven ? kept : []);
    if (!result.ok) return report({ by: 'browser', place: 'server', ...result.fault });
    signal.throwIfAborted();
    try {
      const { result: theirs } = await api.call('proof.verify', { query: { stream, author } }, { signal });
      if (!theirs.ok) return report({ by: 'server', place: 'server', ...theirs.fault });
      byServer++;
    } catch (error) {
      signal.throwIfAborted();
      addNote('not_by_server', `The server did not verify ${stream}: ${errorWords(error)}`, 1);
    }
  }
  for (const { stream } of onDevice) {
    onProgress({ done: done++, total });
    const records = await orDamage(store.read(stream));
    if ('damage' in records) return report({ by: 'browser', place: 'device', stream, ...records.damage });
    const result = await take(
      records.map((record) => ({ kind: 'record', record })),
      [],
    );
    if (!result.ok) return report({ by: 'browser', place: 'device', ...result.fault });
  }
  onProgress({ done, total });
  return report(null);
}

/** The server's streams and its checkpoint over them; no streams where it can't be reached. */
async function askServer(
  api: ConsoleApi,
  author: string,
  only: string | undefined,
): Promise<{
  readonly found: readonly StreamInfo[] | null;
  /** Logs of which only hashes are left. */
  readonly erased: number;
  readonly proof: ServerProof | null;
}> {
  try {
    const prefixes = only === undefined ? [undefined, ACTIONS] : [only];
    const lists = await Promise.all(
      prefixes.map((prefix) =>
        api.call('trail.streams', { query: { author, ...(prefix !== undefined && { prefix }) } }),
      ),
    );
    const listed = lists
      .flatMap(({ streams }) => streams)
      .filter(({ stream, version }) => version > 0 && (only === undefined || stream === only));
    const found = listed.filter(({ erased }) => erased === undefined);
    const erased = listed.length - found.length;
    return { found, erased, proof: found.length === 0 ? null : await fetchProof(api) };
  } catch (error) {
    if (asApiError(error).statusCode === 0) return { found: null, erased: 0, proof: null };
    throw error;
  }
}

/** One sentence for all streams: the text of the first one, with the sum of all counts. */
function inTotal([first = '', ...others]: readonly string[], count: number | undefined): string {
  if (others.length === 0 || count === undefined) return first;
  return `${first.replace(/: [^:]*$/, '')}: ${count.toLocaleString('en')} in ${(others.length + 1).toLocaleString('en')} logs.`;
}

/** The result of reading, or the damage: the end of a log is not the one that its store has noted. */
async function orDamage<Read>(
  reading: Promise<Read>,
): Promise<Read | { readonly damage: Pick<FoundFault, 'version' | 'reason'> }> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof LogFaultError) return { damage: { version: error.position, reason: error.reason } };
    const { attributes, message } = asApiError(error);
    const { position } = attributes;
    if (typeof position !== 'number') throw error;
    return { damage: { version: position, reason: message.replace(/\.$/, '') } };
  }
}

async function runSteps(steps: Generator<unknown, Verification>, signal: AbortSignal): Promise<Verification> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    signal.throwIfAborted();
    // Keeps the page responsive.
    await new Promise((resolve) => setTimeout(resolve));
  }
}

async function readRecorded(
  api: ConsoleApi,
  author: string,
  stream: string,
  signal: AbortSignal,
): Promise<readonly TrailEntry[]> {
  const names = new Map<string, TrailEntry>();
  const records: TrailEntry[] = [];
  for (let hasMore = true; hasMore;) {
    signal.throwIfAborted();
    const page = await api.call('trail.read', { query: { stream, after: records.length, author } }, { signal });
    for (const name of page.names) names.set(name.commitment, { kind: 'name', name });
    for (const record of page.records) records.push({ kind: 'record', record });
    hasMore = page.hasMore && page.records.length > 0;
  }
  return [...names.values(), ...records];
}

/** The checkpoint, and a proof that it includes a record. */
async function provenBy(
  api: ConsoleApi,
  author: string,
  { stream, version }: StreamInfo,
  { checkpoint, size }: ServerProof,
): Promise<readonly TrailEntry[]> {
  try {
    const { proof } = await api.call('proof.inclusion', { query: { stream, version, size, author } });
    return [
      { kind: 'checkpoint', checkpoint },
      { kind: 'proof', proof },
    ];
  } catch (error) {
    // The record is in another store than the tree's, or gone: the records are verified by themselves.
    if (asApiError(error).statusCode === 404) return [];
    throw error;
  }
}

/**
 * Proofs that the trail of each kept checkpoint is the beginning of the trail of the newest checkpoint; without a proof
 * nothing connects the two, which the verification reports.
 */
async function consistenciesOf(
  api: ConsoleApi,
  { size }: ServerProof,
  kept: readonly SignedCheckpoint[],
): Promise<readonly TrailEntry[]> {
  const sizes = new Set(kept.flatMap(({ text }) => parseCheckpoint(text)?.size ?? []));
  const proofs: ConsistencyProof[] = [];
  for (const from of sizes) {
    if (from === 0 || from >= size) continue;
    proofs.push((await api.call('proof.consistency', { query: { from, to: size } })).proof);
  }
  return proofs.map((proof) => ({ kind: 'proof', proof }));
}
