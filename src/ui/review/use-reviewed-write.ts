import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createActor } from 'xstate';
import {
  reviewedWriteMachine,
  type FailedStep,
  type ReviewedWriteEvent,
  type ReviewedWritePorts,
} from '../../machines/reviewed-write-machine.ts';
import { asApiError, isOutcomeUnknown } from '../platform/console-api.ts';

/** How a screen reads, compares, sends and follows its writes. */
export type WritePorts<Write, Result, Conflict = never> = Omit<ReviewedWritePorts<Write, Result, Conflict>, 'isLost'>;

/** The reactions of a screen to the outcome of a write, as long as the screen is shown. */
interface WriteHandlers<Write> {
  readonly onDone?: () => void;
  /** Called with the write that failed; null where a reading failed before there was a write. */
  readonly onFailed?: (error: unknown, write: Write | null) => void;
}

export interface ReviewedWrite<Write, Conflict = never> {
  /** The dialog that is shown. */
  readonly dialog: 'closed' | 'review' | 'conflict';
  /** Whether something is being read or sent. */
  readonly isPending: boolean;
  /** Whether sending waits until the changes are recorded. */
  readonly isRecording: boolean;
  /** The write that is reviewed, or was sent last. */
  readonly write: Write | null;
  readonly conflict: Conflict | null;
  /** Why the last reading or write failed, until it is dismissed or the next one begins. */
  readonly failure: FailedStep | null;
  readonly send: (event: ReviewedWriteEvent<Write>) => void;
}

/**
 * A write that is reviewed before it is sent. It keeps the ports that it started with: another cluster in the address
 * does not affect it. A write that was sent continues when the screen is left meanwhile: tasks that have to be
 * completed then belong in the ports, those that only matter to the screen in the handlers.
 */
export function useReviewedWrite<Write, Result, Conflict = never>(
  ports: WritePorts<Write, Result, Conflict>,
  { onDone, onFailed }: WriteHandlers<Write> = {},
): ReviewedWrite<Write, Conflict> {
  const [{ actor, replacePorts }] = useState(() => writeOver(ports));
  const done = useEffectEvent(() => onDone?.());
  const failed = useEffectEvent((error: unknown, write: Write | null) => onFailed?.(error, write));
  useEffect(() => {
    // The actor is never stopped: a write that was sent is followed to its end.
    actor.start();
    const subscriptions = [
      actor.on('done', () => done()),
      actor.on('failed', ({ error, write }) => failed(error, write)),
    ];
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  }, [actor]);
  const snapshot = useSelector(actor, (current) => current);
  const { write, verdict, failure } = snapshot.context;
  const isPending = snapshot.hasTag('pending');
  useLayoutEffect(() => {
    if (!isPending) replacePorts(ports);
  });
  return {
    dialog: snapshot.value.dialog,
    isPending,
    isRecording: snapshot.hasTag('waiting'),
    write,
    conflict: verdict?.kind === 'moved' ? verdict.conflict : null,
    failure: snapshot.matches({ work: { resting: 'failed' } }) ? failure : null,
    send: actor.send,
  };
}

/** The actor of a write, over ports that can be replaced. */
function writeOver<Write, Result, Conflict>(first: WritePorts<Write, Result, Conflict>) {
  let ports = first;
  const isLost = (error: unknown) => isOutcomeUnknown(asApiError(error));
  const actor = createActor(reviewedWriteMachine<Write, Result, Conflict>(() => ({ ...ports, isLost })));
  return {
    actor,
    replacePorts(next: WritePorts<Write, Result, Conflict>) {
      ports = next;
    },
  };
}
