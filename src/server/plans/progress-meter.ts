import type { Clock } from '#domain/ports';

interface Count {
  readonly done: number;
  readonly total: number;
}

/** How far a step is, and how many it does per second where that is known. */
export interface Progress extends Count {
  readonly perSecond?: number;
}

/** The rate is that of the last minute, or between the last two changes where those are further apart. */
const WINDOW_MS = 60_000;

/** Measures how fast a count grows. A count of another total, or a smaller one, begins anew. */
export function progressMeter(clock: Clock): (count: Count | undefined) => Progress | undefined {
  let changes: { readonly at: number; readonly done: number }[] = [];
  let total: number | undefined;
  return (count) => {
    const now = Date.parse(clock.now());
    const last = changes.at(-1);
    if (count === undefined || count.total !== total || (last !== undefined && count.done < last.done)) changes = [];
    total = count?.total;
    if (count === undefined) return undefined;
    if (changes.at(-1)?.done !== count.done) changes.push({ at: now, done: count.done });
    while (changes.length > 2 && now - (changes[1]?.at ?? now) > WINDOW_MS) changes.shift();
    const [first] = changes;
    if (first === undefined || changes.length < 2 || now <= first.at) return count;
    return { ...count, perSecond: ((count.done - first.done) * 1_000) / (now - first.at) };
  };
}
