import { Suspense, useState } from 'react';
import { throttleWords, type StepInput } from '#domain/plan';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { CircleAlert, CircleCheck, CircleDotDashed, CircleX, Undo2, type Icon } from '../../kit/icons/icons.ts';
import { Circle } from '../../kit/icons/screen-icons.ts';
import { taskIn } from './plan-actions.ts';
import { rateWords, resultWords, STEP_STATES, type PlanStep, type PlanView } from './plan-labels.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { ProgressBar } from '../../kit/progress-bar.tsx';
import common from '../../kit/common.module.css';
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

const ThrottleDialog = lazyPart(async () => (await import('./throttle-dialog.tsx')).ThrottleDialog);

interface PlanStepViewProps {
  readonly number: number;
  readonly step: PlanStep;
  /** Progress of the running step. */
  readonly progress: PlanView['progress'];
  /** The plan, where the throttle of its reindex can be changed. */
  readonly throttled: string | undefined;
}

/** One step: its purpose, its progress, the exact requests, and the effect of undoing it. */
export function PlanStepView({ number, step, progress, throttled }: PlanStepViewProps) {
  const { title, error, undo, requests, creates } = step;
  // The step could not begin: something that it needs is missing.
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
            <span className={styles['bar']}>
              <ProgressBar label={title} value={progress.done} max={progress.total} />
            </span>
            {[
              `${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')}`,
              ...rateWords(progress),
            ].join(' · ')}
          </p>
        )}
        {throttled !== undefined && <Throttle plan={throttled} step={step} />}
        {words.length > 0 && <p className={common['mutedBreaking']}>{words.join(' · ')}</p>}
        {error !== undefined && (
          <Banner
            kind={state === 'unknown' ? 'warning' : 'danger'}
            title={state === 'unknown' ? 'The result is unknown' : 'Not done'}
          >
            <p>{error.message}</p>
            {state === 'unknown' && <p>Resume checks the cluster before sending anything again.</p>}
          </Banner>
        )}
        {creates.length > 0 && <p className={common['mutedBreaking']}>Creates {creates.join(', ')}.</p>}
        {undo !== undefined && <p className={common['mutedBreaking']}>Undo: {undo}</p>}
        <SentRequests requests={requests} />
      </div>
    </li>
  );
}

/** How fast the reindex may be, with a button to change it. */
function Throttle({ plan, step }: { readonly plan: string; readonly step: PlanStep }) {
  const [isAsking, setIsAsking] = useState(false);
  const { docsPerSecond = null } = step.input as StepInput<'reindex'>;
  return (
    <p className={common['facts']}>
      <span className={common['mutedBreaking']}>
        {docsPerSecond === null ? 'No throttle' : `Throttle: ${throttleWords(docsPerSecond)}`}
      </span>
      <Button size="small" onPress={() => setIsAsking(true)}>
        Change throttle
      </Button>
      {isAsking && (
        <Suspense>
          <ThrottleDialog
            plan={plan}
            task={taskIn(step)}
            docsPerSecond={docsPerSecond}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </p>
  );
}
