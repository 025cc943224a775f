import type { ErrorBody } from '#domain/console';
import { Banner } from '../kit/banner.tsx';
import { showToast } from '../kit/toast.tsx';
import styles from './lists.module.css';

/** The singular and the plural of a noun: "data stream", "data streams". */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** "1 data stream", "12 data streams". */
export function countOf(count: number, { one, many }: Noun): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** The result for each name. */
export interface DeletionOutcome {
  readonly deleted: readonly string[];
  /** The ids of their rows, where a name does not distinguish them. */
  readonly deletedKeys?: readonly string[];
  readonly errors: readonly { readonly name: string; readonly error: ErrorBody }[];
}

/** Shows a toast with the names that were deleted. */
export function tellDeleted({ deleted }: DeletionOutcome, noun: Noun): void {
  if (deleted.length === 0) return;
  showToast({
    kind: 'success',
    title:
      deleted.length === 1 ? `Deleted ${noun.one} “${deleted[0] ?? ''}”` : `Deleted ${countOf(deleted.length, noun)}`,
  });
}

interface DeletionReportProps {
  readonly noun: Noun;
  readonly outcome: DeletionOutcome;
  readonly onDismiss: () => void;
}

/** The names that were not deleted, and why. */
export function DeletionReport({ noun: { one, many }, outcome: { deleted, errors }, onDismiss }: DeletionReportProps) {
  const total = deleted.length + errors.length;
  const title =
    total === 1
      ? `The ${one} was not deleted`
      : `${errors.length.toLocaleString('en')} of ${total.toLocaleString('en')} ${many} were not deleted`;
  return (
    <Banner kind="danger" title={title} onDismiss={onDismiss}>
      <ul className={styles['errors']}>
        {errors.map(({ name, error }, at) => (
          <li key={at}>
            <code>{name}</code>: {error.message}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
