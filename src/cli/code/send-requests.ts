import { formatAddress, type ObjectAddress, type PlannedRequest } from '#domain/code';
import type { JsonObject } from '#domain/json';
import { isSameOrAbsent } from '#domain/plan';
import { ClusterError, type ClusterFault, type ClusterGateway } from '#domain/ports';
import { readTemplate } from './project-cluster.ts';

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

/**
 * Sends one request of a plan. The template is read right before: where it is not what the plan was made for, nothing
 * is sent. Where the answer is lost, it is read again, and sent again only where it is still as before.
 * @throws StoppedError
 */
export async function sendRequest(gateway: ClusterGateway, request: PlannedRequest): Promise<SendOutcome> {
  const wanted = request.body ?? undefined;
  const hasWanted = (now: JsonObject | undefined) => isSameOrAbsent(now, wanted);
  const before = await readNow(gateway, request);
  if (hasWanted(before)) return 'already';
  requireBase(request, before);
  for (let sends = 1; ; sends++) {
    const fault = await trySending(gateway, request);
    if (fault === null) return 'sent';
    const now = await readNow(gateway, request, fault);
    if (hasWanted(now)) return 'sent';
    if (!MAYBE_APPLIED.has(fault.fault)) throw new StoppedError(`${formatAddress(request)}: ${fault.message}`);
    requireBase(request, now);
    if (sends === MAX_SENDS)
      throw new StoppedError(`${formatAddress(request)}: sent ${MAX_SENDS} times without success. ${fault.message}`);
  }
}

function requireBase(request: PlannedRequest, now: JsonObject | undefined): void {
  if (isSameOrAbsent(now, request.expects)) return;
  const how = now === undefined ? 'was deleted' : request.expects === undefined ? 'was created' : 'was changed';
  throw new StoppedError(
    `${formatAddress(request)} ${how} by another client since it was read. Nothing was sent for it.`,
  );
}

async function trySending(gateway: ClusterGateway, { call }: PlannedRequest): Promise<ClusterError | null> {
  try {
    await gateway.send(call);
    return null;
  } catch (error) {
    if (error instanceof ClusterError) return error;
    throw error;
  }
}

/** @throws StoppedError where the cluster can't be read: then nobody knows what it has */
async function readNow(
  gateway: ClusterGateway,
  address: ObjectAddress,
  after: ClusterError | null = null,
): Promise<JsonObject | undefined> {
  try {
    return await readTemplate(gateway, address);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    const unknown = after === null ? '' : ' Whether the last request was carried out is unknown.';
    throw new StoppedError(`${formatAddress(address)} can’t be read: ${error.message}${unknown}`);
  }
}
