import { randomBytes } from 'node:crypto';
import { parseCheckpoint, type ConsistencyProof, type InclusionProof, type TrailEntry } from '#domain/proof';
import { parseRecoveryCode, ROUTES } from '#domain/wire';
import { askRoute, askServer, RefusedError, type AskServer } from './ask-server.ts';
import { UnavailableError, UsageError } from './errors.ts';

/**
 * Where the proof of an author comes from: options are seen by all who list processes, and stay in the history of the
 * shell.
 */
export const DEVICE_VARIABLE = 'MAPLEDGER_DEVICE_SECRET';
export const RECOVERY_VARIABLE = 'MAPLEDGER_RECOVERY_CODE';

export interface WantedStreams {
  /** How the names of streams begin. */
  readonly prefix: string | undefined;
  /** One stream. */
  readonly stream: string | undefined;
}

/** Whose drafts are read, too, and by what that is proved. */
export interface WantedAuthor {
  readonly author: string | undefined;
  readonly proof?: {
    /** The secret of a device of the author, or one that becomes it by the code. */
    readonly device?: string;
    /** A recovery code as a person keeps it; it is used up. */
    readonly code?: string;
  };
}

/** @throws UnavailableError where the server does not take the caller for the author */
async function prove(ask: AskServer, author: string, code: string | undefined): Promise<void> {
  if (code === undefined) {
    const { authors } = await askRoute(ask, 'trail.authors');
    if (!authors.some(({ id }) => id === author))
      throw new UnavailableError(`${DEVICE_VARIABLE} does not prove that you are ${author}.`);
    return;
  }
  const read = parseRecoveryCode(code);
  if (read?.author !== author) throw new UsageError(`${RECOVERY_VARIABLE} has no recovery code of ${author}.`);
  await ask(ROUTES['trail.prove'].path, { method: 'POST', body: { author, code: read.secret } });
}

/**
 * The streams of a server that the caller may read, one after another, each with the names of its authors before its
 * records; first a new checkpoint, and for each stream the proof that it leads there, where the server signs
 * checkpoints.
 * @throws UnavailableError, UsageError for what is no address
 */
export async function* trailOfServer(
  address: string,
  { author, proof = {}, prefix, stream: only }: WantedStreams & WantedAuthor,
): AsyncGenerator<TrailEntry> {
  const device = proof.device ?? (proof.code === undefined ? undefined : randomBytes(32).toString('base64url'));
  const ask = askServer(address, { device });
  if (author !== undefined) await prove(ask, author, proof.code);
  const known = new Set<string>();
  const who = { ...(author !== undefined && { author }) };
  const begin = only ?? prefix;
  const query = { ...who, ...(begin !== undefined && { prefix: begin }) };
  // The server's own contract.
  const list = await askRoute(ask, 'trail.streams', { query });
  const streams = list.streams.filter(({ stream }) => only === undefined || stream === only);
  yield* await proofsOf(
    ask,
    streams.filter(({ erased }) => erased === undefined),
    who,
  );
  for (const { stream, erased } of streams) {
    if (erased !== undefined) {
      yield* tombstonesOf(ask, stream, who);
      continue;
    }
    for (let after = 0, hasMore = true; hasMore;) {
      const asked = { stream, after: String(after), ...who };
      const page = await askRoute(ask, 'trail.read', { query: asked });
      for (const name of page.names) {
        if (known.has(name.commitment)) continue;
        known.add(name.commitment);
        yield { kind: 'name', name };
      }
      for (const record of page.records) yield { kind: 'record', record };
      after += page.records.length;
      hasMore = page.hasMore && page.records.length > 0;
    }
  }
}

/** What is left of an erased stream. */
async function* tombstonesOf(
  ask: AskServer,
  stream: string,
  who: Readonly<Record<string, string>>,
): AsyncGenerator<TrailEntry> {
  for (let after = 0, hasMore = true; hasMore;) {
    const query = { stream, after: String(after), ...who };
    const page = await askRoute(ask, 'trail.tombstones', { query });
    for (const tombstone of page.tombstones) yield { kind: 'tombstone', tombstone };
    after += page.tombstones.length;
    hasMore = page.hasMore && page.tombstones.length > 0;
  }
}

/**
 * A checkpoint over the streams as they were listed, and a proof of the last record of each; none where the server has
 * none.
 */
async function proofsOf(
  ask: AskServer,
  streams: readonly { readonly stream: string; readonly version: number }[],
  who: Readonly<Record<string, string>>,
): Promise<readonly TrailEntry[]> {
  if (streams.length === 0) return [];
  const made = await unlessRefused(askRoute(ask, 'proof.checkpoint', { method: 'POST' }));
  if (made === null) return [];
  const { checkpoint } = made;
  const size = parseCheckpoint(checkpoint.text)?.size;
  if (size === undefined) return [];
  const proofs: (InclusionProof | ConsistencyProof)[] = [];
  for (const { stream, version } of streams) {
    const query = { stream, version: String(version), size: String(size), ...who };
    const found = await unlessRefused(askRoute(ask, 'proof.inclusion', { query }));
    if (found !== null) proofs.push(found.proof);
  }
  // Without proofs the records would have to be the whole trail.
  if (proofs.length === 0) return [];
  return [{ kind: 'checkpoint', checkpoint }, ...proofs.map((proof) => ({ kind: 'proof', proof }) as const)];
}

/** Null where the server has no such thing, or is not asked for it by this caller. */
async function unlessRefused<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}
