import { actionStream, describeAction, type ActionState } from '#domain/action';
import { RULES } from '#domain/events';
import type { RouteAnswer, RouteInput } from '#domain/wire';
import type { ConsoleApi } from '../../platform/console-api.ts';
import type { Change, ChangeFeed, ListedAction } from './change-reader.ts';
import type { ChangedDocument } from './documents.ts';

/** A page of the list of actions. */
export type ActionPage = RouteAnswer<'actions.list'>;
/** Which actions are listed. */
export type ActionsQuery = Pick<RouteInput<'actions.list'>['query'], 'name' | 'limit' | 'stream' | 'event' | 'from'>;

/** Where the actions on a cluster are requested. */
export interface ActionSource {
  /** Label of the cluster, for display. */
  readonly label: string;
  readonly api: ConsoleApi;
  readonly query: ActionsQuery;
  readonly first: ActionPage;
}

export const ACTION_STATES: Readonly<Record<ActionState, { label: string; tone: 'green' | 'danger' | 'warning' }>> = {
  done: { label: 'Done', tone: 'green' },
  failed: { label: 'Failed', tone: 'danger' },
  unknown: { label: 'Outcome unknown', tone: 'warning' },
  open: { label: 'Not finished', tone: 'warning' },
};

/** The actions on a cluster, page by page: only the list is read. */
export function actionFeed({ label, api, query, first }: ActionSource): ChangeFeed {
  /** Changes that were not taken yet, the newest last. */
  let waiting = changesOf(first);
  let { next } = first;
  return {
    id: `Actions on ${label}`,
    async fill() {
      // A page may be empty for this person and still be followed by others.
      while (waiting.length === 0 && next !== undefined) {
        const page = await api.call('actions.list', { query: { ...query, before: next } });
        waiting = changesOf(page);
        next = page.next;
      }
    },
    newest: () => waiting.at(-1),
    take: () => void waiting.pop(),
  };
}

function changesOf({ actions }: ActionPage): Change[] {
  return actions.map(changeOfAction).reverse();
}

export function changeOfAction(action: ListedAction): Change {
  const { id, version, author, at, route, reason } = action;
  return {
    ...{ stream: actionStream(action), version, id, author, type: route, patch: [], action },
    ...{ rules: RULES, role: 'change' as const },
    // A server has only its own clock.
    ...{ at, recordedAt: at, time: at },
    summary: describeAction(action, action),
    ...(reason !== undefined && { reason }),
  };
}

/** The name by which actions refer to a document; undefined for a document that no cluster has. */
export function nameOnCluster(document: ChangedDocument | undefined): string | undefined {
  return document?.kind === 'index' || document?.kind === 'template' ? document.name : undefined;
}
