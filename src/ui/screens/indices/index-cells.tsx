import { Link } from '@tanstack/react-router';
import { formatSize, parseSize, statusLabel, type ColumnFacts, type Index, type RowStatus } from '#domain/console';
import { LoaderCircle } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import type { IndexBadge } from '../../platform/extensions.ts';
import { Chip } from '../../kit/chip.tsx';
import { Health } from '../../kit/health.tsx';
import { BADGE_TONES } from '../../lists/badge-tones.ts';
import { LegacyTemplateLink, LifecyclePolicyLink, TemplateLink } from '../../lists/links.tsx';
import { ListTime } from '../../lists/list-time.tsx';
import { MiddleEllipsis } from '../../kit/middle-ellipsis.tsx';
import common from '../../kit/common.module.css';
import styles from './index-cells.module.css';

interface NameCellProps {
  readonly index: Index;
  readonly badges: readonly IndexBadge[];
  /** Called when a badge was pressed: filters by the badge. */
  readonly onFilter: (expression: string) => void;
}

/** The name as a link to the index, and the badges that match it. */
export function NameCell({ index, badges, onFilter }: NameCellProps) {
  const matching = badges.filter(({ matchIndex }) => matchIndex(index));
  return (
    <div className={styles['nameCell']}>
      <Link
        to={ROUTES.index}
        params={{ name: index.name }}
        preload={false}
        className={styles['link']}
        title={index.name}
        aria-label={index.name}
      >
        <MiddleEllipsis text={index.name} />
      </Link>
      {matching.map(({ label, color, filterExpression }) => (
        <button
          key={label}
          type="button"
          className={styles['badge']}
          onClick={() => onFilter(filterExpression)}
          title={`Filter by ${filterExpression}`}
        >
          <Chip tone={BADGE_TONES[color]}>{label}</Chip>
        </button>
      ))}
    </div>
  );
}

export function HealthCell({ health }: { readonly health: string | undefined }) {
  return health === undefined ? <Nothing /> : <Health health={health} />;
}

/** The running action on the index, or else its status. */
export function StatusCell({
  status,
  rowStatus,
}: {
  readonly status: string | undefined;
  readonly rowStatus: RowStatus | undefined;
}) {
  return (
    <span
      className={styles['status']}
      {...(rowStatus !== undefined && { 'data-busy': true })}
      {...(status === 'close' && { 'data-closed': true })}
    >
      {rowStatus !== undefined && <LoaderCircle size={14} aria-hidden className={styles['spinner']} />}
      {statusLabel(status, rowStatus)}
    </span>
  );
}

export function CountCell({ count }: { readonly count: number | undefined }) {
  return count === undefined ? <Nothing /> : count.toLocaleString('en');
}

/** A size with a bar that shows its share of the largest size in the list. */
export function SizeCell({ size, largest }: { readonly size: number | string | undefined; readonly largest?: number }) {
  const bytes = parseSize(size);
  if (bytes === undefined) return <Nothing />;
  return (
    <>
      {formatSize(bytes)}
      {largest !== undefined && (
        <span className={styles['track']} aria-hidden>
          <span className={styles['bar']} style={{ width: `${largest === 0 ? 0 : (bytes / largest) * 100}%` }} />
        </span>
      )}
    </>
  );
}

export function DataStreamCell({ name }: { readonly name: string | undefined }) {
  if (name === undefined) return <Nothing />;
  return (
    <Link to={ROUTES.dataStream} params={{ name }} preload={false} className={styles['streamLink']} title={name}>
      {name}
    </Link>
  );
}

export interface FactCellProps {
  readonly index: Index;
  /** Undefined while they are read, and where the cluster has none. */
  readonly facts: ColumnFacts | undefined;
}

export function CreatedCell({ facts }: FactCellProps) {
  return facts?.created === undefined ? <Nothing /> : <ListTime at={new Date(facts.created).toISOString()} />;
}

export function PolicyCell({ index, facts }: FactCellProps) {
  const policy = index.ilmPolicyName ?? facts?.policy;
  return policy === undefined ? <Nothing /> : <LifecyclePolicyLink name={policy} />;
}

export function PhaseCell({ facts }: FactCellProps) {
  if (facts?.phase === undefined && facts?.hasFailed !== true) return <Nothing />;
  return (
    <>
      {facts.phase} {facts.hasFailed === true && <Chip tone="danger">Failed</Chip>}
    </>
  );
}

export function TierCell({ facts }: FactCellProps) {
  return facts?.tier ?? <Nothing />;
}

export function TemplateCell({ facts }: FactCellProps) {
  const { names, isLegacy } = facts?.templates ?? { names: [], isLegacy: false };
  if (names.length === 0) return <Nothing />;
  const Reference = isLegacy ? LegacyTemplateLink : TemplateLink;
  return names.map((name, at) => (
    <span key={name}>
      {at > 0 && ', '}
      <Reference name={name} />
    </span>
  ));
}

/** From this share of the limit on, the count is marked. */
const NEAR_LIMIT = 0.9;

export function FieldsCell({ facts }: FactCellProps) {
  const { fields, limit } = facts?.fields ?? {};
  if (fields === undefined) return <Nothing />;
  if (limit === undefined) return fields.toLocaleString('en');
  const words = `${fields.toLocaleString('en')} / ${limit.toLocaleString('en')}`;
  return fields >= limit * NEAR_LIMIT ? <Chip tone="warning">{words}</Chip> : words;
}

function Nothing() {
  return <span className={common['subtle']}>–</span>;
}
