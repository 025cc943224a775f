/** So many callers are counted; with one more, the one that was counted first is forgotten. */
const MAX_CALLERS = 10_000;

/** How often each caller may do something in a stretch of time. */
export interface CallerQuota {
  /** Counts one more; answers with how many seconds are left where there were too many already, else null. */
  take(caller: string): number | null;
}

/** In memory; `nowMs` returns epoch milliseconds. A stretch begins with the first that is counted. */
export function callerQuota(limit: number, windowMs: number, nowMs: () => number): CallerQuota {
  const counted = new Map<string, { readonly endMs: number; readonly count: number }>();
  return {
    take(caller) {
      const now = nowMs();
      const known = counted.get(caller);
      const isOpen = known !== undefined && now < known.endMs;
      if (isOpen && known.count >= limit) return Math.ceil((known.endMs - now) / 1_000);
      const [first] = counted.keys();
      if (known === undefined && counted.size >= MAX_CALLERS && first !== undefined) counted.delete(first);
      if (known !== undefined && !isOpen) counted.delete(caller);
      counted.set(caller, isOpen ? { ...known, count: known.count + 1 } : { endMs: now + windowMs, count: 1 });
      return null;
    },
  };
}
