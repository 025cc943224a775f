import { FIRST_RULES, isClusterAuthor, type DocumentEvent, type StoredEvent } from '#domain/events';
import { notesSave } from '#domain/history';
import { isObject, member } from '#domain/json';
import type { ActionPage } from './actions.ts';
import type { ListedAction } from './change-reader.ts';
import type { ChangedDocument } from './documents.ts';

/** What became of a change on the cluster of its object. */
export type Reach =
  /** It was sent with an action, which is done, failed, or of which nobody knows what came of it. */
  | { readonly kind: 'reached' | 'failed' | 'unsure'; readonly action: ListedAction }
  | { readonly kind: 'notSent' }
  /** It is what the cluster was found to have. */
  | { readonly kind: 'setOutside' }
  /** It is what the cluster was found to have after a save, with this action where the server says so. */
  | { readonly kind: 'readBack'; readonly actionId: string | null }
  | { readonly kind: 'notKnown' }
  | { readonly kind: 'asking' };

/** Rules by which actions say of which events they are made. */
const RULES_WITH_CHANGES = 2;

/** What clusters said of the actions that a change was sent with. */
export interface AskedActions {
  /** Of those that have answered; each has the newest first. */
  readonly pages: readonly ActionPage[];
  /** How many were asked. */
  readonly asked: number;
  /** How many did not say. */
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

/** What became of a change; null for a document that no cluster has and that was never sent to one. */
export function reachOf(
  document: ChangedDocument | undefined,
  event: DocumentEvent & Pick<Partial<StoredEvent>, 'recordedAt'>,
  version: number,
  { pages, asked, failed }: AskedActions,
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
  return { kind: isUnknown ? 'notKnown' : 'notSent' };
}

/** The actions of all pages, the newest first. */
export function actionsIn(pages: readonly ActionPage[]): readonly ListedAction[] {
  // Their ids are in the order of time.
  return pages.flatMap(({ actions }) => actions).sort((a, b) => (a.id < b.id ? 1 : -1));
}

const REACHES = { done: 'reached', failed: 'failed', unknown: 'unsure', open: 'unsure' } as const;

/** What is not wanted by anybody, but was found on the cluster; null for what people did. */
function readingIn(document: ChangedDocument | undefined, event: DocumentEvent, version: number): Reach | null {
  if (notesSave(event)) return { kind: 'readBack', actionId: actionOf(event) };
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
