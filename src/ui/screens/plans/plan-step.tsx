import { formatJson, parseJson } from '#domain/json';
import type { ClusterRequest } from '#domain/ports';
import { CopyRequest } from '../../cluster/api-error-notice.tsx';
import { RequestBlock } from '../../cluster/request-block.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Circle, CircleAlert, CircleCheck, CircleDotDashed, CircleX, Undo2, type Icon } from '../../kit/icons/icons.ts';
import { resultWords, STEP_STATES, type PlanStep, type PlanView } from './plan-labels.ts';
import styles from './plans.module.css';

const ICONS: Readonly<Record<PlanStep['state'], Icon>> = {
  pending: Circle,
  running: CircleDotDashed,
  done: CircleCheck,
  failed: CircleX,
  unknown: CircleAlert,
  undoing: CircleDotDashed,
  undone: Undo2,
};

interface PlanStepViewProps {
  readonly number: number;
  readonly step: PlanStep;
  /** Of the step that is at work. */
  readonly progress: PlanView['progress'];
  /** The requests are shown without asking: the plan waits for approval. */
  readonly isOpen: boolean;
}

/** One step: what it does, how far it is, exactly what is sent, and what undoing it means. */
export function PlanStepView({ number, step, progress, isOpen }: PlanStepViewProps) {
  const { title, error, undo, requests, creates } = step;
  // It could not begin: what it needs is not there.
  const state = step.state === 'pending' && error !== undefined ? 'failed' : step.state;
  const Icon = ICONS[state];
  const words = resultWords(step);
  return (
    <li className={styles['step']} data-state={state}>
      <Icon size={18} aria-hidden className={styles['mark']} />
      <div className={styles['body']}>
        <h2 className={styles['stepTitle']}>
          {number}. {title}
          <span className={styles['stepState']}>{STEP_STATES[state]}</span>
        </h2>
        {progress !== undefined && progress.total > 0 && (
          <p className={styles['progress']}>
            <progress value={progress.done} max={progress.total} aria-label={title} />
            {progress.done.toLocaleString('en')} of {progress.total.toLocaleString('en')}
          </p>
        )}
        {words.length > 0 && <p className={styles['note']}>{words.join(' · ')}</p>}
        {error !== undefined && (
          <Banner
            kind={state === 'unknown' ? 'warning' : 'danger'}
            title={state === 'unknown' ? 'The result is unknown' : 'Not done'}
          >
            <p>{error.message}</p>
            {state === 'unknown' && <p>Resuming looks at the cluster first, before anything is sent again.</p>}
          </Banner>
        )}
        <details className={styles['details']} open={isOpen || undefined}>
          <summary>{requests.length === 1 ? '1 request' : `${requests.length} requests`}</summary>
          {requests.map((request, at) => (
            <RequestView key={at} request={request} />
          ))}
          {creates.length > 0 && <p className={styles['note']}>Creates {creates.join(', ')}.</p>}
          {undo !== undefined && <p className={styles['note']}>Undo: {undo}</p>}
        </details>
      </div>
    </li>
  );
}

function RequestView({ request }: { readonly request: ClusterRequest }) {
  const { method, path, body } = request;
  const shown = body === undefined ? request : { ...request, body: formatJson(parseJson(body), 2) };
  return (
    <div>
      <RequestBlock request={shown} label={`${method} ${path}`} />
      <p className={styles['copy']}>
        <CopyRequest request={request} />
      </p>
    </div>
  );
}
