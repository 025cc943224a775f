import { createContext, useState, type ReactNode } from 'react';
import { focusInvalid } from '../kit/focus-invalid.ts';
import { useApiQuery } from '../platform/use-api-query.ts';
import { reasonOf } from '../platform/work-reason.ts';
import { ReasonField } from './reason-field.tsx';

/** Sends a change with the reason that is typed beside its button; undefined where that is empty. */
export type SendWithReason = (reason: string | undefined) => void;

/** The reason that is typed in a review, for parts of it that send something before the write itself. */
export const ReasonContext = createContext<string | undefined>(undefined);

/**
 * The reason of one change, where it is confirmed: `field` asks for it, and `withReason` sends with it, unless the
 * server requires a reason and there is none. It is empty at first, and again for another change: `change` tells
 * changes apart that one component confirms.
 */
export function useReason(change: unknown = null): {
  readonly field: ReactNode;
  /** As it would be sent now. */
  readonly reason: string | undefined;
  readonly withReason: (send: SendWithReason) => void;
} {
  const { data } = useApiQuery('clusters.list', {});
  const [typed, setTyped] = useState({ change, text: '', isTried: false });
  const { text, isTried } = typed.change === change ? typed : { text: '', isTried: false };
  const rule = data?.reasons ?? 'off';
  const reason = rule === 'off' ? undefined : reasonOf(text);
  const isMissing = rule === 'required' && reason === undefined;
  return {
    reason,
    field: rule !== 'off' && (
      <ReasonField
        value={text}
        onChange={(next) => setTyped({ change, text: next, isTried })}
        isOptional={rule !== 'required'}
        isMissing={isMissing && isTried}
      />
    ),
    withReason(send) {
      if (isMissing) {
        setTyped({ change, text, isTried: true });
        focusInvalid();
      } else send(reason);
    },
  };
}
