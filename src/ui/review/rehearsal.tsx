import { use, useMemo, useState } from 'react';
import type { JsonObject } from '#domain/json';
import { REHEARSAL_SIZES, type RouteAnswer, type SAMPLE_KINDS } from '#domain/wire';
import { countOf } from '#domain/console';
import { WriteErrorNotice } from '../cluster/api-error-notice.tsx';
import { ReasonContext } from '../cluster/use-reason.tsx';
import { Button } from '../kit/button.tsx';
import common from '../kit/common.module.css';
import { FlaskConical } from '../kit/icons/icons.ts';
import { SegmentedControl } from '../kit/segmented-control.tsx';
import { CopyProgress } from './copy-progress.tsx';
import { rehearsalEstimate, type Interval, type RehearsalEstimate } from './rehearsal-estimate.ts';
import { rehearsalRows } from './rehearsal-rows.ts';
import styles from './review.module.css';
import { useCopyRun } from './use-copy-run.ts';

type Size = (typeof REHEARSAL_SIZES)[number];

type Sample = (typeof SAMPLE_KINDS)[number];

const SAMPLES = [
  { id: 'newest', label: 'Newest' },
  { id: 'random', label: 'Random' },
] as const satisfies readonly { readonly id: Sample; readonly label: string }[];
const SIZES = REHEARSAL_SIZES.map((size) => ({ id: `${size}` as const, label: size.toLocaleString('en') }));

/** So many documents take a minute, or several on a slow cluster. */
const SLOW: Size = 100_000;

interface RehearsalProps {
  /** The name of the live index. */
  readonly name: string;
  /** The whole edited mapping. */
  readonly mappings: JsonObject;
  /** Why nothing can be sent to the cluster. */
  readonly obstacle: string | null;
}

/** Indexes documents of the index in two scratch indices, and compares what the current and the edited mapping do. */
export function Rehearsal({ name, mappings, obstacle }: RehearsalProps) {
  const [size, setSize] = useState<`${Size}`>('1000');
  const [sample, setSample] = useState<Sample>('newest');
  const { mutation: rehearsal, isCancelled, isRunning, begin, cancel } = useCopyRun('documents.rehearse');
  const reason = use(ReasonContext);
  const start = () => {
    const { id, signal } = begin();
    const body = { mappings, documents: Number(size) as Size, sample, id };
    rehearsal.mutate({ params: { name }, body, reason, signal });
  };
  // Edits of other tabs change the mapping while the review is open.
  const { data, error } =
    rehearsal.variables?.body.mappings === mappings ? rehearsal : { data: undefined, error: null };
  return (
    <section className={common['framed']} aria-label="Rehearse on documents">
      <div>
        <strong>Rehearse on documents</strong>
        <p className={styles['muted']}>
          This writes to the cluster: it creates two hidden indices, with the current mapping and with this one, indexes
          documents of {name} in both (the newest, or a random sample from which all are estimated) and deletes them.
          Until then, users with access to indices named mapledger-scratch-* can read the copies. {name} isn’t touched,
          and no document is recorded.
        </p>
      </div>
      <div className={common['wrappedRow']}>
        <SegmentedControl label="Sample" items={SAMPLES} value={sample} onChange={setSample} />
        <SegmentedControl label="Number of documents" items={SIZES} value={size} onChange={setSize} />
        {isRunning && (
          <Button size="small" onPress={cancel}>
            Cancel rehearsal
          </Button>
        )}
        <Button
          size="small"
          icon={FlaskConical}
          isPending={rehearsal.isPending}
          isDisabled={obstacle !== null}
          onPress={start}
        >
          Rehearse on documents
        </Button>
      </div>
      {Number(size) >= SLOW && (
        <p className={styles['muted']}>So many documents can take minutes; cancelling deletes both indices.</p>
      )}
      {isRunning && <CopyProgress what="rehearsal" name={name} id={rehearsal.variables?.body.id} />}
      {isCancelled ? (
        <p role="status">Rehearsal cancelled. The scratch indices are being deleted.</p>
      ) : (
        error !== null && (
          <WriteErrorNotice
            title="The change couldn’t be rehearsed"
            error={error}
            readAgain="the list of scratch indices"
          />
        )
      )}
      {data !== undefined && <RehearsalResult name={name} answer={data} />}
    </section>
  );
}

interface RehearsalResultProps {
  readonly name: string;
  readonly answer: RouteAnswer<'documents.rehearse'>;
}

function RehearsalResult({ name, answer }: RehearsalResultProps) {
  const rows = useMemo(() => rehearsalRows(answer), [answer]);
  const estimate = useMemo(() => rehearsalEstimate(answer), [answer]);
  const missing = [
    ...(answer.before.missing ?? []).map((each) => ({ ...each, mapping: 'current mapping' })),
    ...(answer.after.missing ?? []).map((each) => ({ ...each, mapping: 'edited mapping' })),
  ];
  return (
    <>
      <table className={styles['rehearsal']} aria-label="Results of the rehearsal">
        <thead>
          <tr>
            <th scope="col">Documents</th>
            <th scope="col">Current mapping</th>
            <th scope="col">Edited mapping</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, title, detail, exampleId, before, after, isDifferent }) => (
            <tr key={key} {...(isDifferent && { 'data-different': true })}>
              <th scope="row">
                {title}
                {detail !== undefined && <span className={styles['rehearsalDetail']}>{detail}</span>}
                {exampleId !== undefined && (
                  <span className={styles['rehearsalDetail']}>
                    Example: <span className={common['monoBreaking']}>{exampleId}</span>
                  </span>
                )}
              </th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {missing.map(({ part, reason, mapping }) => (
        <p key={`${mapping} ${part}`} className={common['mutedBreaking']}>
          No {part} for the {mapping}: {reason}
        </p>
      ))}
      <p className={common['muted']} role="status">
        {resultText(name, answer)}
      </p>
      {estimate !== null && <Estimate estimate={estimate} />}
    </>
  );
}

function resultText(name: string, { sample, total, documents }: RouteAnswer<'documents.rehearse'>): string {
  const read = countOf(documents, 'document');
  if (documents >= total) return `Result for all documents of ${name}: ${read}.`;
  return sample === 'newest'
    ? `Result for the newest ${read} of ${name}. It isn’t extrapolated: other documents may differ.`
    : `Result for a random sample of ${read} of ${total.toLocaleString('en')} of ${name}.`;
}

/** All documents as a random sample lets expect, each figure as an interval. */
function Estimate({ estimate: { refused, growth } }: { readonly estimate: RehearsalEstimate }) {
  return (
    <section className={common['stack2']} aria-label="Estimate for all documents">
      <strong>Estimate for all documents</strong>
      <ul className={styles['estimate']}>
        <li>
          Refused: {shareText(refused.before)} with the current mapping, {shareText(refused.after)} with the edited
          mapping. In 95 of 100 samples the true share is within such limits.
        </li>
        <li>
          {growth === null
            ? 'Size: the sample is too small for an estimate, or its sizes differ too much.'
            : `Size with the edited mapping: ${growthText(growth)}, by how the sizes of a quarter, a half and all of the sample differ.`}
        </li>
      </ul>
    </section>
  );
}

const percent = (share: number) => share.toLocaleString('en', { style: 'percent', maximumSignificantDigits: 2 });

function shareText({ low, high }: Interval): string {
  return low === 0 ? `at most ${percent(high)}` : `${percent(low)} to ${percent(high)}`;
}

function growthText({ low, high }: Interval): string {
  if (high < 0) return `${percent(-high)} to ${percent(-low)} smaller`;
  if (low > 0) return `${percent(low)} to ${percent(high)} larger`;
  return `between ${percent(-low)} smaller and ${percent(high)} larger`;
}
