import type { Index } from '#domain/console';
import { member, objectMember } from '#domain/json';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { displaySize, formatCount } from './facts.tsx';
import { asJson } from './index-data.ts';
import { Panel } from './panel.tsx';
import styles from './summary.module.css';

/** Documents and bytes, of the primaries and of all copies. A closed index has no such figures. */
export function StoragePanel({ index }: { readonly index: Index }) {
  const { name, status, documents, documents_deleted: deleted, size, primary_size: primarySize } = index;
  const isOpen = status !== 'close';
  const { data } = useApiQuery('stats.get', { params: { name } }, { isEnabled: isOpen });
  const docs = objectMember(objectMember(asJson(data?.stats), 'total') ?? {}, 'docs') ?? {};
  const rows = [
    ['Documents', formatCount(documents), formatCount(countIn(docs, 'count'))],
    ['Deleted documents', formatCount(deleted), formatCount(countIn(docs, 'deleted'))],
    ['Size', displaySize(primarySize), displaySize(size)],
  ] as const;
  return (
    <Panel title="Documents and storage">
      {isOpen ? (
        <table className={styles['figures']}>
          <thead>
            <tr>
              <td />
              <th scope="col">Primaries</th>
              <th scope="col">With replicas</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([title, primaries, all]) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{primaries ?? '–'}</td>
                <td>{all ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className={styles['text']}>A closed index reports no documents and no size. Open it to see them.</p>
      )}
    </Panel>
  );
}

function countIn(docs: ReturnType<typeof asJson>, key: string): number | undefined {
  const value = member(docs, key);
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}
