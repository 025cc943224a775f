import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../../platform/console-api.ts';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { MissingNotice } from '../../cluster/missing-notice.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import styles from './index-detail.module.css';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data, ApiError>;
  /** Names the data in the error message. */
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}

/** The requested data, or the error; data that was loaded before is still shown beside a later error. */
export function Loaded<Data>({ query: { data, error, refetch }, what, children }: LoadedProps<Data>) {
  return (
    <div className={styles['pane']}>
      {error !== null && (
        <ApiErrorNotice title={`Couldn’t load ${what}`} error={error} onRetry={() => void refetch()} />
      )}
      <MissingNotice answer={data} />
      {data === undefined
        ? error === null && [72, 56, 64, 48].map((width) => <Skeleton key={width} width={`${width}%`} height="20px" />)
        : children(data)}
    </div>
  );
}
