import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import {
  doneText,
  INDEX_ACTIONS,
  indexActionMetric,
  mergeIndices,
  undoneText,
  unfinished,
  type Index,
  type IndexActionId,
  type RowStatus,
} from '#domain/console';
import type { HttpService } from '#domain/ports';
import {
  indexActionsStore,
  rowStatuses,
  type FinishedRun,
  type IndexActionsStore,
  type IndexRun,
} from '../../../machines/index-actions-store.ts';
import { useApi } from '../../platform/api-provider.tsx';
import { consoleApi } from '../../platform/console-api.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useCore } from '../../platform/services.ts';
import { showToast } from '../../kit/toast.tsx';
import { performOver } from './perform-run.ts';

const ActionsContext = createContext<IndexActionsStore | null>(null);
const LIST = ROUTES.indices;

/** Keeps running index actions across screens and reports their results. */
export function IndexActionsProvider({ children }: { readonly children: ReactNode }) {
  const { http } = useCore();
  const queries = useQueryClient();
  const router = useRouter();
  const [store] = useState(() => indexActionsStore(performOver(http)));
  useEffect(() => {
    const { unsubscribe } = store.on('finished', (finished) => {
      tellFinished(finished, {
        isListShown: router.state.location.pathname === LIST,
        onShow: () =>
          void router.navigate({
            to: LIST,
            search: finished.run.clusterId === null ? {} : { cluster: finished.run.clusterId },
          }),
      });
      void readAgain(finished, http, queries);
    });
    return unsubscribe;
  }, [store, http, queries, router]);
  return <ActionsContext value={store}>{children}</ActionsContext>;
}

interface Telling {
  /** The list shows the report itself. */
  readonly isListShown: boolean;
  readonly onShow: () => void;
}

function tellFinished({ run, outcomes }: FinishedRun, { isListShown, onShow }: Telling): void {
  const action = INDEX_ACTIONS[run.action];
  const undone = unfinished(outcomes);
  if (undone.length === 0) {
    const [only] = run.names;
    showToast({
      kind: 'success',
      title: doneText(action, outcomes.length),
      ...(run.names.length === 1 && only !== undefined && { text: only }),
    });
  } else if (!isListShown) {
    showToast({
      kind: 'danger',
      title: undoneText(action, undone, outcomes.length),
      action: { label: 'Show details', onAction: onShow },
    });
  }
}

/** Reads the rows of a run again and puts them into the list, where it has been read. */
async function readAgain(
  { run: { clusterId, action, names }, outcomes }: FinishedRun,
  http: HttpService,
  queries: QueryClient,
): Promise<void> {
  const queryKey = [clusterId, 'indices.list', {}];
  const isDeleted = action === 'delete';
  const indexNames = isDeleted ? unfinished(outcomes).map(({ name }) => name) : [...names];
  try {
    const rows =
      indexNames.length === 0 ? [] : await consoleApi(http, clusterId).call('indices.reload', { body: { indexNames } });
    if (queries.getQueryData(queryKey) === undefined) return;
    // A response on its way may be older than the action.
    await queries.cancelQueries({ queryKey });
    queries.setQueryData<readonly Index[]>(queryKey, (list) => list && mergeIndices(list, names, rows));
  } catch {
    // Reading the whole list reports the error.
    await queries.invalidateQueries({ queryKey });
  }
}

/** The running actions on the indices of the chosen cluster, and how to start more. */
export interface IndexActions {
  readonly busy: ReadonlyMap<string, RowStatus>;
  /** Reports of the chosen cluster, the newest last. */
  readonly reports: readonly FinishedRun[];
  start(action: IndexActionId, names: readonly string[], options?: Pick<IndexRun, 'maxNumSegments' | 'reason'>): void;
  dismiss(report: FinishedRun): void;
}

export function useIndexActions(): IndexActions {
  const store = use(ActionsContext);
  if (store === null) throw new Error('useIndexActions must be used within an <IndexActionsProvider />');
  const { clusterId } = useApi();
  const { ids, usage } = useCore();
  // Without @xstate/react, which would load the statecharts that the first screen does not need.
  const { running, reports } = useSyncExternalStore(
    useCallback(
      (listener) => {
        const { unsubscribe } = store.subscribe(listener);
        return unsubscribe;
      },
      [store],
    ),
    () => store.getSnapshot().context,
  );
  return useMemo(
    () => ({
      busy: rowStatuses(running, clusterId),
      reports: reports.filter(({ run }) => run.clusterId === clusterId),
      start(action, names, options) {
        usage.count(indexActionMetric(action, names.length));
        store.trigger.start({ run: { id: ids.next(), clusterId, action, names, ...options } });
      },
      dismiss: ({ run }) => store.trigger.dismiss({ id: run.id }),
    }),
    [store, running, reports, clusterId, ids, usage],
  );
}
