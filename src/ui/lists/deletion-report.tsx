import type { ErrorBody } from '#domain/console';
import { countOf } from '#domain/console';
import { Banner } from '../kit/banner.tsx';
import { showToast } from '../kit/toast.tsx';
import styles from './lists.module.css';

/** The singular and the plural of a noun: "data stream", "data streams". */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

interface FailedDeletion {
  /** The id of its row; its name where absent. */
  readonly key?: string;
  readonly name: string;
  readonly error: ErrorBody;
  /** It failed where absent. */
  readonly outcome?: 'unknown' | 'not_sent' | undefined;
  /** Whether it was found after its response was lost. */
  readonly isStillThere?: boolean;
}

/** The result for each name. */
export interface DeletionOutcome {
  readonly deleted: readonly string[];
  /** The ids of their rows, where a name does not distinguish them. */
  readonly deletedKeys?: readonly string[];
  readonly errors: readonly FailedDeletion[];
  /** Whether the response about some of the deleted names was lost, and they were found to be gone. */
  readonly wasLost?: boolean;
}

/** Shows a toast with the names that were deleted. */
export function tellDeleted({ deleted, wasLost = false }: DeletionOutcome, noun: Noun): void {
  if (deleted.length === 0) return;
  showToast({
    kind: 'success',
    title:
      deleted.length === 1
        ? `Deleted ${noun.one} “${deleted[0] ?? ''}”`
        : `Deleted ${countOf(deleted.length, noun.one, noun.many)}`,
    ...(wasLost && { text: 'The response was lost, so the cluster was read again.' }),
  });
}

interface DeletionReportProps {
  readonly noun: Noun;
  readonly outcome: DeletionOutcome;
  readonly onDismiss: () => void;
}

/** The names that were not deleted or may not have been, and why. */
export function DeletionReport({ noun: { one, many }, outcome: { deleted, errors }, onDismiss }: DeletionReportProps) {
  const total = deleted.length + errors.length;
  const failed = errors.filter(({ outcome }) => outcome !== 'unknown').length;
  const title =
    failed === 0
      ? 'The result is unknown'
      : total === 1
        ? `The ${one} was not deleted`
        : `${failed.toLocaleString('en')} of ${total.toLocaleString('en')} ${many} were not deleted`;
  return (
    <Banner kind="danger" title={title} onDismiss={onDismiss}>
      <ul className={styles['errors']}>
        {errors.map(({ name, error, outcome, isStillThere = false }, at) => (
          <li key={at}>
            <code>{name}</code>:{' '}
            {outcome === 'unknown' &&
              (isStillThere
                ? 'The response was lost. It still existed afterwards. '
                : 'The response was lost. Check whether it still exists before retrying. ')}
            {error.message}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
