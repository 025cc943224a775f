import {
  parseCheckpoint,
  verifyInSteps,
  type ConsistencyProof,
  type InclusionProof,
  type SignedCheckpoint,
  type SignedText,
  type TrailEntry,
  type Verification,
} from '#domain/proof';
import { MAX_VERIFIED_EVENTS, type RouteAnswer, type RouteInput } from '#domain/wire';
import type { HandledRouteId, Handler, HandlersOf, ServerContext } from './context.ts';
import { RequestError } from './errors.ts';
import { inTurns, takeTurns } from './turns.ts';

type ProofRouteId = Extract<HandledRouteId, `proof.${string}`>;

/** What a server can prove about its trail. */
export interface ProofService {
  readonly key: { readonly id: string; readonly publicKey: string };
  make(): Promise<SignedCheckpoint>;
  /** Newest first. */
  list(limit: number): readonly SignedCheckpoint[];
  /** Null where the record is not in the tree of this size. */
  inclusion(
    leaf: { readonly stream: string; readonly version: number; readonly hash: string },
    size: number,
  ): InclusionProof | null;
  /** @throws RangeError */
  consistency(from: number, to: number): ConsistencyProof;
  isSigned(signed: SignedText): boolean;
}

const USUAL_LIST = 100;

/** Proofs of records go to those who may read them. */
export function proofHandlers(
  proof: ProofService | undefined,
  readTrail: Handler<'trail.read'>,
): HandlersOf<ProofRouteId> {
  const service = () => {
    if (proof === undefined) throw new RequestError(501, 'This server signs no checkpoints.');
    return proof;
  };
  /** One after another: each takes the processor for itself. */
  let verifying: Promise<unknown> = Promise.resolve();
  return {
    'proof.verify': async ({ query }, context) => {
      const before = verifying;
      const verified = (async () => {
        await before.catch(() => undefined);
        return verifyStream(service(), readTrail, query, context);
      })();
      verifying = verified;
      verified.catch(() => undefined);
      return { result: answerOf(await verified) };
    },
    'proof.key': async () => service().key,
    'proof.checkpoints': async ({ query: { limit = USUAL_LIST } }) => ({ checkpoints: [...service().list(limit)] }),
    'proof.checkpoint': async () => ({ checkpoint: await service().make() }),
    'proof.inclusion': async ({ query: { stream, version, size, author } }, context) => {
      const input = { stream, after: version - 1, limit: 1, ...(author !== undefined && { author }) };
      const { records } = await readTrail({ query: input }, context);
      const [record] = records;
      const found = record === undefined ? null : service().inclusion({ stream, version, hash: record.hash }, size);
      if (found === null)
        throw new RequestError(404, `Version ${version} of this stream is not under a checkpoint of ${size} events.`);
      return { proof: found };
    },
    'proof.consistency': async ({ query: { from, to } }) => {
      try {
        return { proof: service().consistency(from, to) };
      } catch (error) {
        if (error instanceof RangeError) throw new RequestError(400, `${error.message}.`);
        throw error;
      }
    },
  };
}

type VerifyQuery = RouteInput<'proof.verify'>['query'];

/** Verifies what the caller may read of a stream, up to a checkpoint that is made for it. @throws RequestError */
async function verifyStream(
  proof: ProofService,
  readTrail: Handler<'trail.read'>,
  { stream, author }: VerifyQuery,
  context: ServerContext,
): Promise<Verification> {
  const entries: TrailEntry[] = [];
  const known = new Set<string>();
  let [version, hash] = [0, ''];
  for (let hasMore = true; hasMore;) {
    if (context.signal.aborted) throw new RequestError(499, 'Nobody waits for this any more.');
    const input = { stream, after: version, ...(author !== undefined && { author }) };
    const page = await readTrail({ query: input }, context);
    if (page.version > MAX_VERIFIED_EVENTS)
      throw new RequestError(
        413,
        `This stream has ${page.version} events. Verify more than ${MAX_VERIFIED_EVENTS} by command: mapledger verify.`,
      );
    for (const name of page.names) {
      if (known.has(name.commitment)) continue;
      known.add(name.commitment);
      entries.push({ kind: 'name', name });
    }
    for (const record of page.records) entries.push({ kind: 'record', record });
    version += page.records.length;
    hash = page.records.at(-1)?.hash ?? hash;
    hasMore = page.hasMore && page.records.length > 0;
  }
  if (version === 0) throw new RequestError(404, 'There are no events in this stream.');
  const checkpoint = await proof.make();
  const found = proof.inclusion({ stream, version, hash }, parseCheckpoint(checkpoint.text)?.size ?? 0);
  const proven: readonly TrailEntry[] =
    found === null
      ? []
      : [
          { kind: 'checkpoint', checkpoint },
          { kind: 'proof', proof: found },
        ];
  const steps = verifyInSteps([...proven, ...entries], {
    isSigned: (signed) => proof.isSigned(signed),
    knownKeys: [proof.key.id],
    linesAtOnce: 1,
  });
  const turns = takeTurns();
  return inTurns(steps, {
    next() {
      if (context.signal.aborted) throw new RequestError(499, 'Nobody waits for this any more.');
      return turns.next();
    },
  });
}

/** As the contract has it: what comes from a store has no lines. */
function answerOf(result: Verification): RouteAnswer<'proof.verify'>['result'] {
  if (result.ok) return { ...result, notes: result.notes.map((note) => ({ ...note })) };
  const { stream, version, kind, reason } = result.fault;
  return { ok: false, fault: { stream, version, kind, reason } };
}
