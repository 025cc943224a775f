import { createContext, use, type ReactNode } from 'react';
import { TimeAgo } from '../files/time-ago.tsx';
import { useCore } from '../platform/services.ts';
import { useNow } from '../platform/use-now.ts';

const NowContext = createContext('');

/** One clock for all times of a list. */
export function ListClock({ children }: { readonly children: ReactNode }) {
  const { clock } = useCore();
  return <NowContext value={useNow(clock)}>{children}</NowContext>;
}

/** A time in words, as of now; within a list. */
export function ListTime({ at }: { readonly at: string }) {
  return <TimeAgo at={at} now={use(NowContext)} />;
}
