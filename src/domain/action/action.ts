import { Type, type Static } from 'typebox';
import { ErrorBodySchema } from '../console/error-body.ts';
import { IndexOutcomeSchema } from '../console/index-entities.ts';
import { exact } from '../json/schemas.ts';
import type { Body } from '../json/patch.ts';
import { isObject } from '../json/value.ts';

/** Text as far as the log keeps it. */
const LoggedTextSchema = exact({
  text: Type.String(),
  /** Length of the whole text in characters, where it was cut. */
  length: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type LoggedText = Static<typeof LoggedTextSchema>;

/** One request that reached for the cluster, and what came back. */
export const LoggedCallSchema = exact({
  method: Type.String(),
  /** With the query, as a URL writes it. */
  path: Type.String(),
  body: Type.Optional(LoggedTextSchema),
  /** Absent where no answer came. */
  status: Type.Optional(Type.Integer()),
  answer: Type.Optional(LoggedTextSchema),
  /** Why there is no answer, in a sentence. */
  fault: Type.Optional(Type.String()),
});
export type LoggedCall = Static<typeof LoggedCallSchema>;

const ActionStateSchema = Type.Enum(['done', 'failed', 'unknown']);

/** The outcome of an action. `unknown`: the call was interrupted, so all or part of it may have been done. */
export const ActionOutcomeSchema = exact({
  /** RFC 3339. */
  at: Type.String(),
  kind: ActionStateSchema,
  /** What happened to each name, where the route says so. */
  results: Type.Optional(Type.Array(IndexOutcomeSchema)),
  error: Type.Optional(ErrorBodySchema),
  /** What the cluster stored otherwise than it was sent, in sentences; absent where nothing is known of it. */
  storedOtherwise: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
});
export type ActionOutcome = Static<typeof ActionOutcomeSchema>;

/** A finding on the cluster about an action without a known outcome. `unknown`: the cluster does not show it. */
export const SettlementSchema = exact({
  at: Type.String(),
  found: ActionStateSchema,
  /** What was found, in a sentence. */
  note: Type.String({ minLength: 1 }),
});
export type Settlement = Static<typeof SettlementSchema>;

/** How many events one action can be made of. */
export const MAX_CHANGES = 10_000;

/** The changes of a document that a request is made of. */
export const SentChangesSchema = exact({
  /** Of the document. */
  stream: Type.String({ minLength: 1, maxLength: 4_096 }),
  /** Ids of events, the oldest first. */
  events: Type.Array(Type.String({ pattern: '^[!-~]{1,64}$' }), { maxItems: MAX_CHANGES }),
});
export type SentChanges = Static<typeof SentChangesSchema>;

/** What is about to be sent. Never holds credentials. */
export const ActionRequestSchema = exact({
  /** RFC 3339. */
  at: Type.String(),
  /** Id of the cluster in the configuration. */
  cluster: Type.String({ minLength: 1 }),
  /** Name of the route of the API. */
  route: Type.String({ minLength: 1 }),
  /** What is to be done, in words: with the names where there is a `doneTitle`, else what the route does in general. */
  title: Type.String({ minLength: 1 }),
  /** What was done, in words with the names; absent in what was recorded earlier. */
  doneTitle: Type.Optional(Type.String({ minLength: 1 })),
  /** Names of the targets. */
  names: Type.Array(Type.String()),
  requestId: Type.String(),
  /** Where the request came from; absent where the server itself acts. */
  address: Type.Optional(Type.String()),
  /** JSON text of the request's body. */
  body: Type.Optional(LoggedTextSchema),
  /** Absent if the request was not made from a document, or the caller did not name the changes. */
  changes: Type.Optional(
    exact({
      ...SentChangesSchema.properties,
      /** How many of the events the server had not recorded when the action began; absent where it had all. */
      unrecorded: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
  ),
});

/** Members of an action that follow its request. */
export const ActionEndSchema = exact({
  outcome: ActionOutcomeSchema,
  /** What was sent to change the cluster, in order. */
  calls: Type.Optional(Type.Array(LoggedCallSchema)),
  /** How many more there were. */
  moreCalls: Type.Optional(Type.Integer({ minimum: 1 })),
});

export type ActionEnd = Static<typeof ActionEndSchema>;

export const ActionSchema = exact({
  ...ActionRequestSchema.properties,
  /** Absent while it runs, and where the server ended in between. */
  outcome: Type.Optional(ActionOutcomeSchema),
  calls: ActionEndSchema.properties.calls,
  moreCalls: ActionEndSchema.properties.moreCalls,
  settled: Type.Optional(SettlementSchema),
});
export type Action = Static<typeof ActionSchema>;

/**
 * How an action stands: `open` until something is known of it. What was found on the cluster goes before an unknown
 * outcome.
 */
export type ActionState = 'open' | ActionOutcome['kind'];

export function stateOfAction({ outcome, settled }: Pick<Action, 'outcome' | 'settled'>): ActionState {
  if (outcome !== undefined && outcome.kind !== 'unknown') return outcome.kind;
  return settled?.found ?? outcome?.kind ?? 'open';
}

const ACTION_STREAM = 'action/';

/** One action: the cluster's id in the configuration, and a ULID. */
export interface ActionRef {
  readonly cluster: string;
  readonly id: string;
}

/** The stream of an action. */
export function actionStream({ cluster, id }: ActionRef): string {
  return `${ACTION_STREAM}${encodeURIComponent(cluster)}/${id}`;
}

/** Whose stream this is; null for another stream. */
export function parseActionStream(stream: string): ActionRef | null {
  if (!stream.startsWith(ACTION_STREAM)) return null;
  const [cluster, id, ...more] = stream.slice(ACTION_STREAM.length).split('/');
  if (!cluster || !id || more.length > 0) return null;
  try {
    return { cluster: decodeURIComponent(cluster), id };
  } catch {
    return null;
  }
}

/** The body of an action's document; undefined where it has none. */
export function actionOf(body: Body): Action | undefined {
  // The commands keep it in this form.
  return isObject(body) ? (body as unknown as Action) : undefined;
}

interface ActionWording {
  /** How many names there are, where `names` are the first of more. */
  readonly nameCount?: number;
  /** What is to be done where absent. */
  readonly state?: ActionState;
}

/** How many names a summary says. */
const MAX_SUMMARY_NAMES = 3;

/** Names within a sentence; `count` is given where they are the first of more. */
export function listNames(names: readonly string[], count: number = names.length): string {
  const more = count - MAX_SUMMARY_NAMES;
  return `${names.slice(0, MAX_SUMMARY_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** An action in words: "Updated mapping of orders" where it was done, else "Update mapping of orders". */
export function describeAction(
  { title, doneTitle, names }: Pick<Action, 'title' | 'doneTitle' | 'names'>,
  { nameCount, state }: ActionWording = {},
): string {
  if (doneTitle !== undefined) return state === 'done' ? doneTitle : title;
  return names.length === 0 ? title : `${title}: ${listNames(names, nameCount)}`;
}
