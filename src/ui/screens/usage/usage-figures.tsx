import type { ReactNode } from 'react';
import type { UsageTotals } from '#domain/usage';
import { SCREENS } from '../../platform/route-table.ts';
import common from '../../kit/common.module.css';
import styles from './usage-screen.module.css';

interface UsageFiguresProps {
  /** Prefix of the name of each table, for screen readers. */
  readonly label: string;
  readonly events: readonly Pick<UsageTotals['uiCounter'][number], 'appName' | 'eventName' | 'type' | 'total'>[];
  readonly views: UsageTotals['application_usage'];
  readonly agents: readonly Pick<UsageTotals['userAgent'][number], 'appName' | 'userAgent'>[];
  /** Text for the case that nothing was counted. */
  readonly empty: string;
}

/** Names of screens by the paths of their routes; the paths are what is counted. */
const SCREEN_NAMES: ReadonlyMap<string, string> = new Map(
  Object.values(SCREENS).map(({ path, label }) => [path.slice(1), label]),
);

const NUMBERS = new Intl.NumberFormat('en');
const MINUTES = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Events, screens and browsers, the most used first. */
export function UsageFigures({ label, events, views, agents, empty }: UsageFiguresProps) {
  if (events.length + views.length + agents.length === 0) return <p className={common['muted']}>{empty}</p>;
  return (
    <>
      {events.length > 0 && (
        <Table label={`${label}: events`} columns={['Event', 'Kind', 'Times']}>
          {[...events]
            .sort((a, b) => b.total - a.total)
            .map(({ appName, eventName, type, total }) => (
              <tr key={`${appName} ${type} ${eventName}`}>
                <th scope="row">{eventName}</th>
                <td>{type}</td>
                <td>{NUMBERS.format(total)}</td>
              </tr>
            ))}
        </Table>
      )}
      {views.length > 0 && (
        <Table label={`${label}: screens`} columns={['Screen', 'Minutes', 'Clicks']}>
          {[...views]
            .sort((a, b) => b.minutesOnScreen - a.minutesOnScreen)
            .map(({ appId, viewId, minutesOnScreen, numberOfClicks }) => (
              <tr key={`${appId} ${viewId}`}>
                <th scope="row">{SCREEN_NAMES.get(viewId) ?? viewId}</th>
                <td>{MINUTES.format(minutesOnScreen)}</td>
                <td>{NUMBERS.format(numberOfClicks)}</td>
              </tr>
            ))}
        </Table>
      )}
      {agents.length > 0 && (
        <Table label={`${label}: browsers`} columns={['Browser']}>
          {agents.map(({ appName, userAgent }) => (
            <tr key={`${appName} ${userAgent}`}>
              <th scope="row">{userAgent}</th>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

function Table({
  label,
  columns,
  children,
}: {
  readonly label: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <table className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
