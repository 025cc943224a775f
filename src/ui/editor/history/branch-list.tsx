import type { History } from '#domain/document';
import { countOf } from '#domain/console';
import { GitBranch } from '../../kit/icons/icons.ts';
import { useRun } from '../fields/use-run.ts';
import { Button } from '../../kit/button.tsx';
import styles from './branch-list.module.css';

/** The number of listed branches; older ones can be found in the list of events. */
const LISTED = 3;

interface BranchListProps {
  readonly history: History;
  readonly isReadOnly: boolean;
  readonly onAt: (version: number | null) => void;
}

/** Edits that were undone and then superseded by a new one: nothing is lost. */
export function BranchList({ history, isReadOnly, onAt }: BranchListProps) {
  const run = useRun();
  const { branches } = history;
  if (branches.length === 0) return null;
  return (
    <ul className={styles['branches']} aria-label="Undone edits">
      {branches
        .slice(-LISTED)
        .reverse()
        .map(({ summaries, tipVersion, forkVersion }) => (
          <li key={forkVersion} className={styles['branch']}>
            <GitBranch size={16} aria-hidden />
            <span className={styles['words']} title={summaries.join('\n')}>
              {countOf(summaries.length, 'undone edit')}
              <span className={styles['summary']}>{summaries.at(-1)}</span>
            </span>
            <Button size="small" variant="quiet" onPress={() => onAt(tipVersion)}>
              Show
            </Button>
            {!isReadOnly && (
              <Button
                size="small"
                onPress={() => {
                  if (run({ type: 'history.restore', payload: { version: tipVersion } })) onAt(null);
                }}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
    </ul>
  );
}
