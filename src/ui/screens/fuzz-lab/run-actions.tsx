import { Suspense, useState } from 'react';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Button } from '../../kit/button.tsx';
import { Trash2 } from '../../kit/icons/icons.ts';
import { Play, Square } from '../../kit/icons/screen-icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import common from '../../kit/common.module.css';
import { isResumable, type LabRun } from './lab-labels.ts';

const ConfirmDialog = lazyPart(async () => (await import('../../kit/modal.tsx')).ConfirmDialog);

interface RunActionsProps {
  readonly run: LabRun;
  readonly isReadOnly: boolean;
  /** In a row of a table. */
  readonly isSmall?: boolean;
  readonly onRemoved?: () => void;
}

/** The actions on a run: stop, resume, remove. */
export function RunActions({ run, isReadOnly, isSmall = false, onRemoved }: RunActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const options = { invalidates: ['lab.runs', 'lab.run'] } as const;
  const stop = useApiMutation('lab.stop', options);
  const resume = useApiMutation('lab.resume', options);
  const remove = useApiMutation('lab.remove', { invalidates: ['lab.runs'] });
  const failed = [stop, resume, remove].find(({ error }) => error !== null);
  const input = { params: { name: run.id } };
  const what = `${run.target}, seed ${run.seed}`;
  const begin = () => [stop, resume, remove].forEach(({ reset }) => reset());
  const size = isSmall ? 'small' : 'medium';
  return (
    <>
      <div className={common['wrappedRow']}>
        {run.state === 'running' && (
          <Button
            size={size}
            icon={Square}
            isDisabled={isReadOnly}
            isPending={stop.isPending}
            {...(isSmall && { 'aria-label': `Stop ${what}` })}
            onPress={() => {
              begin();
              stop.mutate(input);
            }}
          >
            Stop
          </Button>
        )}
        {isResumable(run) && (
          <Button
            size={size}
            icon={Play}
            isDisabled={isReadOnly}
            isPending={resume.isPending}
            {...(isSmall && { 'aria-label': `Resume ${what}` })}
            onPress={() => {
              begin();
              resume.mutate(input);
            }}
          >
            Resume
          </Button>
        )}
        {run.state !== 'running' && (
          <Button
            size={size}
            variant="dangerQuiet"
            icon={Trash2}
            isDisabled={isReadOnly}
            isPending={remove.isPending}
            {...(isSmall && { 'aria-label': `Remove ${what}` })}
            onPress={() => {
              begin();
              setIsAsking(true);
            }}
          >
            Remove
          </Button>
        )}
      </div>
      {failed?.error != null && (
        <WriteErrorNotice title="Couldn’t do that" error={failed.error} readAgain="the run" onDismiss={begin} />
      )}
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title="Remove this run?"
            confirmLabel="Remove run"
            isDanger
            onConfirm={() => {
              setIsAsking(false);
              remove.mutate(input, { onSuccess: () => onRemoved?.() });
            }}
            onCancel={() => setIsAsking(false)}
          >
            <p>
              {run.failures === 0
                ? `Removes the results of ${what} from the server.`
                : `Removes the results of ${what} and its failed cases from the server. Download the cases you want to keep.`}
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
