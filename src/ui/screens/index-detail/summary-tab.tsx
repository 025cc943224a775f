import { Link } from '@tanstack/react-router';
import type { Index } from '#domain/console';
import { member, objectMember } from '#domain/json';
import { CodeClaimText } from '../../cluster/code-claim.tsx';
import { useCodeClaim } from '../../cluster/use-code-claims.ts';
import { TimeAgo } from '../../files/time-ago.tsx';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { Chip } from '../../kit/chip.tsx';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useCore } from '../../platform/services.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useNow } from '../../platform/use-now.ts';
import { ExtensionFaults } from '../indices/extension-faults.tsx';
import { useIndexActions } from '../indices/index-actions-provider.tsx';
import { StatusCell } from '../indices/index-cells.tsx';
import { BlocksPanel } from './blocks-panel.tsx';
import { Facts, displaySize, formatCount } from './facts.tsx';
import { HealthPanel } from './health-panel.tsx';
import { useIndexData, asJson } from './index-data.ts';
import { LifecyclePanel } from './lifecycle-panel.tsx';
import { Loaded } from './loaded.tsx';
import { NoSuchIndex } from './no-such-index.tsx';
import { OriginPanel } from './origin-panel.tsx';
import { Panel } from './panel.tsx';
import { ShardsPanel } from './shards-panel.tsx';
import common from '../../kit/common.module.css';
import detail from './index-detail.module.css';
import styles from './summary.module.css';

/** Maximum number of aliases shown; the aliases tab has all of them. */
const MOST_ALIASES = 20;

/** Health and origin of an index, and the additions of extensions. */
export function SummaryTab({ name }: { readonly name: string }) {
  const query = useApiQuery('indices.reload', { body: { indexNames: [name] } });
  return (
    <>
      <Loaded query={query} what="the index">
        {(rows) => {
          const index = rows.find((row) => row.name === name);
          if (index === undefined) return <NoSuchIndex name={name} />;
          return (
            <>
              <div className={styles['panels']}>
                <HealthPanel index={index} />
                <ShardsPanel index={index} />
                <StoragePanel index={index} />
                <OriginPanel index={index} />
                <AliasesPanel index={index} />
                <DetailsPanel index={index} />
                <BlocksPanel name={name} />
                <LifecyclePanel name={name} />
              </div>
              <Extensions index={index} />
            </>
          );
        }}
      </Loaded>
      {query.data === undefined && <BlocksPanel name={name} />}
    </>
  );
}

function AliasesPanel({ index: { name, aliases, data_stream: stream } }: { readonly index: Index }) {
  if (aliases === undefined) return null;
  const left = aliases.length - MOST_ALIASES;
  return (
    <Panel
      title="Aliases"
      aside={
        <Link className={detail['link']} to={ROUTES.index} params={{ name }} search={{ tab: 'aliases' }}>
          View aliases
        </Link>
      }
    >
      {aliases.length === 0 ? (
        <p className={styles['text']}>
          {stream === undefined
            ? 'None. An alias is a second name that applications can use.'
            : 'None. Applications use the name of the data stream.'}
        </p>
      ) : (
        <ul className={styles['aliases']}>
          {aliases.slice(0, MOST_ALIASES).map((alias) => (
            <li key={alias}>
              <Chip isMono>{alias}</Chip>
            </li>
          ))}
          {left > 0 && <li className={common['muted']}>and {left.toLocaleString('en')} more</li>}
        </ul>
      )}
    </Panel>
  );
}

function DetailsPanel({ index }: { readonly index: Index }) {
  const { name, status, mode, hidden, uuid } = index;
  const { busy } = useIndexActions();
  const { badges } = useExtensions();
  const { data } = useIndexData('settings', name);
  const { clock } = useCore();
  const now = useNow(clock);
  const claim = useCodeClaim('index', name);
  const created = Number(data?.settings['index.creation_date']);
  return (
    <Panel title="Details">
      <Facts
        facts={[
          ['Status', <StatusCell key="status" status={status} rowStatus={busy.get(name)} />],
          ['Created', created > 0 && <TimeAgo at={new Date(created).toISOString()} now={now} />],
          ['Mode', mode],
          ['Hidden', hidden !== undefined && (hidden ? 'Yes' : 'No')],
          ['UUID', uuid && <span className={common['mono']}>{uuid}</span>],
          [
            'Badges',
            badges
              .filter(({ matchIndex }) => matchIndex(index))
              .map(({ label }) => label)
              .join(', ') || undefined,
          ],
          ['Managed by code', claim !== null && <CodeClaimText claim={claim} />],
        ]}
      />
    </Panel>
  );
}

function Extensions({ index }: { readonly index: Index }) {
  const { summaries } = useExtensions();
  return (
    <>
      <ExtensionFaults />
      {summaries.map(({ id, title, of }) => {
        const part = of(index);
        return part === null ? null : (
          <section key={id}>
            <h2 className={detail['title']}>{title}</h2>
            <PanelBoundary what={`The extension “${title}”`} resetKey={index}>
              {part}
            </PanelBoundary>
          </section>
        );
      })}
    </>
  );
}

/** Documents and bytes, of the primaries and of all copies. A closed index has no such values. */
function StoragePanel({ index }: { readonly index: Index }) {
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
        <>
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
          <p className={common['mutedSmall']}>Each object of a nested field counts as a document.</p>
        </>
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
