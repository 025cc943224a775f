import type { ReactNode } from 'react';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { useCancel, type useApiQuery } from '../../platform/use-api-query.ts';

interface CostNoteProps {
  readonly query: ReturnType<typeof useApiQuery<'field_costs.analyze'>>;
  /** Of the button that asks for the first time; absent where there is nothing to ask. */
  readonly start?: string | undefined;
  /** What is said before it was asked. */
  readonly before: string | undefined;
  /** What was found, from the answer. */
  readonly children: ReactNode;
}

export const ANALYZE = 'Analyze disk usage';
export const BEFORE_ANALYSIS =
  'Analyzing the disk usage reads all files of the index, which can take minutes. It needs the index privilege “manage”.';

/** What an analysis of the disk usage has found or would take, with buttons to start and to cancel it. */
export function CostNote({ query, start, before, children }: CostNoteProps) {
  const { data, error, isFetching, refetch } = query;
  const cancel = useCancel('field_costs.analyze');
  return (
    <div className={common['stack2']}>
      {error !== null && <ApiErrorNotice title="The disk usage of fields can’t be analyzed" error={error} />}
      {data === undefined ? <p className={common['explanation']}>{before}</p> : children}
      {start !== undefined && (
        <div className={common['centredRow']}>
          <Button size="small" isPending={isFetching} onPress={() => void refetch()}>
            {data === undefined ? start : 'Analyze again'}
          </Button>
          {isFetching && (
            <Button size="small" onPress={cancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
