import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isArray } from '#domain/json';
import { BottomBar } from '../../kit/bottom-bar.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import common from '../../kit/common.module.css';
import styles from './index-detail.module.css';

/** How many indices are linked. */
const MOST_LINKED = 3;

/** {@link StandIn} as a bar below the mapping that is kept of the index. */
export function StandInBar({ name }: { readonly name: string }) {
  const words = useStandIn(name);
  return words !== null && <BottomBar label="Index replaced" words={words} />;
}

/** What has the name of a missing index, with links to the mappings of its indices; nothing where none has it. */
export function StandIn({ name }: { readonly name: string }) {
  return useStandIn(name);
}

function useStandIn(name: string): ReactNode {
  const { error } = useApiQuery('mapping.get', { params: { name } });
  const { kind, indices } = error?.attributes ?? {};
  if (typeof kind !== 'string' || !isArray(indices)) return null;
  const names = indices.filter((index) => typeof index === 'string');
  const more = names.length - MOST_LINKED;
  return (
    <p className={common['explanation']}>
      {name} is {kind === 'data_stream' ? 'a data stream' : `an ${kind}`} now, of{' '}
      {names.slice(0, MOST_LINKED).map((index, at) => (
        <span key={index}>
          {at > 0 && ', '}
          <Link className={styles['link']} to={ROUTES.indexMapping} params={{ name: index }}>
            {index}
          </Link>
        </span>
      ))}
      {more > 0 && ` and ${more.toLocaleString('en')} more`}.
    </p>
  );
}
