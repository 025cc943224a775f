import { observable } from './observable.ts';

/** How long code may be loading before that is reported, in ms. */
const SLOW_AFTER_MS = 1_000;

const loads = new Set<object>();
const slow = observable<'slow' | null>(null);

/** Whether required code takes long to load, or is tried again. */
export const slowLoads = { getSnapshot: slow.getSnapshot, subscribe: slow.subscribe };

interface WatchedLoad {
  /** Called when the first try has failed: from then on the load counts as slow. */
  markSlow(): void;
  end(): void;
}

/** Watches one load from its start to its end. */
export function watchLoad(): WatchedLoad {
  const load = {};
  const markSlow = () => {
    loads.add(load);
    slow.set('slow');
  };
  const timeout = setTimeout(markSlow, SLOW_AFTER_MS);
  return {
    markSlow,
    end() {
      clearTimeout(timeout);
      loads.delete(load);
      if (loads.size === 0) slow.set(null);
    },
  };
}
