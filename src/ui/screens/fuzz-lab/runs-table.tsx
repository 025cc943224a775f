import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { Chip } from '../../kit/chip.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { columnHelper, useDataTable } from '../../kit/use-data-table.ts';
import { ListTime } from '../../lists/list-time.tsx';
import lists from '../../lists/lists.module.css';
import { ROUTES } from '../../platform/route-table.ts';
import styles from './fuzz-lab.module.css';
import { acceptanceLabel, casesLabel, RUN_STATES, shown, type LabRun } from './lab-labels.ts';
import { RunActions } from './run-actions.tsx';

const ReadOnlyContext = createContext(false);
const column = columnHelper<LabRun>();

/** The columns of the list of runs. */
export const RUN_COLUMNS = column.columns([
  column.accessor(({ target, seed }) => `${target}, seed ${seed}`, {
    id: 'run',
    header: 'Run',
    cell: ({ row: { original: run } }) => (
      <>
        <Link to={ROUTES.fuzzRun} params={{ runId: run.id }} className={lists['link']}>
          {run.target}, seed {run.seed}
        </Link>
        <span className={styles['under']}>
          {run.startedBy} · <ListTime at={run.startedAt} />
          {run.cluster !== null && ` · ${run.cluster.label}`}
          {run.isOnSandbox && ' · Sandbox in memory'}
          {run.beginsWith !== null && ` · ${run.beginsWith}`}
        </span>
      </>
    ),
  }),
  column.accessor('state', {
    header: 'State',
    meta: { className: styles['stateColumn'] },
    cell: ({ row: { original } }) => {
      const { label, tone } = RUN_STATES[original.state];
      return <Chip tone={tone}>{label}</Chip>;
    },
  }),
  column.accessor('cases', {
    header: 'Cases',
    meta: { className: styles['wideColumn'], isNumeric: true },
    cell: ({ row: { original } }) => shown(original.cases),
  }),
  column.accessor('accepted', {
    header: 'Acceptance',
    meta: { className: styles['wideColumn'], isNumeric: true },
    cell: ({ row: { original } }) => acceptanceLabel(original),
  }),
  column.accessor('failures', {
    header: 'Failed',
    meta: { className: styles['failedColumn'], isNumeric: true },
    cell: ({ row: { original } }) =>
      original.failures === 0 ? '0' : <Chip tone="danger">{shown(original.failures)}</Chip>,
  }),
  column.display({
    id: 'actions',
    header: 'Actions',
    meta: { className: styles['actionsColumn'], isActions: true },
    cell: ({ row: { original } }) => <Actions run={original} />,
  }),
]);

const idOf = ({ id }: LabRun) => id;

function Actions({ run }: { readonly run: LabRun }) {
  return <RunActions run={run} isReadOnly={use(ReadOnlyContext)} isSmall />;
}

/** Runs, the newest first. */
export function RunsTable({ runs, isReadOnly }: { readonly runs: readonly LabRun[]; readonly isReadOnly: boolean }) {
  const table = useDataTable({ columns: RUN_COLUMNS, data: runs, getRowId: idOf });
  return (
    <ReadOnlyContext value={isReadOnly}>
      <DataTable table={table} label={`Runs, ${casesLabel(runs.reduce((sum, { cases }) => sum + cases, 0))}`} />
    </ReadOnlyContext>
  );
}
