import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { decodeTime } from 'ulid';
import { useApiInTime } from '../../platform/api-in-time.ts';
import type { ApiError } from '../../platform/console-api.ts';
import type { ActionPage, ActionsQuery } from './actions.ts';
import type { ListedAction } from './change-reader.ts';
import { actionsIn } from './reach.ts';

/** Actions of one page. */
const PAGE = '100';

/** The actions on the chosen cluster that a query finds, as far back as they were asked for. */
interface ActionPages {
  /** The newest first. */
  readonly actions: readonly ListedAction[];
  /** Nothing is known yet. */
  readonly isPending: boolean;
  readonly error: ApiError | null;
  /** Every action since this time is read; empty where all are. RFC 3339. */
  readonly since: string;
  /** How many the person may not see, of those that were looked at. */
  readonly hidden: number;
  readonly isReading: boolean;
  readonly readOlder: () => void;
  readonly retry: () => void;
}

/** Reads the actions page by page: the newest page at once, an older one on demand. */
export function useActionPages(query: ActionsQuery, isEnabled = true): ActionPages {
  const { api, clusterId } = useApiInTime();
  const found = useInfiniteQuery<ActionPage, ApiError, readonly ActionPage[], readonly unknown[], string | undefined>({
    queryKey: [clusterId, 'actions.list', query, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'actions.list',
        { query: { ...query, limit: PAGE, ...(pageParam !== undefined && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages,
    enabled: isEnabled,
  });
  const { data, error, isFetchNextPageError, isFetching, fetchNextPage, refetch } = found;
  const actions = useMemo(() => actionsIn(data ?? []), [data]);
  const next = data?.at(-1)?.next;
  return {
    actions,
    isPending: isEnabled && data === undefined && error === null,
    error: isEnabled ? error : null,
    since: next === undefined ? '' : new Date(decodeTime(next)).toISOString(),
    hidden: (data ?? []).reduce((sum, page) => sum + page.hidden, 0),
    isReading: isFetching,
    readOlder: () => void fetchNextPage(),
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  };
}
