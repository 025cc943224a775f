import type { ErrorBody } from '#domain/console';
import { isObject, pickMembers, type JsonValue } from '#domain/json';
import { ClusterError, type CancelSignal } from '#domain/ports';
import { ROUTES, type RouteContract } from '#domain/wire';
import type { ActionLog, NewAction, OpenAction, Outcome } from './action-log.ts';
import { isUnsure } from './bulk.ts';
import { bodyText } from './calls.ts';
import { changesError, type ChangesCheck, type NotedReading, type NoteReading, type RecordSave } from './changes.ts';
import { CHANGES_AT, checkInput, namesIn, responseFault, type CheckedInput, type RawInput } from './check-input.ts';
import type {
  ActionRouteId,
  ConsoleContext,
  HandledRouteId,
  Handlers,
  MadeDocument,
  OpenCluster,
  StoredCheck,
} from './context.ts';
import { authorOf, localCaller, type Caller } from './caller.ts';
import { DISK_FULL, DISK_WAS_FULL, isDiskFull } from './disk-full.ts';
import { clusterErrorBody, errorBody, failureBody, RequestError } from './errors.ts';
import { FACETS, facetOf } from './handlers.ts';
import type { RecordMade } from './made-document.ts';
import { missingReason, type Reasons } from './reasons.ts';
import { sharedReads } from './shared-reads.ts';
import { storedOtherwise } from './stored-otherwise.ts';

export interface DispatchRequest extends RawInput {
  readonly id: HandledRouteId;
  readonly requestId: string;
  /**
   * The cluster of the configuration with this id, the first where none is named, for whoever calls.
   * @throws RequestError where there is none
   */
  readonly openCluster: (id: string | undefined) => OpenCluster;
  /** {@link localCaller} where absent. */
  readonly caller?: Caller;
  /** Why the caller does it, such as a ticket. */
  readonly reason?: string;
  readonly signal: CancelSignal;
}

/** What a route answered: the value of its contract, or an `ErrorBody` under its status. */
export type DispatchResponse =
  | { readonly status: 200; readonly value: unknown }
  | { readonly status: number; readonly error: ErrorBody };

export interface DispatcherOptions {
  readonly handlers: Handlers;
  readonly actionLog: ActionLog;
  readonly isReadOnly: boolean;
  /** Whether the disk was full at the start, so that nothing may be recorded: what is there was not looked at. */
  readonly isFull?: boolean;
  /** Whether a change of a cluster needs a reason; `optional` where absent. */
  readonly reasons?: Reasons;
  /** What becomes of an action that can't be recorded; `refuse` where absent. */
  readonly unrecordedActions?: UnrecordedActions;
  /** Called with internal errors, which are not sent to the caller, and the id of the request. */
  readonly onFailure: (error: unknown, requestId: string) => void;
  /**
   * The caller without an author that it has not proved; without this, claims of callers are accepted.
   * @throws RequestError
   */
  readonly vouched?: (caller: Caller, isRecorded: boolean) => Promise<Caller>;
  /** Checks the list of changes of a call; without it no call may have one. */
  readonly checkChanges?: ChangesCheck;
  /** Notes what is read of objects that have documents. */
  readonly noteReading?: NoteReading;
  /** Called when the outcome of an action is unknown, whose response will not come any more. */
  readonly onUnsure?: (cluster: OpenCluster) => void;
  /** Settles what may have changed an object that is about to be read. Never rejects. */
  readonly settleBefore?: (reading: Omit<NotedReading, 'read'>) => Promise<void>;
  /** Records that a document was saved whose changes a call was made of; without it browsers do. */
  readonly recordSave?: RecordSave;
  /** Records what something new was made from; without it nothing is. */
  readonly recordMade?: RecordMade;
  /**
   * Called before a response that breaks its contract is sent; what it throws is the outcome instead. Responses are not
   * checked without it.
   */
  readonly onInvalidResponse?: (error: Error, requestId: string) => void;
}

/** Whether a call is made that can't be written down. */
export type UnrecordedActions = 'refuse' | 'allow';

/** Answers the calls of the API. Never rejects. */
export type Dispatch = (request: DispatchRequest) => Promise<DispatchResponse>;

/**
 * The one way to the handlers: read-only mode, the contract of the input, the choice of the cluster and the action log
 * are kept here.
 */
export function consoleDispatcher(options: DispatcherOptions): Dispatch {
  const { handlers, isReadOnly, reasons = 'optional', onFailure, onInvalidResponse } = options;
  const shared = sharedReads();

  async function respondTo(request: DispatchRequest, seen: { cluster?: string }): Promise<unknown> {
    const contract: RouteContract = ROUTES[request.id];
    if (isReadOnly && contract.writes) {
      throw new RequestError(403, 'This server is read-only. Restart it without --read-only to make changes.', {
        readOnly: true,
      });
    }
    if (options.isFull === true && contract.writes) throw new RequestError(507, DISK_WAS_FULL);
    const { input, clusterId, only, changes } = checkInput(request.id, request);
    const cluster = contract.usesCluster ? request.openCluster(clusterId) : undefined;
    if (cluster !== undefined) seen.cluster = cluster.entry.id;
    // The input has been checked against the very contract that the handler's type is made of, and it gets a cluster
    // where that says so.
    const handler = handlers[request.id] as (
      input: CheckedInput['input'],
      context: Partial<ConsoleContext>,
    ) => Promise<unknown>;
    const { openCluster, caller: given = localCaller(cluster) } = request;
    const caller = await vouchedCaller(options, given, contract.writes ? cluster : undefined);
    const context = {
      ...{ isReadOnly, caller, openCluster, signal: request.signal },
      ...(request.reason !== undefined && { reason: request.reason }),
      ...(only.length > 0 && { only }),
    };
    const run = (signal = request.signal, through = cluster) =>
      handler(input, { ...context, signal, ...(through !== undefined && { cluster: through }) });
    if (cluster === undefined) return run();
    if (contract.method === 'GET') {
      return shared.share(cluster, keyOf(request.id, input, only), request.signal, async (signal) => {
        if (NOTED.has(request.id)) await options.settleBefore?.({ id: request.id, input, cluster });
        const read = await run(signal);
        // The answer does not wait for it.
        if (NOTED.has(request.id))
          options
            .noteReading?.({ id: request.id, input, cluster, read })
            .catch((error: unknown) => onFailure(error, request.requestId));
        return read;
      });
    }
    if (!contract.writes) return run();
    if (reasons === 'required' && request.reason === undefined) throw missingReason();
    const madeOf =
      changes && (await checkedChanges(options, changes, { id: request.id, input, context: { ...context, cluster } }));
    // The route changes a cluster, so it is one of those that have a facet, and the answer is of the same route.
    const facet = FACETS[request.id as ActionRouteId];
    const outcomeOf = facet.outcome as (answer: unknown) => Outcome;
    shared.forget(cluster.entry.id);
    try {
      let id: string | undefined;
      const send = async (action: OpenAction | undefined) => {
        id = action?.id;
        const through = action === undefined || facet.sendsActions ? cluster : watched(cluster, action);
        return compared(options, facet, input, { ...context, cluster }, () => run(request.signal, through));
      };
      const action = actionOf({ ...request, caller, madeOf }, input, cluster);
      const response = await logged(options, action, send, outcomeOf);
      if (madeOf !== undefined && isAcknowledged(response))
        await recordOrigin(options, request.requestId, facet.made, madeOf.stream, input, { ...context, cluster });
      const { readBack } = facet;
      // Without one of its changes, a call is no save of the document.
      const isSave = madeOf !== undefined && madeOf.events.length > 0;
      if (!isSave || id === undefined || readBack === undefined || !isAcknowledged(response)) return response;
      const read = handlers[readBack] as typeof handler;
      const savedVersion = await recordedSave(options, request.requestId, async () => ({
        ...{ changes: madeOf, action: id as string, sent: input.body },
        read: await read(input, { ...context, cluster }),
      }));
      return { ...response, action: id, ...(savedVersion !== undefined && { savedVersion }) };
    } catch (error) {
      if (isUnsure(error)) options.onUnsure?.(cluster);
      throw error;
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

/** The routes whose responses are noted as read. */
const NOTED: ReadonlySet<HandledRouteId> = new Set(Object.values(FACETS).flatMap(({ readBack }) => readBack ?? []));

function isAcknowledged(response: unknown): response is { readonly acknowledged: true } {
  return (response as { readonly acknowledged?: unknown }).acknowledged === true;
}

/** What a write answers, with what the cluster stored otherwise than it was sent. */
async function compared(
  { onFailure }: Pick<DispatcherOptions, 'onFailure'>,
  { stored }: (typeof FACETS)[ActionRouteId],
  input: CheckedInput['input'],
  context: ConsoleContext,
  send: () => Promise<unknown>,
): Promise<unknown> {
  const response = await send();
  if (stored === undefined || !isAcknowledged(response)) return response;
  try {
    // The facet is of the route that the input has been checked for.
    const differences = await storedOtherwise(stored as StoredCheck<CheckedInput['input']>, input, context);
    return differences.length === 0 ? response : { ...response, storedOtherwise: differences };
  } catch (error) {
    // The write is done, whatever becomes of the comparison.
    onFailure(error, 'comparison of stored definitions');
    return response;
  }
}

/** The cluster has taken the call: that nobody could record so is no failure of it, and left to the browser. */
async function recordedSave(
  { recordSave, onFailure }: Pick<DispatcherOptions, 'recordSave' | 'onFailure'>,
  requestId: string,
  callOf: () => Promise<Parameters<RecordSave>[0]>,
): Promise<number | undefined> {
  if (recordSave === undefined) return undefined;
  try {
    return await recordSave(await callOf());
  } catch (error) {
    if (!(error instanceof ClusterError)) onFailure(error, requestId);
    return undefined;
  }
}

/** Something new is created, whatever becomes of the record of the draft that it was made from. */
async function recordOrigin(
  { recordMade, onFailure }: Pick<DispatcherOptions, 'recordMade' | 'onFailure'>,
  requestId: string,
  made: ((input: never, context: ConsoleContext) => Promise<MadeDocument | null>) | undefined,
  stream: string,
  input: CheckedInput['input'],
  context: ConsoleContext,
): Promise<void> {
  if (recordMade === undefined || made === undefined) return;
  try {
    // The facet is of the route that the input has been checked for.
    const found = await made(input as never, context);
    if (found !== null) await recordMade({ ...found, from: [[stream]] });
  } catch (error) {
    if (!(error instanceof ClusterError || error instanceof RequestError)) onFailure(error, requestId);
  }
}

/** The same for two calls that ask the same. */
function keyOf(id: HandledRouteId, { params, query }: CheckedInput['input'], only: readonly string[]): string {
  const sorted = Object.entries(query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([id, params ?? {}, sorted, only]);
}

/** A call that changes a cluster without a sign-in there is recorded as one of whom the browser says it is. */
async function vouchedCaller(
  { vouched }: Pick<DispatcherOptions, 'vouched'>,
  caller: Caller,
  changed: OpenCluster | undefined,
): Promise<Caller> {
  if (vouched === undefined || caller.claimed === undefined) return caller;
  const isSignedIn = changed !== undefined && (caller.proxyUser !== undefined || caller.signedIn.has(changed.entry.id));
  return vouched(caller, changed !== undefined && !isSignedIn);
}

async function checkedChanges(
  { checkChanges }: Pick<DispatcherOptions, 'checkChanges'>,
  ...[changes, call]: Parameters<ChangesCheck>
): ReturnType<ChangesCheck> {
  if (checkChanges === undefined) throw changesError(400, CHANGES_AT, 'can’t be checked by this server');
  return checkChanges(changes, call);
}

/** The cluster as an action reaches it. */
function watched(cluster: OpenCluster, action: OpenAction): OpenCluster {
  return { ...cluster, gateway: action.watch(cluster.gateway) };
}

function actionOf(
  {
    id,
    requestId,
    caller,
    reason,
    madeOf,
  }: DispatchRequest & {
    readonly caller: Caller;
    readonly madeOf: NewAction['changes'];
  },
  input: CheckedInput['input'],
  cluster: OpenCluster,
): NewAction {
  const names = namesIn(input);
  const words = facetOf(id).words?.({ names, body: input.body });
  return {
    cluster: cluster.entry.id,
    route: id,
    names,
    ...(words !== undefined && { words }),
    requestId,
    author: authorOf(caller, cluster.entry.id),
    address: caller.address,
    ...(reason !== undefined && { reason }),
    ...(input.body !== undefined && { body: bodyText(recordable(input.body, ROUTES[id])) }),
    ...(madeOf !== undefined && { changes: madeOf }),
    ...(cluster.redact !== undefined && { redact: cluster.redact }),
  };
}

/** A body without what its contract withholds from records. */
function recordable(body: JsonValue, { withholds = [] }: RouteContract): JsonValue {
  if (withholds.length === 0 || !isObject(body)) return body;
  return pickMembers(body, (name) => !withholds.includes(name));
}

/** Where actions are recorded, and what becomes of one that can't be. */
type Logging = Pick<DispatcherOptions, 'actionLog' | 'onFailure' | 'unrecordedActions'>;

/**
 * Runs an action between its two records. What can't be recorded is not done, unless the server allows it; then there
 * is no action to run within. `outcomeOf` reads the outcome from the answer.
 */
export async function logged<Answer>(
  { actionLog, onFailure, unrecordedActions = 'refuse' }: Logging,
  action: NewAction,
  run: (open: OpenAction | undefined) => Promise<Answer>,
  outcomeOf: (answer: Answer) => Outcome,
): Promise<Answer> {
  let open: OpenAction | undefined;
  try {
    open = await actionLog.begin(action);
  } catch (error) {
    onFailure(error, action.requestId);
    if (unrecordedActions === 'refuse' && isDiskFull(error))
      throw new RequestError(507, `Nothing was sent to the cluster. ${DISK_FULL}`, { requestId: action.requestId });
    if (unrecordedActions === 'refuse')
      throw new RequestError(
        500,
        'Nothing was sent to the cluster: the action could not be recorded. See the server log for this request ID.',
        { requestId: action.requestId },
      );
  }
  const complete = async (outcome: Outcome) => {
    try {
      await open?.complete(outcome);
    } catch (error) {
      // The action has happened, whatever became of its record.
      onFailure(error, action.requestId);
    }
  };
  let answer: Answer;
  try {
    answer = await run(open);
  } catch (error) {
    await complete({
      kind: isUnsure(error) ? 'unknown' : 'failed',
      error: bodyOfError(error, { requestId: action.requestId, cluster: action.cluster }),
    });
    throw error;
  }
  let outcome: Outcome;
  try {
    outcome = outcomeOf(answer);
  } catch (error) {
    onFailure(error, action.requestId);
    outcome = { kind: 'unknown', error: failureBody(action.requestId) };
  }
  await complete(outcome);
  return answer;
}

function bodyOfError(
  error: unknown,
  { requestId, cluster }: { readonly requestId: string; readonly cluster?: string },
  onFailure?: DispatcherOptions['onFailure'],
): ErrorBody {
  if (error instanceof RequestError) return errorBody(error.statusCode, error.message, error.attributes);
  if (error instanceof ClusterError) return clusterErrorBody(error, cluster);
  onFailure?.(error, requestId);
  return failureBody(requestId, error);
}
