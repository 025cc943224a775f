import { doneText, INDEX_ACTIONS, outcomeReason, undoneText, unfinished } from '#domain/console';
import type { FinishedRun } from '../../../machines/index-actions-store.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import styles from './action-reports.module.css';

interface ActionReportsProps {
  readonly reports: readonly FinishedRun[];
  readonly onDismiss: (report: FinishedRun) => void;
  /** Repeats the action on the indices where it was not done. */
  readonly onAgain: (report: FinishedRun, names: readonly string[]) => void;
  readonly isReadOnly: boolean;
}

/** The results of actions that failed for some indices: each failure with its reason, until the report is dismissed. */
export function ActionReports({ reports, onDismiss, onAgain, isReadOnly }: ActionReportsProps) {
  return reports.map((report) => {
    const { run, outcomes } = report;
    const action = INDEX_ACTIONS[run.action];
    const undone = unfinished(outcomes);
    const done = outcomes.length - undone.length;
    // Indices whose result is unknown have to be checked first.
    const again = undone.filter(({ outcome }) => outcome !== 'unknown').map(({ name }) => name);
    return (
      <Banner
        key={run.id}
        kind="danger"
        title={undoneText(action, undone, outcomes.length)}
        onDismiss={() => onDismiss(report)}
        actions={
          again.length > 0 &&
          !isReadOnly && (
            <Button size="small" onPress={() => onAgain(report, again)}>
              Try again
            </Button>
          )
        }
      >
        {done > 0 && <p>{doneText(action, done)}.</p>}
        <div className={styles['outcomes']} tabIndex={0} role="region" aria-label="Failed indices">
          <dl>
            {undone.map((outcome) => (
              <div key={outcome.name} className={styles['outcome']}>
                <dt>{outcome.name}</dt>
                <dd>{outcomeReason(outcome)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </Banner>
    );
  });
}
