import { countOf } from '#domain/console';
import common from '../kit/common.module.css';
import { ProgressBar } from '../kit/progress-bar.tsx';
import { useApiQuery } from '../platform/use-api-query.ts';

/** How often it is asked how far a run is. */
const PROGRESS_MS = 1_000;

/** An ID by which the server tells how far a run is, and nobody else asks. */
export function newRunId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-').padStart(16, '0');
}

interface CopyProgressProps {
  /** A noun: "rehearsal". */
  readonly what: string;
  /** The name of the index whose documents are copied. */
  readonly name: string;
  readonly id: string | undefined;
}

/** How far a run is that copies documents into scratch indices; nothing until it has begun. */
export function CopyProgress({ what, name, id = '' }: CopyProgressProps) {
  const { data } = useApiQuery(
    'documents.rehearsal',
    { params: { name }, query: { id } },
    { refetchEveryMs: PROGRESS_MS },
  );
  if (data?.progress === undefined) return null;
  const { done, total } = data.progress;
  return (
    <div className={common['stack2']}>
      <ProgressBar label={`Progress of the ${what}`} value={done} max={total} />
      <p className={common['muted']}>
        {done < total
          ? `${done.toLocaleString('en')} of ${countOf(total, 'document')} indexed.`
          : `All ${countOf(total, 'document')} indexed. Their sizes are being measured.`}
      </p>
    </div>
  );
}
