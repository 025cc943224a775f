import { useRef } from 'react';
import { deepEqual, type JsonValue } from '#domain/json';
import type { RouteId, RouteInput } from '#domain/wire';
import { showToast } from '../kit/toast.tsx';
import { useApi } from '../platform/api-provider.tsx';
import type { ConsoleApi } from '../platform/console-api.ts';
import type { SentForm } from '../platform/typed-form-source.ts';
import { useRefetch } from '../platform/use-api-query.ts';
import { useReviewedWrite, type ReviewedWrite } from './use-reviewed-write.ts';

/** One call that changes a part of the cluster whose state can be read. */
export interface ComparedWrite<Input, State> {
  readonly input: Input;
  /** The state that was reviewed. */
  readonly expected: State;
  /** The state after the change. */
  readonly wanted: State;
  readonly reason: string | undefined;
}

/** The state was not the reviewed one. */
export interface ComparedConflict<State> {
  readonly now: State;
  /** The response was lost before: the change may have been made as well. */
  readonly isAfterSending: boolean;
}

interface ComparedWriteOptions<Input, State> {
  /** Reads the state that a call changes, not from the cache. */
  readonly read: (api: ConsoleApi, input: Input) => Promise<State>;
  /** Routes whose responses are out of date once the call was tried. */
  readonly invalidates: readonly RouteId[];
  /** The form that the call is made from: its content is dropped when the change was made. */
  readonly form?: SentForm | null;
  /** The toast once the change of a state was made, even where the screen was left meanwhile. */
  readonly made: (input: Input, before: State) => { readonly title: string; readonly text?: string };
  readonly onDone: () => void;
  readonly onFailed?: () => void;
}

const LOST = 'The response was lost, so the cluster was read again: it has this change.';

/**
 * A reviewed write of one call: it is sent only where the state is the reviewed one, and once; after a lost response
 * the state shows whether the change was made.
 */
export function useComparedWrite<Id extends RouteId, State extends JsonValue>(
  id: Id,
  { read, invalidates, form = null, made, onDone, onFailed }: ComparedWriteOptions<RouteInput<Id>, State>,
): ReviewedWrite<ComparedWrite<RouteInput<Id>, State>, ComparedConflict<State>> {
  const { api } = useApi();
  const refetch = useRefetch();
  const settleForm = useRef<(isDone: boolean) => void>(undefined);
  const settle = (isDone: boolean) => {
    settleForm.current?.(isDone);
    settleForm.current = undefined;
  };
  return useReviewedWrite<ComparedWrite<RouteInput<Id>, State>, { readonly wasLost: boolean }, ComparedConflict<State>>(
    {
      async prepare(write) {
        // At once: the form may be left while the state is read.
        settleForm.current = form?.send();
        return write;
      },
      async compare({ input, expected }) {
        const now = await read(api, input);
        return deepEqual(now, expected)
          ? { kind: 'unmoved' }
          : { kind: 'moved', conflict: { now, isAfterSending: false } };
      },
      async send({ input, reason }) {
        await api.call(id, input, { reason });
        return { wasLost: false };
      },
      async verify(write) {
        const now = await read(api, write.input);
        if (deepEqual(now, write.wanted)) return { kind: 'done', write, result: { wasLost: true } };
        return deepEqual(now, write.expected)
          ? { kind: 'unmoved' }
          : { kind: 'moved', conflict: { now, isAfterSending: true } };
      },
      async follow({ input, expected }, { wasLost }) {
        settle(true);
        const { title, text } = made(input, expected);
        const words = [...(text === undefined ? [] : [text]), ...(wasLost ? [LOST] : [])].join(' ');
        showToast({ kind: 'success', title, ...(words !== '' && { text: words }) });
      },
      onSettled() {
        settle(false);
        void refetch(...invalidates);
      },
    },
    { onDone, ...(onFailed && { onFailed: () => onFailed() }) },
  );
}
