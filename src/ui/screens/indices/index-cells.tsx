import { Link } from '@tanstack/react-router';
import { formatSize, parseSize, statusLabel, type Index, type RowStatus } from '#domain/console';
import { LoaderCircle } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import type { IndexBadge } from '../../platform/extensions.ts';
import { Chip } from '../../kit/chip.tsx';
import { Health } from '../../kit/health.tsx';
import { BADGE_TONES } from '../../lists/badge-tones.ts';
import { MiddleEllipsis } from '../../kit/middle-ellipsis.tsx';
import styles from './index-cells.module.css';

interface NameCellProps {
  readonly index: Index;
  readonly badges: readonly IndexBadge[];
  /** A badge was pressed: show what has it. */
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

/** What is being done with the index, or else its status. */
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

/** A size with a bar of its share of the largest in the list. */
export function SizeCell({ size, largest }: { readonly size: number | string | undefined; readonly largest?: number }) {
  if (size === undefined) return <Nothing />;
  const bytes = parseSize(size);
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

function Nothing() {
  return <span className={styles['nothing']}>–</span>;
}
