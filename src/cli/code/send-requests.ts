import {
  formatAddress,
  indexRequestState,
  mappingAddition,
  type IndexRequest,
  type PlannedRequest,
  type Rollover,
  type TemplateRequest,
  type WriteIndexUpdate,
} from '#domain/code';
import type { TargetEngine } from '#domain/catalogue';
import { isSameOrAbsent } from '#domain/plan';
import { ClusterError, type ClusterCall, type ClusterFault, type ClusterGateway } from '#domain/ports';
import { readTemplate, readWriteIndex, writeIndexName } from './project-cluster.ts';
import { readIndex } from './project-indices.ts';

/** How a request ended: it was sent, or the cluster had already what it is for. */
export type SendOutcome = 'sent' | 'already';

/** Why no further request is sent. What was sent until then is kept. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** How often a request is sent whose answer was lost, as long as a read shows that it was not carried out. */
const MAX_SENDS = 3;

/** After these nobody knows whether the cluster has carried a request out. */
const MAYBE_APPLIED: ReadonlySet<ClusterFault> = new Set([
  'unreachable',
  'timeout',
  'cut',
  'not_json',
  'too_large',
  'overloaded',
  'failed',
]);

/** What the cluster has: what a request is for, what it was planned for, or something that another client has done. */
type Found = 'wanted' | 'base' | 'deleted' | 'created' | 'changed';

/**
 * Sends one request of a plan. The object is read right before: where it is not as it was planned for, nothing is sent.
 * Where the answer is lost, it is read again, and sent again only where it is still as before.
 * @throws StoppedError
 */
export async function sendRequest(
  gateway: ClusterGateway,
  request: PlannedRequest,
  target: TargetEngine,
): Promise<SendOutcome> {
  const look = () =>
    request.kind === 'index' ? lookAtIndex(gateway, request, target) : lookAtTemplate(gateway, request);
  return sendLooking(gateway, { name: formatAddress(request), call: request.call, look });
}

/**
 * Rolls a data stream over, as {@link sendRequest}: not where it has got another write index since it was read.
 * @throws StoppedError
 */
export async function sendRollover(
  gateway: ClusterGateway,
  { dataStream, writeIndex, call }: Rollover,
): Promise<SendOutcome> {
  const look = async (isSent: boolean): Promise<Found> => {
    const now = await writeIndexName(gateway, dataStream);
    if (now === undefined) return 'deleted';
    return now === writeIndex ? 'base' : isSent ? 'wanted' : 'changed';
  };
  return sendLooking(gateway, { name: dataStream, call, look });
}

/**
 * Gives the write index of a data stream what its templates map, as {@link sendRequest}: not where the data stream has
 * got another write index since it was read, or that has got another mapping.
 * @throws StoppedError
 */
export async function sendWriteIndexUpdate(
  gateway: ClusterGateway,
  { dataStream, writeIndex, mappings, call }: WriteIndexUpdate,
  target: TargetEngine,
): Promise<SendOutcome> {
  const look = async (): Promise<Found> => {
    const now = await readWriteIndex(gateway, dataStream);
    if (now === undefined) return 'deleted';
    if (now.name !== writeIndex) return 'changed';
    const { call: again, obstacles } = mappingAddition(mappings, now, target);
    if (again === undefined) return obstacles.length === 0 ? 'wanted' : 'changed';
    return again.body === call.body ? 'base' : 'changed';
  };
  return sendLooking(gateway, { name: dataStream, call, look });
}

interface LookedAfter {
  /** Of the object, for people. */
  readonly name: string;
  readonly call: ClusterCall;
  /** `isSent`: whether the request may have been carried out. */
  readonly look: (isSent: boolean) => Promise<Found>;
}

async function sendLooking(gateway: ClusterGateway, { name, call, look }: LookedAfter): Promise<SendOutcome> {
  const before = await lookNow(() => look(false), name);
  if (before === 'wanted') return 'already';
  requireBase(name, before);
  for (let sends = 1; ; sends++) {
    const fault = await trySending(gateway, call);
    if (fault === null) return 'sent';
    const isOpen = MAYBE_APPLIED.has(fault.fault);
    const now = await lookNow(() => look(isOpen), name, fault);
    if (now === 'wanted') return 'sent';
    if (!isOpen) throw new StoppedError(`${name}: ${fault.message}`);
    requireBase(name, now);
    if (sends === MAX_SENDS)
      throw new StoppedError(`${name}: sent ${MAX_SENDS} times without success. ${fault.message}`);
  }
}

async function lookAtTemplate(gateway: ClusterGateway, request: TemplateRequest): Promise<Found> {
  const now = await readTemplate(gateway, request);
  if (isSameOrAbsent(now, request.body ?? undefined)) return 'wanted';
  if (isSameOrAbsent(now, request.expects)) return 'base';
  return now === undefined ? 'deleted' : request.expects === undefined ? 'created' : 'changed';
}

async function lookAtIndex(gateway: ClusterGateway, request: IndexRequest, target: TargetEngine): Promise<Found> {
  const live = await readIndex(gateway, request.name);
  const state = indexRequestState(request, live, target);
  if (state !== 'other') return state;
  return live === undefined ? 'deleted' : request.part === 'create' ? 'created' : 'changed';
}

function requireBase(name: string, found: Found): void {
  if (found === 'base') return;
  throw new StoppedError(`${name} was ${found} by another client since it was read. Nothing was sent for it.`);
}

async function trySending(gateway: ClusterGateway, call: ClusterCall): Promise<ClusterError | null> {
  try {
    await gateway.send(call);
    return null;
  } catch (error) {
    if (error instanceof ClusterError) return error;
    throw error;
  }
}

/** @throws StoppedError where the cluster can't be read: then nobody knows what it has */
async function lookNow(look: () => Promise<Found>, name: string, after: ClusterError | null = null): Promise<Found> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    const unknown = after === null ? '' : ' Whether the last request was carried out is unknown.';
    throw new StoppedError(`${name} can’t be read: ${error.message}${unknown}`);
  }
}
