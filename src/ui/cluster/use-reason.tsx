import { useState, type ReactNode } from 'react';
import { focusInvalid } from '../kit/focus-invalid.ts';
import { useApiQuery } from '../platform/use-api-query.ts';
import { useWorkReason, setWorkReason } from '../platform/work-reason.ts';
import { ReasonField } from './reason-field.tsx';

/**
 * The reason of a change, where it is reviewed: `field` asks for it, and `withReason` sends unless the server requires
 * a reason and there is none. What is typed stays for the changes that follow in this tab.
 */
export function useReason(): { readonly field: ReactNode; readonly withReason: (send: () => void) => void } {
  const { data } = useApiQuery('clusters.list', {});
  const reason = useWorkReason();
  const [isTried, setIsTried] = useState(false);
  const rule = data?.reasons ?? 'off';
  const isMissing = rule === 'required' && reason.trim() === '';
  return {
    field: rule !== 'off' && (
      <ReasonField
        value={reason}
        onChange={setWorkReason}
        isOptional={rule !== 'required'}
        isMissing={isMissing && isTried}
      />
    ),
    withReason(send) {
      if (isMissing) {
        setIsTried(true);
        focusInvalid();
      } else send();
    },
  };
}
