import { RotateCw, SearchX, type LucideIcon } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useActions } from '../actions/use-actions.tsx';
import { keysOf } from '../actions/action-list.ts';
import type { ApiError } from '../platform/console-api.ts';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { SearchField } from '../kit/search-field.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import hidden from '../kit/visually-hidden.module.css';
import styles from './lists.module.css';

interface ListFrameProps {
  /** Of what it is a list: "data streams". */
  readonly noun: string;
  readonly lead: string;
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Switches and choices beside the filter. */
  readonly choices?: ReactNode;
  /** What can be done with the rows that are ticked. */
  readonly bulk?: ReactNode;
  /** Absent where the list follows by itself. */
  readonly refresh?: { readonly isPending: boolean; readonly run: () => void };
  /** Above the rows: what came of something. */
  readonly notices?: ReactNode;
  readonly children: ReactNode;
}

/** What stands around the rows of a list. */
export function ListFrame({ noun, lead, filter, onFilter, choices, bulk, refresh, notices, children }: ListFrameProps) {
  const input = useRef<HTMLInputElement>(null);
  useActions([
    { id: 'list.filter', run: () => input.current?.focus() },
    ...(refresh ? [{ id: 'list.refresh' as const, run: refresh.run }] : []),
  ]);
  return (
    <div className={styles['page']}>
      <p className={styles['lead']}>{lead}</p>
      <div className={styles['tools']}>
        <div className={styles['filter']}>
          <SearchField
            label={`Filter ${noun}`}
            value={filter}
            onChange={onFilter}
            keys={keysOf('list.filter')}
            inputRef={input}
          />
        </div>
        {choices}
        <div className={styles['buttons']}>
          {bulk}
          {refresh && (
            <IconButton icon={RotateCw} label={`Refresh ${noun}`} isPending={refresh.isPending} onPress={refresh.run} />
          )}
        </div>
      </div>
      {notices !== undefined && <div className={styles['notices']}>{notices}</div>}
      {children}
    </div>
  );
}

interface ListStatesProps {
  readonly noun: string;
  readonly icon: LucideIcon;
  readonly error: ApiError | null;
  readonly onRetry: () => void;
  /** Whether an answer has come, be it an older one. */
  readonly isRead: boolean;
  /** How many there are, and how many the filter leaves. */
  readonly total: number;
  readonly found: number;
  readonly onClear: () => void;
  /** What to say where there is none. */
  readonly empty: { readonly title: string; readonly text: string };
  readonly children: ReactNode;
}

/** The rows, or what stands in their place. An answer that failed leaves the rows of the one before. */
export function ListStates({
  noun,
  icon,
  error,
  onRetry,
  isRead,
  total,
  found,
  onClear,
  empty,
  children,
}: ListStatesProps) {
  return (
    <>
      {error && (
        <div className={styles['notices']}>
          <ApiErrorNotice title={`The ${noun} can’t be listed`} error={error} onRetry={onRetry} />
        </div>
      )}
      {!isRead && !error && <LoadingRows noun={noun} />}
      {isRead && total === 0 && (
        <EmptyState icon={icon} title={empty.title}>
          <p>{empty.text}</p>
        </EmptyState>
      )}
      {isRead && total > 0 && found === 0 && (
        <EmptyState
          icon={SearchX}
          title={`No ${noun} match your filter`}
          actions={<Button onPress={onClear}>Clear filter</Button>}
        >
          <p>There are {total.toLocaleString('en')} without it.</p>
        </EmptyState>
      )}
      {found > 0 && children}
    </>
  );
}

function LoadingRows({ noun }: { readonly noun: string }) {
  return (
    <div className={styles['loading']} role="status">
      <span className={hidden['text']}>Loading {noun}</span>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="20px" />
      ))}
    </div>
  );
}
