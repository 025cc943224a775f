import { originsOf, type HistoryNode } from '#domain/document';
import { FIRST_RULES, isClusterAuthor, SERVER_READER, type DocumentEvent, type StoredEvent } from '#domain/events';
import { notesSave } from '#domain/history';
import { isObject, member } from '#domain/json';
import type { ActionPage } from './actions.ts';
import type { ListedAction } from './change-reader.ts';
import type { ChangedDocument } from './documents.ts';

/** The effect of a change on the cluster of its object. */
export type Reach =
  /** The change was sent with an action, which is done, has failed, or has an unknown result. */
  | { readonly kind: 'reached' | 'failed' | 'unsure'; readonly action: ListedAction }
  | { readonly kind: 'notSent' }
  /** All of the change was undone or overridden by an event before it could be sent. */
  | { readonly kind: 'superseded'; readonly by: HistoryNode }
  /** The change is what was found on the cluster. */
  | { readonly kind: 'setOutside' }
  /** The document was created on the cluster from what has another log, and read by the server. */
  | { readonly kind: 'created' }
  /**
   * The change is what the server found on the cluster after a save, with the action of that save where it names it.
   */
  | { readonly kind: 'readBack'; readonly actionId: string | null }
  /** A browser says that it found the change on the cluster after a save. */
  | { readonly kind: 'reported' }
  | { readonly kind: 'notKnown' }
  | { readonly kind: 'asking' };

/** The first rules under which actions name the events that they are made of. */
const RULES_WITH_CHANGES = 2;

/** The clusters' responses about the actions that a change was sent with. */
export interface AskedActions {
  /** The pages of the clusters that have responded; each has the newest first. */
  readonly pages: readonly ActionPage[];
  /** How many clusters were asked. */
  readonly asked: number;
  /** How many clusters failed to respond. */
  readonly failed: number;
}

/** The kinds of documents that are sent to clusters. */
const SENT_KINDS: readonly (ChangedDocument['kind'] | undefined)[] = [
  'index',
  'template',
  'draft',
  'shared',
  'deleted',
];

/** Whether clusters are to be asked about a change. */
export function canBeSent(document: ChangedDocument | undefined, event: DocumentEvent, version: number): boolean {
  return SENT_KINDS.includes(document?.kind) && readingIn(document, event, version) === null;
}

/**
 * The effect of a change; null for a document that no cluster has and that was never sent to one. `over` finds the
 * event that kept it from being sent.
 */
export function reachOf(
  document: ChangedDocument | undefined,
  event: DocumentEvent & Pick<Partial<StoredEvent>, 'recordedAt'>,
  version: number,
  { pages, asked, failed }: AskedActions,
  over: () => HistoryNode | null = () => null,
): Reach | null {
  const reading = readingIn(document, event, version);
  if (reading !== null) return reading;
  const sent = actionsIn(pages).map((action) => ({ kind: REACHES[action.state], action }));
  const best = sent.find(({ kind }) => kind === 'reached') ?? sent[0];
  if (best !== undefined) return best;
  if (!isLive(document)) return null;
  if (pages.length + failed < asked) return { kind: 'asking' };
  const { rules = FIRST_RULES, at, recordedAt = at } = event;
  const isUnknown =
    rules < RULES_WITH_CHANGES ||
    asked === 0 ||
    failed > 0 ||
    pages.some(
      ({ hidden, next, erased }) =>
        hidden > 0 || next !== undefined || (erased !== undefined && first(at, recordedAt) <= erased.until),
    );
  if (isUnknown) return { kind: 'notKnown' };
  const by = over();
  return by === null ? { kind: 'notSent' } : { kind: 'superseded', by };
}

/** The actions of all pages, the newest first. */
export function actionsIn(pages: readonly ActionPage[]): readonly ListedAction[] {
  // The ids of actions sort by time.
  return pages.flatMap(({ actions }) => actions).sort((a, b) => (a.id < b.id ? 1 : -1));
}

const REACHES = { done: 'reached', failed: 'failed', unknown: 'unsure', open: 'unsure' } as const;

/** The reach of a change that nobody requested but that was found on the cluster; null for changes that people made. */
function readingIn(document: ChangedDocument | undefined, event: DocumentEvent, version: number): Reach | null {
  if (notesSave(event))
    return event.author.id === SERVER_READER.id
      ? { kind: 'readBack', actionId: actionOf(event) }
      : { kind: 'reported' };
  if (originsOf(event).length > 0) return { kind: 'created' };
  return isClusterAuthor(event.author.id) || (isLive(document) && version === 1) ? { kind: 'setOutside' } : null;
}

function actionOf({ command: { payload } }: DocumentEvent): string | null {
  const action = isObject(payload) ? member(payload, 'action') : undefined;
  return typeof action === 'string' ? action : null;
}

function isLive(document: ChangedDocument | undefined): boolean {
  return document?.kind === 'index' || document?.kind === 'template';
}

function first(one: string, other: string): string {
  return one < other ? one : other;
}
