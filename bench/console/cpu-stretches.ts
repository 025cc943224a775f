import { existsSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Processor time of this thread in nanoseconds, where the system counts it: first number of the line. */
const THREAD_TIME = '/proc/thread-self/schedstat';
const hasThreadTime = existsSync(THREAD_TIME);

/** Processor time in milliseconds, of this thread where the system says it, else of the process. */
function cpuMs(): number {
  if (hasThreadTime) return Number(readFileSync(THREAD_TIME, 'utf8').split(' ')[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

export interface CpuStretches {
  /** The stretches since the last call, the longest first, in milliseconds. */
  take(): readonly number[];
}

/**
 * Watches how much processor time this thread spends between two turns of its event loop: as long as others wait. A busy machine makes others wait for
 * longer, but hardly changes these numbers.
 */
export function watchCpuStretches(): CpuStretches {
  let stretches: number[] = [];
  let before = cpuMs();
  const look = () => {
    const now = cpuMs();
    // What is shorter holds nobody up.
    if (now - before > 1) stretches.push(now - before);
    before = cpuMs();
    setImmediate(look).unref();
  };
  setImmediate(look).unref();
  return {
    take() {
      const taken = stretches.toSorted((a, b) => b - a);
      stretches = [];
      return taken;
    },
  };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Collects garbage, which is of what ran before: collected within a later request, it would be taken for a cost of that. Resolves when the
 * stretch of the collection itself has ended.
 */
export async function collectGarbage(): Promise<void> {
  collect();
  await new Promise((resolve) => setImmediate(resolve));
}
