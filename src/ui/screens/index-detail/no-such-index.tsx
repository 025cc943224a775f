import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Index } from '#domain/console';
import { EmptyState } from '../../kit/empty-state.tsx';
import { SearchX } from '../../kit/icons/icons.ts';
import { IndexLink } from '../../lists/links.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import styles from './index-detail.module.css';

/** Maximum number of links; the list of indices has all of them. */
const MOST_LINKS = 20;

/** Reports that no index has the name; where an alias or a data stream has it, links to its indices. */
export function NoSuchIndex({ name }: { readonly name: string }) {
  const { data: indices = [] } = useApiQuery('indices.list', {});
  const behindAlias = indices.filter(({ aliases }) => aliases?.includes(name) === true);
  const behindStream = indices.filter(({ data_stream: stream }) => stream === name);
  const toIndices = (
    <Link className={styles['link']} to={ROUTES.indices}>
      Go to Indices
    </Link>
  );
  if (behindAlias.length > 0)
    return (
      <Missing title={`${name} is an alias`} action={toIndices}>
        It points to {behindAlias.length === 1 ? 'this index:' : 'these indices:'}
        <Names indices={behindAlias} />
      </Missing>
    );
  if (behindStream.length > 0)
    return (
      <Missing
        title={`${name} is a data stream`}
        action={
          <Link className={styles['link']} to={ROUTES.dataStream} params={{ name }}>
            Open data stream
          </Link>
        }
      >
        Its backing indices are:
        <Names indices={behindStream} />
      </Missing>
    );
  return (
    <Missing title="There is no such index" action={toIndices}>
      It may have been deleted or renamed, or it is on another cluster.
    </Missing>
  );
}

function Missing({
  title,
  action,
  children,
}: {
  readonly title: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <EmptyState icon={SearchX} title={title} actions={action}>
      {children}
    </EmptyState>
  );
}

function Names({ indices }: { readonly indices: readonly Index[] }) {
  const left = indices.length - MOST_LINKS;
  return (
    <ul className={styles['behind']}>
      {indices.slice(0, MOST_LINKS).map(({ name }) => (
        <li key={name}>
          <IndexLink name={name} />
        </li>
      ))}
      {left > 0 && <li>and {left.toLocaleString('en')} more</li>}
    </ul>
  );
}
