import type { ReactNode } from 'react';
import type { DataStream, Index } from '#domain/console';
import type { Icon } from '../kit/icons/icons.ts';
import { observable, type Observable } from '../kit/observable.ts';
import type { ConsoleApi } from './console-api.ts';
import type { MessageKind } from '../kit/message-kind.tsx';

/** A mark on the rows that it matches, and the filter that finds them. */
export interface IndexBadge {
  readonly matchIndex: (index: Index) => boolean;
  /** Matches data streams that have the badge, too. */
  readonly matchDataStream?: (stream: DataStream) => boolean;
  readonly label: string;
  /** Its expression in the filter of the list: `isFrozen:true`. */
  readonly filterExpression: string;
  readonly color: 'primary' | 'default' | 'warning' | 'danger' | 'success';
}

/** A notice above the list about some of its indices; null where there is none. */
export interface IndexBanner {
  readonly id: string;
  readonly of: (
    indices: readonly Index[],
  ) => { readonly kind: MessageKind; readonly title: string; readonly text?: string; readonly filter?: string } | null;
}

/** A choice beside the filter of the list; the chosen value is put into the filter. */
export interface IndexFilter {
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly label: string; readonly filterExpression: string }[];
}

/** A switch above the list. When off, the indices that it matches are left out. */
export interface IndexToggle {
  readonly id: string;
  readonly label: string;
  readonly matchIndex: (index: Index) => boolean;
}

/** A part of an index' summary; null where it has nothing about this index. */
export interface IndexSummary {
  readonly id: string;
  readonly title: string;
  readonly of: (index: Index) => ReactNode | null;
  /** The same for a data stream. */
  readonly ofDataStream?: (stream: DataStream) => ReactNode | null;
}

/** An action on indices, in addition to those of the console. */
export interface IndexAction {
  readonly id: string;
  readonly label: (indices: readonly Index[]) => string;
  readonly icon?: Icon;
  readonly isDanger?: boolean;
  readonly isAvailable: (indices: readonly Index[]) => boolean;
  /** The confirmation before it runs; none where absent. */
  readonly confirm?: (indices: readonly Index[]) => {
    readonly title: string;
    readonly text: string;
    readonly button: string;
  };
  /** Resolves when it is done; a rejection is shown. The list is refreshed after it. */
  readonly run: (indices: readonly Index[], api: ConsoleApi) => Promise<void>;
}

/** Everything that others have added to the lists of indices. */
export interface Extensions {
  readonly summaries: readonly IndexSummary[];
  readonly actions: readonly IndexAction[];
  readonly banners: readonly IndexBanner[];
  readonly filters: readonly IndexFilter[];
  readonly badges: readonly IndexBadge[];
  readonly toggles: readonly IndexToggle[];
}

/** Takes extensions, before the console is mounted or while it is open. */
export interface ExtensionsService extends Observable<Extensions> {
  addSummary(summary: IndexSummary): void;
  addAction(action: IndexAction): void;
  addBanner(banner: IndexBanner): void;
  addFilter(filter: IndexFilter): void;
  addBadge(badge: IndexBadge): void;
  addToggle(toggle: IndexToggle): void;
}

/** The badge that exists without an extension. */
const FROZEN: IndexBadge = {
  matchIndex: ({ isFrozen }) => isFrozen === true,
  label: 'Frozen',
  filterExpression: 'isFrozen:true',
  color: 'primary',
};

/** An extensions service that holds the Frozen badge and nothing else. */
export function extensionsService(): ExtensionsService {
  const { getSnapshot, subscribe, set } = observable<Extensions>({
    summaries: [],
    actions: [],
    banners: [],
    filters: [],
    badges: [FROZEN],
    toggles: [],
  });
  const add = <Kind extends keyof Extensions>(kind: Kind, entry: Extensions[Kind][number]) => {
    const extensions = getSnapshot();
    set({ ...extensions, [kind]: [...extensions[kind], entry] });
  };
  return {
    addSummary: (summary) => add('summaries', summary),
    addAction: (action) => add('actions', action),
    addBanner: (banner) => add('banners', banner),
    addFilter: (filter) => add('filters', filter),
    addBadge: (badge) => add('badges', badge),
    addToggle: (toggle) => add('toggles', toggle),
    getSnapshot,
    subscribe,
  };
}
