import {
  actionOf,
  actionStream,
  openActionState,
  parseActionStream,
  reduceAction,
  stateOfAction,
  type ActionCommand,
  type ActionEnd,
  type ActionOutcome,
  type ActionRef,
  type ActionState,
  type LoggedCall,
  type Settlement,
} from '#domain/action';
import type { DocumentState } from '#domain/document';
import type { Author } from '#domain/events';
import { errorText, isObject, type JsonValue } from '#domain/json';
import { openLog, namesByCommitment } from '#domain/log';
import {
  ClusterError,
  isReadingCall,
  requestOf,
  type ClusterCall,
  type ClusterGateway,
  type Clock,
  type EventStore,
  type IdSource,
} from '#domain/ports';
import { ROUTES, type RouteId } from '#domain/wire';
import type { ActionLog, LoggedAction, NewAction, OpenAction, Outcome } from '../console/action-log.ts';
import { ErasedStreamError } from '../trail/erasure-store.ts';
import type { ActionWords } from '../console/action-words.ts';
import { SERVER_AUTHOR } from '../console/caller.ts';
import { errorBody } from '../console/errors.ts';
import { facetOf } from '../console/handlers.ts';
import { nextTurn } from '../console/turns.ts';
import type { NameRegister } from '../trail/record-store.ts';
import type { ActionIndex, ActionQuery, ErasedActions } from './action-index.ts';
import type { Redaction, Redactor } from './redaction.ts';

/** Characters of the body of a request to this server that the log keeps. */
const BODY_LENGTH = 64 * 1024;
/** Characters of the body of one call to the cluster, and of its answer. */
const CALL_LENGTH = 16 * 1024;
const ANSWER_LENGTH = 4 * 1024;
/** Calls of one action that the log keeps; of more it keeps their number. */
export const MAX_CALLS = 50;
/** Names of one action whose errors the log keeps; of more it keeps what became of each. */
const MAX_ERRORS = 500;

/** Recorded in place of the error of a call whose body holds a document of a user. */
const WITHHELD = 'The reason is not recorded: it may repeat the document.';

export interface EventActionLogOptions {
  readonly store: EventStore;
  readonly index: ActionIndex;
  readonly clock: Clock;
  /** ULIDs: actions are listed in the order of their ids. */
  readonly ids: IdSource;
  readonly redaction: Redaction;
  /** Of authors, where the store keeps them apart from its records. */
  readonly names?: Pick<NameRegister, 'namesIn'>;
  /** Whether a stream is of an action of another server, which settles it itself. */
  readonly isOthers?: (stream: string) => boolean;
}

/** The actions of a server in its event store. */
export interface EventActionLog extends ActionLog {
  find(query: ActionQuery): Promise<readonly LoggedAction[]>;
  /** Undefined where there is none. */
  get(ref: ActionRef): Promise<LoggedAction | undefined>;
  count(cluster?: string): Promise<number>;
  /** Of a cluster, how many are erased, and the newest of them; null where none is. */
  erased(cluster: string): Promise<ErasedActions | null>;
  /**
   * Actions without a known outcome that are not under way and were not looked up yet, the newest first. Of those that
   * this server has sent itself the bodies are whole, neither cut nor redacted: for looking up, not to be shown.
   */
  unsettled(query: Pick<ActionQuery, 'cluster' | 'name'>): Promise<readonly LoggedAction[]>;
  /** Records a finding on the cluster. Does nothing if the outcome is known already. */
  settle(ref: ActionRef, found: Omit<Settlement, 'at'>): Promise<void>;
  /** Brings the index up to the events. To be called before anything else. Cost: reads the actions that it lacks. */
  recover(): Promise<void>;
  /** Brings the index up to the events of a stream, where it is one of an action. */
  note(stream: string): Promise<void>;
}

interface OpenState {
  state: DocumentState;
}

/** A command that the log of an action does not take, with the reason in a sentence. */
interface Refused {
  readonly refused: string;
}

/** Characters of the bodies that are kept for actions whose outcome is not known. */
const KEPT_LENGTH = 32 * 1024 * 1024;

/** Bodies of requests of which the log has less than all, in memory alone; the oldest go where there are too many. */
function wholeBodies() {
  const bodies = new Map<string, string>();
  let length = 0;
  const forget = (stream: string) => {
    length -= bodies.get(stream)?.length ?? 0;
    bodies.delete(stream);
  };
  return {
    keep(stream: string, body: string) {
      bodies.set(stream, body);
      length += body.length;
      for (const oldest of bodies.keys()) {
        if (length <= KEPT_LENGTH) break;
        forget(oldest);
      }
    },
    forget,
    /** An action with all that was sent, as far as it is known. */
    whole(action: LoggedAction): LoggedAction {
      const text = bodies.get(actionStream(action));
      return text === undefined ? action : { ...action, body: { text } };
    },
  };
}

/** Actions that nobody settled are looked up so many at a time. */
const MAX_UNSETTLED = 1_000;

export function eventActionLog(options: EventActionLogOptions): EventActionLog {
  const { store, index, clock, ids, redaction, names, isOthers } = options;
  const underWay = new Set<string>();
  const bodies = wholeBodies();

  async function dispatch(
    ref: ActionRef,
    open: OpenState,
    command: ActionCommand,
    author: Author,
    reason?: string,
  ): Promise<'appended' | 'conflict' | Refused> {
    const stamp = { id: ids.next(), at: clock.now(), author, ...(reason !== undefined && { reason }) };
    const reduced = reduceAction(open.state, command, stamp);
    if ('unchanged' in reduced) return { refused: 'It changes nothing.' };
    if ('rejected' in reduced) {
      const { message, at } = reduced.rejected.detail;
      return { refused: at === undefined ? message : `${message} (${at})` };
    }
    const stream = actionStream(ref);
    const appended = await store.append(stream, open.state.history.version, [reduced.event]);
    if (appended.conflict) return 'conflict';
    open.state = reduced.after;
    await putEntry(ref, open.state);
    return 'appended';
  }

  /** As `dispatch` of an end, which is decided again where the action was settled meanwhile. */
  async function complete(
    ref: ActionRef,
    open: OpenState,
    payload: ActionEnd,
    author: Author,
  ): Promise<'appended' | Refused> {
    for (;;) {
      const said = await dispatch(ref, open, { type: 'action.complete', payload }, author);
      if (said !== 'conflict') return said;
      const now = await readKept(ref);
      if (now === undefined) return { refused: 'The action was erased.' };
      open.state = now.state;
    }
  }

  /**
   * Records the end of an action.
   * @throws Error where the outcome is refused, after it is recorded as unknown
   */
  async function end(
    ref: ActionRef,
    open: OpenState,
    { outcome, ...calls }: ActionEnd,
    { author, requestId }: NewAction,
  ): Promise<void> {
    const said = await complete(ref, open, { outcome, ...calls }, author);
    if (said === 'appended') return;
    const unknown: ActionOutcome = {
      at: outcome.at,
      kind: 'unknown',
      error: errorBody(500, 'The outcome could not be recorded. See the server log for this request ID.', {
        requestId,
      }),
    };
    // Its calls may be what is refused.
    for (const kept of [calls, {}])
      if ((await complete(ref, open, { outcome: unknown, ...kept }, author)) === 'appended') break;
    throw new Error(`The outcome of action ${ref.id} was refused: ${said.refused}`);
  }

  async function putEntry(ref: ActionRef, state: DocumentState): Promise<void> {
    const action = actionOf(state.body);
    if (action === undefined) return;
    const { route, names, changes } = action;
    await index.put({
      ...{ ...ref, version: state.history.version, route, names, state: stateOfAction(action) },
      ...(changes !== undefined && { stream: changes.stream }),
    });
  }

  async function read(
    ref: ActionRef,
  ): Promise<{ readonly state: DocumentState; readonly logged: LoggedAction } | undefined> {
    const records = await store.read(actionStream(ref));
    const { events } = openLog(records, { names: namesByCommitment(names?.namesIn(records) ?? []) });
    const [first] = events;
    if (first === undefined) return undefined;
    const state = openActionState({ body: undefined }, events);
    const action = actionOf(state.body);
    if (action === undefined) return undefined;
    const { author, reason } = first;
    const logged = { ...action, ...ref, version: events.length, author, ...(reason !== undefined && { reason }) };
    return { state, logged };
  }

  /** As `read`; nothing where it was erased meanwhile. */
  async function readKept(ref: ActionRef): ReturnType<typeof read> {
    try {
      return await read(ref);
    } catch (error) {
      if (error instanceof ErasedStreamError) return undefined;
      throw error;
    }
  }

  async function note(stream: string): Promise<void> {
    const ref = parseActionStream(stream);
    const action = ref === null ? undefined : await readKept(ref);
    if (ref !== null && action !== undefined) await putEntry(ref, action.state);
  }

  async function find(query: ActionQuery): Promise<readonly LoggedAction[]> {
    const found: LoggedAction[] = [];
    for (const ref of await index.find(query)) {
      const action = await readKept(ref);
      if (action !== undefined) found.push(action.logged);
    }
    return found;
  }

  return {
    async begin(given) {
      const redactor = redaction(given.redact);
      const open: OpenState = { state: openActionState({ body: undefined }, []) };
      const request = await requestIn(given, redactor, clock.now());
      const command = { type: 'action.begin', payload: { request } } as const;
      const reason = given.reason === undefined ? undefined : redactor.text(given.reason);
      for (;;) {
        const ref = { cluster: given.cluster, id: ids.next() };
        const stream = actionStream(ref);
        underWay.add(stream);
        try {
          const said = await dispatch(ref, open, command, given.author, reason);
          // Somebody has this id already.
          if (said === 'conflict') continue;
          if (said !== 'appended') throw new TypeError(`An action could not begin: ${said.refused}`);
        } catch (error) {
          underWay.delete(stream);
          throw error;
        }
        return openAction(ref, redactor, async (outcome, calls) => {
          try {
            await end(ref, open, { outcome: { ...outcome, at: clock.now() }, ...calls }, given);
          } finally {
            const isKept = outcome.kind === 'unknown' && given.body !== undefined && request.body?.text !== given.body;
            if (isKept) bodies.keep(stream, given.body);
            underWay.delete(stream);
          }
        });
      }
    },
    recent: (limit) => find({ limit }),
    find,
    get: async (ref) => (await read(ref))?.logged,
    count: (cluster) => index.count(cluster),
    erased: (cluster) => index.erased(cluster),
    async unsettled(query) {
      const ofStates = async (state: ActionState) => find({ ...query, state, limit: MAX_UNSETTLED });
      const found = [...(await ofStates('open')), ...(await ofStates('unknown'))];
      return found
        .filter((action) => action.settled === undefined)
        .filter((action) => !underWay.has(actionStream(action)) && isOthers?.(actionStream(action)) !== true)
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .map(bodies.whole);
    },
    async settle(ref, { found, note }) {
      bodies.forget(actionStream(ref));
      for (;;) {
        const action = await read(ref);
        if (action === undefined) return;
        const payload = { settled: { at: clock.now(), found, note } };
        const open: OpenState = { state: action.state };
        const said = await dispatch(ref, open, { type: 'action.settle', payload }, SERVER_AUTHOR);
        // Its own outcome came meanwhile.
        if (said !== 'conflict') return;
      }
    },
    async recover() {
      const known = await index.versions();
      for (const { stream, version } of await store.streams()) {
        if (known.get(stream) !== version) await note(stream);
      }
    },
    note,
  };
}

/** The request of an action as it is recorded. */
async function requestIn(
  { cluster, route, names, words, requestId, address, body, changes }: Omit<NewAction, 'author'>,
  redactor: Redactor,
  at: string,
) {
  // First: what is secret in it is taken out of the rest.
  const logged = body === undefined ? undefined : await redactor.body(body, BODY_LENGTH);
  return {
    at,
    cluster,
    route,
    ...titlesOf(route, words ?? facetOf(route).words?.({ names }), redactor),
    names: names.map((name) => redactor.text(name)),
    requestId,
    ...(address !== undefined && { address }),
    ...(logged !== undefined && { body: logged }),
    ...(changes !== undefined && { changes }),
  };
}

function titlesOf(route: RouteId, words: ActionWords | undefined, redactor: Redactor) {
  if (words === undefined) return { title: ROUTES[route].summary };
  return { title: redactor.text(words.title), doneTitle: redactor.text(words.doneTitle) };
}

type Calls = { readonly calls?: LoggedCall[]; readonly moreCalls?: number };

function openAction(
  ref: ActionRef,
  redactor: Redactor,
  complete: (outcome: Outcome, calls: Calls) => Promise<void>,
): OpenAction {
  const calls: LoggedCall[] = [];
  let moreCalls = 0;
  let hasEnded = false;

  const record = async (call: ClusterCall, result: Partial<LoggedCall>) => {
    if (hasEnded) return;
    if (calls.length === MAX_CALLS) {
      moreCalls += 1;
      return;
    }
    const { method, path, body } = requestOf(call);
    // Its place in the order is that of its answer.
    const at = calls.push({ method, path: redactor.path(path), ...result }) - 1;
    if (body === undefined) return;
    const logged = await redactor.body(body, CALL_LENGTH);
    calls[at] = { method, path: redactor.path(path), body: logged, ...result };
  };

  return {
    ...ref,
    watch: (gateway): ClusterGateway => ({
      async send(call) {
        if (isReadingCall(call)) return gateway.send(call);
        try {
          const answer = await gateway.send(call);
          await record(call, {
            status: answer.status,
            ...(call.isConfidential !== true && { answer: await redactor.body(answer.body, ANSWER_LENGTH) }),
          });
          return answer;
        } catch (error) {
          if (isSayable(call))
            await record(call, {
              ...(error instanceof ClusterError && error.status !== undefined && { status: error.status }),
              // The engine's reason repeats values of the document.
              fault: call.isConfidential === true ? WITHHELD : redactor.text(errorText(error)),
            });
          throw error;
        }
      },
    }),
    async complete({ kind, results, error, storedOtherwise }) {
      if (hasEnded) return;
      hasEnded = true;
      const outcome = {
        kind,
        ...(results !== undefined && { results: redactedPart(withFewErrors(results), redactor) }),
        ...(error !== undefined && { error: redactedPart(error, redactor) }),
        ...(storedOtherwise !== undefined && { storedOtherwise: storedOtherwise.map((text) => redactor.text(text)) }),
      };
      // Thousands of results take a while to be recorded.
      if (results !== undefined && results.length > MAX_ERRORS) await nextTurn();
      await complete(outcome, { ...(calls.length > 0 && { calls }), ...(moreCalls > 0 && { moreCalls }) });
    },
  };
}

/** Whether a URL can say the path of a call; one that it can't say was never sent. */
function isSayable(call: ClusterCall): boolean {
  try {
    requestOf(call);
    return true;
  } catch {
    return false;
  }
}

/**
 * Of an outcome: the paths of requests redacted, and without their bodies, which may be of megabytes and are kept with
 * the calls, cut.
 */
function withoutBodies(value: JsonValue, redactor: Redactor): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutBodies(item, redactor));
  if (!isObject(value)) return value;
  const { method, path, body, ...rest } = value;
  const isRequest = typeof method === 'string' && typeof path === 'string';
  if (isRequest) return { method, path: redactor.path(path), ...rest };
  return Object.fromEntries(Object.entries(value).map(([name, given]) => [name, withoutBodies(given, redactor)]));
}

/** Thousands of errors would be of megabytes, and say the same. */
function withFewErrors(results: NonNullable<ActionOutcome['results']>): NonNullable<ActionOutcome['results']> {
  let errors = 0;
  return results.map((result) => {
    if (result.error === undefined || ++errors <= MAX_ERRORS) return result;
    const { name, outcome } = result;
    return { name, outcome };
  });
}

/** A part of an outcome as it is recorded. */
function redactedPart<Part>(part: Part, redactor: Redactor): Part {
  return redactor.json(withoutBodies(part as JsonValue, redactor)) as Part;
}
