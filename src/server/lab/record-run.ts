import { errorBody, RequestError } from '../console/errors.ts';
import { worded } from '../console/action-words.ts';
import type { ActionLog, OpenAction } from '../console/action-log.ts';
import { authorOf } from '../console/caller.ts';
import type { UnrecordedActions } from '../console/dispatch.ts';
import { missingReason, type Reasons } from '../console/reasons.ts';
import { FUZZ_PREFIX } from '../fuzz/engine-choice.ts';
import type { RecordRun } from './lab-service.ts';

export interface RecordRunOptions {
  readonly actionLog: ActionLog;
  readonly unrecordedActions: UnrecordedActions;
  readonly reasons: Reasons;
  readonly onFailure: (error: unknown, what: string) => void;
}

/**
 * Records a run that writes to a scratch cluster as one action: its many small writes use names of this run, and are
 * deleted with it.
 */
export function recordRun({ actionLog, unrecordedActions, reasons, onFailure }: RecordRunOptions): RecordRun {
  return async ({ id, target, seed }, cluster, { caller, reason }) => {
    if (reasons === 'required' && reason === undefined) throw missingReason();
    let open: OpenAction | undefined;
    try {
      open = await actionLog.begin({
        cluster: cluster.id,
        route: 'lab.start',
        names: [`${FUZZ_PREFIX}${seed}-*`],
        words: worded(['Run', 'Ran'], `the fuzz lab on ${FUZZ_PREFIX}${seed}-*`),
        requestId: id,
        author: authorOf(caller, cluster.id),
        address: caller.address,
        body: JSON.stringify({ target, seed }),
        ...(reason !== undefined && { reason }),
      });
    } catch (error) {
      onFailure(error, id);
      if (unrecordedActions === 'refuse')
        throw new RequestError(500, 'The run was not started: it could not be recorded. See the server log.', {
          requestId: id,
        });
    }
    return async (failure) => {
      await open?.complete(
        failure === undefined ? { kind: 'done' } : { kind: 'failed', error: errorBody(502, failure) },
      );
    };
  };
}
