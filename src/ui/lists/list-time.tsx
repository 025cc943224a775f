import { createContext, use, type ReactNode } from 'react';
import type { EventTimes } from '#domain/events';
import { EventTime } from '../files/event-time.tsx';
import { TimeAgo } from '../files/time-ago.tsx';
import { useCore } from '../platform/services.ts';
import { useNow } from '../platform/use-now.ts';

const NowContext = createContext('');

/** One clock for all times of a list. */
export function ListClock({ children }: { readonly children: ReactNode }) {
  const { clock } = useCore();
  return <NowContext value={useNow(clock)}>{children}</NowContext>;
}

/** The time by the clock of the list. */
export function useListNow(): string {
  return use(NowContext);
}

/** A time in words, as of now; within a list. */
export function ListTime({ at }: { readonly at: string }) {
  return <TimeAgo at={at} now={use(NowContext)} />;
}

/** When an event happened in words, as of now; within a list. */
export function ListEventTime({ event }: { readonly event: EventTimes }) {
  return <EventTime event={event} now={use(NowContext)} />;
}
