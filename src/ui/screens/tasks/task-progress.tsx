import type { Task } from '#domain/console';
import { ProgressBar } from '../../kit/progress-bar.tsx';
import common from '../../kit/common.module.css';
import styles from './tasks.module.css';

/** How many documents a task has done, where the engine says so. */
export function TaskProgress({ task: { id, progress } }: { readonly task: Pick<Task, 'id' | 'progress'> }) {
  if (progress === undefined) return <span className={common['muted']}>Not reported</span>;
  const { done, total } = progress;
  return (
    <span className={styles['bar']}>
      <ProgressBar label={`Progress of ${id}`} value={done} max={total} />
      <span>
        {done.toLocaleString('en')} of {total.toLocaleString('en')}
      </span>
    </span>
  );
}
