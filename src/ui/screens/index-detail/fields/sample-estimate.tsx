import { useState } from 'react';
import { countOf } from '#domain/console';
import { MAX_ESTIMATED_FIELDS, REHEARSAL_SIZES, type RouteAnswer } from '#domain/wire';
import { WriteErrorNotice } from '../../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../../cluster/cluster-words.tsx';
import { useIsReadOnly } from '../../../cluster/use-cluster.ts';
import { Button } from '../../../kit/button.tsx';
import common from '../../../kit/common.module.css';
import { FlaskConical } from '../../../kit/icons/icons.ts';
import { SegmentedControl } from '../../../kit/segmented-control.tsx';
import type { FieldEstimates } from '../../../editor/costs/use-field-estimates.ts';
import { ListTime } from '../../../lists/list-time.tsx';
import { CopyProgress } from '../../../review/copy-progress.tsx';
import { useCopyRun } from '../../../review/use-copy-run.ts';
import styles from './fields.module.css';

type Answer = RouteAnswer<'documents.estimate'>;
type Size = (typeof REHEARSAL_SIZES)[number];

const SIZES = REHEARSAL_SIZES.map((size) => ({ id: `${size}` as const, label: size.toLocaleString('en') }));
const SELECT = `Select up to ${MAX_ESTIMATED_FIELDS} fields in the list.`;

interface SampleEstimateProps {
  readonly name: string;
  /** The dotted paths of the selected fields; undefined where the cluster measures all fields at once. */
  readonly chosen: readonly string[] | undefined;
  /** Why the selected fields can’t be measured: one sentence for each that can’t. */
  readonly obstacles: readonly string[];
  readonly latest: FieldEstimates['latest'];
  readonly onEstimate: (answer: Answer, isPartial: boolean) => void;
}

/** Measures on copies of a random sample what fields take up, on request. */
export function SampleEstimate({ name, chosen, obstacles, latest, onEstimate }: SampleEstimateProps) {
  const [size, setSize] = useState<`${Size}`>('10000');
  const isReadOnly = useIsReadOnly();
  const { mutation: estimate, isCancelled, isRunning, begin, cancel } = useCopyRun('documents.estimate');
  const start = () => {
    const { id, signal } = begin();
    const body = { documents: Number(size) as Size, id, ...(chosen && { fields: [...chosen] }) };
    estimate.mutate(
      { params: { name }, body, signal },
      { onSuccess: (answer) => onEstimate(answer, chosen !== undefined) },
    );
  };
  const count = chosen?.length;
  const isFewEnough = count === undefined || (count > 0 && count <= MAX_ESTIMATED_FIELDS);
  return (
    <section className={common['framed']} aria-label="Estimate from a sample">
      <div>
        <strong>Estimate from a sample</strong>
        <p className={styles['words']}>
          This writes to the cluster: it creates{' '}
          {chosen === undefined ? 'a hidden index' : 'hidden indices, one for each selected field and a few to compare'}
          , indexes a random sample of {name}, a half and a quarter of it there, and deletes{' '}
          {chosen === undefined ? 'it' : 'them'}. Until then, users with access to indices named mapledger-scratch-* can
          read the copies. {name} isn’t touched, and no document is recorded.
        </p>
      </div>
      <div className={common['wrappedRow']}>
        <SegmentedControl label="Number of documents" items={SIZES} value={size} onChange={setSize} />
        {isRunning && (
          <Button size="small" onPress={cancel}>
            Cancel estimate
          </Button>
        )}
        <Button
          size="small"
          icon={FlaskConical}
          isPending={estimate.isPending}
          isDisabled={isReadOnly || !isFewEnough || obstacles.length > 0}
          onPress={start}
        >
          {count === undefined || count === 0 ? 'Estimate sizes' : `Estimate ${countOf(count, 'field')}`}
        </Button>
      </div>
      {isReadOnly && <p className={styles['words']}>{READ_ONLY_REASON}</p>}
      {!isReadOnly && !isFewEnough && <p className={styles['words']}>{SELECT}</p>}
      {obstacles.map((each) => (
        <p key={each} className={styles['words']}>
          {each}
        </p>
      ))}
      {isRunning && <CopyProgress what="estimate" name={name} id={estimate.variables?.body.id} of="of all samples" />}
      {isCancelled ? (
        <p role="status">Estimate cancelled. The scratch indices are being deleted.</p>
      ) : (
        estimate.error !== null && (
          <WriteErrorNotice
            title="The sizes couldn’t be estimated"
            error={estimate.error}
            readAgain="the list of scratch indices"
          />
        )
      )}
      {latest !== undefined && !isRunning && <Found {...latest} hasAll={chosen === undefined} />}
    </section>
  );
}

interface FoundProps {
  readonly answer: Answer;
  /** ISO 8601. */
  readonly at: string;
  readonly hasEarlier: boolean;
  readonly hasAll: boolean;
}

function Found({ answer, at, hasEarlier, hasAll }: FoundProps) {
  const { total, documents, refused, missing = [], leftovers } = answer;
  const read = documents.toLocaleString('en');
  return (
    <>
      <p className={styles['words']} role="status">
        {documents >= total ? (
          <>
            Measured <ListTime at={at} /> on all {countOf(documents, 'document')}
          </>
        ) : (
          <>
            Estimated <ListTime at={at} /> from a random sample of {read} of {countOf(total, 'document')}
          </>
        )}
        , for merged shards without replicas.
        {!hasAll && ' _id stands for all that the engine adds, except _source.'}
        {hasEarlier && ' Fields that were estimated before keep what was found then.'}
        {refused > 0 && ` Of the sample, ${countOf(refused, 'document was', 'documents were')} refused.`}
      </p>
      {missing.map(({ part, reason }) => (
        <p key={part} className={common['mutedBreaking']}>
          The {part} of the index isn’t known: {reason}
        </p>
      ))}
      {leftovers.length > 0 && (
        <p className={common['mutedBreaking']}>
          {leftovers.join(', ')} couldn’t be deleted. It is tried again at the next test, sign-in or server start.
        </p>
      )}
    </>
  );
}
