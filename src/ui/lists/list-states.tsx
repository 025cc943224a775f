import type { ReactNode } from 'react';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { SearchX, type Icon } from '../kit/icons/icons.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import hidden from '../kit/visually-hidden.module.css';
import type { ApiError } from '../platform/console-api.ts';
import styles from './lists.module.css';

/** The response that a list shows; a result of `useApiQuery` is one. */
export interface ListQuery {
  /** Absent until the first response. */
  readonly data: unknown;
  readonly error: ApiError | null;
  readonly isFetching: boolean;
}

/** What is said, and can be done, where there is no row. */
export interface EmptyList {
  readonly title: string;
  readonly text: ReactNode;
  readonly actions?: ReactNode;
}

interface ListStatesProps {
  /** "data streams". */
  readonly many: string;
  readonly icon: Icon;
  readonly query: ListQuery | undefined;
  readonly onRetry: (() => void) | undefined;
  readonly loadingLabel: string;
  /** How many there are, and how many the filter leaves. */
  readonly total: number;
  readonly foundCount: number;
  readonly onClear: () => void;
  readonly empty: EmptyList;
  readonly noMatches: (() => ReactNode) | undefined;
  readonly children: ReactNode;
}

/** The rows, or what stands in their place: loading, nothing there, nothing found. */
export function ListStates({
  many,
  icon,
  query,
  loadingLabel,
  total,
  foundCount,
  onClear,
  empty,
  noMatches,
  children,
}: Omit<ListStatesProps, 'onRetry'>) {
  if (query !== undefined && query.data === undefined)
    return query.error === null && <LoadingRows label={loadingLabel} />;
  if (total === 0) {
    return (
      <EmptyState icon={icon} title={empty.title} {...(empty.actions !== undefined && { actions: empty.actions })}>
        {empty.text}
      </EmptyState>
    );
  }
  if (foundCount > 0) return children;
  if (noMatches !== undefined) return noMatches();
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${many} match your filter`}
      actions={<Button onPress={onClear}>Clear filter</Button>}
    >
      <p>Clear the filter to see all {total.toLocaleString('en')}.</p>
    </EmptyState>
  );
}

/** Why the list can't be read. A response that failed leaves the rows of the one before. */
export function ListError({ many, query, onRetry }: Pick<ListStatesProps, 'many' | 'query' | 'onRetry'>) {
  if (query === undefined || query.error === null) return null;
  const title =
    query.data === undefined ? `Couldn’t load ${many}` : `Couldn’t refresh ${many}. The list may be out of date.`;
  return <ApiErrorNotice title={title} error={query.error} {...(onRetry !== undefined && { onRetry })} />;
}

function LoadingRows({ label }: { readonly label: string }) {
  return (
    <div className={styles['loading']} role="status" aria-label={label}>
      <span className={hidden['text']}>{label}</span>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} height="20px" />
      ))}
    </div>
  );
}
