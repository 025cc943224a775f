import { Link } from '@tanstack/react-router';
import type { Became } from '#domain/commands';
import { NOUN_KINDS } from '#domain/template';
import { useCluster } from '../cluster/use-cluster.ts';
import { draftsOf, type ListedDraft } from '../platform/draft-list.ts';
import { ROUTES } from '../platform/route-table.ts';
import { useServices } from '../platform/services.ts';
import { templateDetailOf } from '../platform/template-links.ts';
import { useDocument } from '../platform/use-document.ts';
import styles from './lists.module.css';

/** What was created from a draft on clusters, with links. */
export function BecameLinks({ draft: { became = [] } }: { readonly draft: ListedDraft }) {
  if (became.length === 0) return null;
  return (
    <span className={styles['became']}>
      Became{' '}
      {became.map((each, index) => (
        <span key={`${each.what} ${each.cluster} ${each.name}`}>
          {index > 0 && ', '}
          {each.what}{' '}
          {each.what === 'index' ? (
            <Link to={ROUTES.index} params={{ name: each.name }} className={styles['reference']}>
              {each.name}
            </Link>
          ) : each.what === 'plan' ? (
            <Link to={ROUTES.plan} params={{ planId: each.id ?? '' }} className={styles['reference']}>
              {each.name}
            </Link>
          ) : (
            <Link
              {...templateDetailOf({ kind: NOUN_KINDS[each.what], name: each.name })}
              className={styles['reference']}
            >
              {each.name}
            </Link>
          )}
        </span>
      ))}
    </span>
  );
}

interface DraftOriginsProps {
  readonly what: Became['what'];
  readonly name: string;
}

/** The drafts that a resource on the chosen cluster was created from; null where there are none. */
export function useDraftOrigins({ what, name }: DraftOriginsProps): readonly ListedDraft[] {
  const { drafts } = useServices();
  const { state } = useDocument(drafts);
  const { uuid, id } = useCluster().data ?? {};
  const cluster = uuid ?? id;
  return draftsOf(state.body).filter(({ became = [] }) =>
    became.some((each) => each.what === what && each.name === name && each.cluster === cluster),
  );
}

/** Links to drafts. */
export function DraftLinks({ drafts }: { readonly drafts: readonly ListedDraft[] }) {
  return drafts.map(({ id, name }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link to={ROUTES.draft} params={{ draftId: id }} className={styles['reference']}>
        {name}
      </Link>
    </span>
  ));
}
