import type { ErrorBody, IndexOutcome } from '#domain/console';
import { isObject } from '#domain/json';
import { ClusterError, type CancelSignal } from '#domain/ports';
import { ROUTES, type RouteContract } from '#domain/wire';
import type { Action, ActionLog, ActionOutcome } from './action-log.ts';
import { isUnsure } from './bulk.ts';
import { bodyText } from './calls.ts';
import { checkInput, namesIn, responseFault, type CheckedInput, type RawInput } from './check-input.ts';
import type { ConsoleContext, HandledRouteId, Handlers, OpenCluster } from './context.ts';
import { clusterErrorBody, errorBody, failureBody, RequestError } from './errors.ts';
import { sharedReads } from './shared-reads.ts';

/** Characters of a body that the action log keeps. */
const LOGGED_BODY_LENGTH = 64 * 1024;

export interface DispatchRequest extends RawInput {
  readonly id: HandledRouteId;
  readonly requestId: string;
  /** The cluster of the configuration with this id, the first where none is named, for whoever calls. @throws RequestError where there is none */
  readonly openCluster: (id: string | undefined) => OpenCluster;
  readonly signal: CancelSignal;
}

/** What a route answered: the value of its contract, or an `ErrorBody` under its status. */
export type DispatchResponse =
  { readonly status: 200; readonly value: unknown } | { readonly status: number; readonly error: ErrorBody };

export interface DispatcherOptions {
  readonly handlers: Handlers;
  readonly actionLog: ActionLog;
  readonly isReadOnly: boolean;
  /** The time, in ISO 8601. */
  readonly now: () => string;
  /** Told of what the caller is not: failures of the server's own, under the id of the request. */
  readonly onFailure: (error: unknown, requestId: string) => void;
  /** Called before a response that breaks its contract is sent; what it throws is the outcome instead. Responses are not checked without it. */
  readonly onInvalidResponse?: (error: Error, requestId: string) => void;
}

/** Answers the calls of the API. Never rejects. */
export type Dispatch = (request: DispatchRequest) => Promise<DispatchResponse>;

/** The one way to the handlers: read-only mode, the contract of the input, the choice of the cluster and the action log are kept here. */
export function consoleDispatcher(options: DispatcherOptions): Dispatch {
  const { handlers, isReadOnly, onFailure, onInvalidResponse } = options;
  const shared = sharedReads();

  async function respondTo(request: DispatchRequest, seen: { cluster?: string }): Promise<unknown> {
    const contract: RouteContract = ROUTES[request.id];
    if (isReadOnly && contract.writes) {
      throw new RequestError(403, 'This server is read-only. Restart it without --read-only to make changes.', {
        readOnly: true,
      });
    }
    const { input, clusterId } = checkInput(request.id, request);
    const cluster = contract.usesCluster ? request.openCluster(clusterId) : undefined;
    if (cluster !== undefined) seen.cluster = cluster.entry.id;
    // The input has been checked against the very contract that the handler's type is made of, and it gets a cluster where that says so.
    const handler = handlers[request.id] as (
      input: CheckedInput['input'],
      context: Partial<ConsoleContext>,
    ) => Promise<unknown>;
    const run = (signal = request.signal) =>
      handler(input, { isReadOnly, signal, ...(cluster !== undefined && { cluster }) });
    if (cluster === undefined) return run();
    if (contract.method === 'GET') return shared.share(cluster, keyOf(request.id, input), request.signal, run);
    if (!contract.writes) return run();
    shared.forget(cluster.entry.id);
    try {
      return await logged(options, actionOf(request, input, cluster, options.now()), run);
    } finally {
      shared.forget(cluster.entry.id);
    }
  }

  return async (request) => {
    const seen: { cluster?: string } = {};
    try {
      const value = await respondTo(request, seen);
      const fault = onInvalidResponse === undefined ? undefined : responseFault(request.id, value);
      if (fault !== undefined) onInvalidResponse?.(fault, request.requestId);
      return { status: 200, value };
    } catch (error) {
      const body = bodyOfError(error, { requestId: request.requestId, ...seen }, onFailure);
      return { status: body.statusCode, error: body };
    }
  };
}

/** The same for two calls that ask the same. */
function keyOf(id: HandledRouteId, { params, query }: CheckedInput['input']): string {
  const sorted = Object.entries(query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([id, params ?? {}, sorted]);
}

function actionOf(
  { id, requestId }: DispatchRequest,
  input: CheckedInput['input'],
  cluster: OpenCluster,
  at: string,
): Action {
  const body = input.body === undefined ? undefined : bodyText(input.body);
  return {
    at,
    who: cluster.user ?? 'anonymous',
    requestId,
    cluster: cluster.entry.id,
    route: id,
    names: namesIn(input),
    ...(body !== undefined && { body: body.slice(0, LOGGED_BODY_LENGTH) }),
    ...(body !== undefined && body.length > LOGGED_BODY_LENGTH && { bodyLength: body.length }),
  };
}

/** Runs an action between its two entries in the log. What can't be written down is not done. */
async function logged(
  { actionLog, now, onFailure }: DispatcherOptions,
  action: Action,
  run: () => Promise<unknown>,
): Promise<unknown> {
  let id: string;
  try {
    id = await actionLog.begin(action);
  } catch (error) {
    onFailure(error, action.requestId);
    throw new RequestError(
      500,
      'Nothing was sent to the cluster: the action could not be recorded. See the server log for this request ID.',
      { requestId: action.requestId },
    );
  }
  const complete = async (outcome: Omit<ActionOutcome, 'at'>) => {
    try {
      await actionLog.complete(id, { at: now(), ...outcome });
    } catch (error) {
      // The action has happened; it stays in the log as one without an end.
      onFailure(error, action.requestId);
    }
  };
  try {
    const response = await run();
    await complete(outcomeOf(response));
    return response;
  } catch (error) {
    await complete({
      kind: isUnsure(error) ? 'unknown' : 'failed',
      error: withoutBody(bodyOfError(error, { requestId: action.requestId, cluster: action.cluster })),
    });
    throw error;
  }
}

/** Without the body of the request to the cluster, which may be of megabytes: what was asked for is in the action, cut where it is long. */
function withoutBody(error: ErrorBody): ErrorBody {
  const { request, ...attributes } = error.attributes ?? {};
  if (!isObject(request)) return error;
  const { body: _, ...call } = request;
  return { ...error, attributes: { ...attributes, request: call } };
}

function outcomeOf(response: unknown): Omit<ActionOutcome, 'at'> {
  const { results, errors, acknowledged, ...rest } = response as WriteResponse;
  if (results !== undefined) return { kind: kindOf(results), results };
  if (errors === undefined) return { kind: acknowledged === false ? 'unknown' : 'done' };
  const deleted = Object.values(rest).flat();
  const outcomes: readonly IndexOutcome[] = [
    ...deleted.map((item): IndexOutcome => ({ name: labelOf(item), outcome: 'done' })),
    ...errors.map((item): IndexOutcome => ({ name: labelOf(item), outcome: 'failed', error: item.error })),
  ];
  return { kind: kindOf(outcomes), results: outcomes };
}

/** A name, or that of a template of one of two kinds. */
type Item = string | { readonly name: string; readonly isLegacy?: boolean };

/** How the log calls it: a legacy template may have the name of a composable one. */
function labelOf(item: Item): string {
  if (typeof item === 'string') return item;
  return item.isLegacy === true ? `${item.name} (legacy)` : item.name;
}

/** What answers to writing calls have in common; the rest of a deletion's is the list of what was deleted. */
interface WriteResponse extends Record<`${string}Deleted`, readonly Item[]> {
  readonly results?: readonly IndexOutcome[];
  readonly errors?: readonly (Exclude<Item, string> & { readonly error: ErrorBody })[];
  readonly acknowledged?: boolean;
}

function kindOf(results: readonly IndexOutcome[]): ActionOutcome['kind'] {
  if (results.some(({ outcome }) => outcome === 'unknown')) return 'unknown';
  return results.every(({ outcome }) => outcome === 'done') ? 'done' : 'failed';
}

function bodyOfError(
  error: unknown,
  { requestId, cluster }: { readonly requestId: string; readonly cluster?: string },
  onFailure?: DispatcherOptions['onFailure'],
): ErrorBody {
  if (error instanceof RequestError) return errorBody(error.statusCode, error.message, error.attributes);
  if (error instanceof ClusterError) return clusterErrorBody(error, cluster);
  onFailure?.(error, requestId);
  return failureBody(requestId);
}
