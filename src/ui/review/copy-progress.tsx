import { countOf } from '#domain/console';
import common from '../kit/common.module.css';
import { ProgressBar } from '../kit/progress-bar.tsx';
import { useApiQuery } from '../platform/use-api-query.ts';

/** How often it is asked how far a run is. */
const PROGRESS_MS = 1_000;

interface CopyProgressProps {
  /** A noun: "rehearsal". */
  readonly what: string;
  /** The name of the index whose documents are copied. */
  readonly name: string;
  readonly id: string | undefined;
  /** What the documents are of, where some are copied several times: "of all samples". */
  readonly of?: string;
}

/** How far a run is that copies documents into scratch indices; nothing until it has begun. */
export function CopyProgress({ what, name, id = '', of }: CopyProgressProps) {
  const { data } = useApiQuery(
    'documents.rehearsal',
    { params: { name }, query: { id } },
    { refetchEveryMs: PROGRESS_MS },
  );
  if (data?.progress === undefined) return null;
  const { done, total } = data.progress;
  const all = [countOf(total, 'document'), ...(of === undefined ? [] : [of])].join(' ');
  return (
    <div className={common['stack2']}>
      <ProgressBar label={`Progress of the ${what}`} value={done} max={total} />
      <p className={common['muted']}>
        {done < total
          ? `${done.toLocaleString('en')} of ${all} indexed.`
          : `All ${all} indexed. Their sizes are being measured.`}
      </p>
    </div>
  );
}
