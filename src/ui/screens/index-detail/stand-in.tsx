import { Link } from '@tanstack/react-router';
import { isArray } from '#domain/json';
import { BottomBar } from '../../kit/bottom-bar.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import common from '../../kit/common.module.css';
import styles from './index-detail.module.css';

/** What has the name of an index that is gone. */
export interface StandIn {
  readonly kind: string;
  readonly indices: readonly string[];
}

/** How many indices are linked. */
const MOST_LINKED = 3;

/** The alias or data stream that has the name of a missing index; null where none has it, and while that is read. */
export function useStandIn(name: string, isMissing: boolean): StandIn | null {
  const { error } = useApiQuery('mapping.get', { params: { name } }, { isEnabled: isMissing });
  const { kind, indices } = error?.attributes ?? {};
  if (!isMissing || typeof kind !== 'string' || !isArray(indices)) return null;
  return { kind, indices: indices.filter((index) => typeof index === 'string') };
}

/** Says what has the name of an index now, with links to the mappings of its indices. */
export function StandInBar({ name, standIn }: { readonly name: string; readonly standIn: StandIn }) {
  return (
    <BottomBar label="Index replaced" words={<StandInWords name={name} standIn={standIn} />}>
      {null}
    </BottomBar>
  );
}

export function StandInWords({
  name,
  standIn: { kind, indices },
}: {
  readonly name: string;
  readonly standIn: StandIn;
}) {
  const more = indices.length - MOST_LINKED;
  return (
    <p className={common['explanation']}>
      {name} is {kind === 'data_stream' ? 'a data stream' : `an ${kind}`} now, of{' '}
      {indices.slice(0, MOST_LINKED).map((index, at) => (
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
