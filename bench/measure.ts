/** What one round of a measurement gives, in milliseconds for one call. */
interface Round {
  readonly floor: number;
  readonly subject: number;
}

export interface Comparison {
  /** Median over the rounds, in milliseconds for one call. */
  readonly floorMs: number;
  readonly subjectMs: number;
  /** Median of subject / floor over the rounds. */
  readonly ratio: number;
}

interface CompareOptions {
  readonly rounds?: number;
  /** Each side is called until this much time has passed in a round, in milliseconds. */
  readonly roundMs?: number;
}

/**
 * Times two functions against each other, turn by turn, so that a machine that is busy for a while slows both down.
 * The first rounds, in which the engine still compiles, are not counted.
 */
export function compare(
  floor: () => unknown,
  subject: () => unknown,
  { rounds = 15, roundMs = 40 }: CompareOptions = {},
): Comparison {
  const taken: Round[] = [];
  const warmUp = Math.ceil(rounds / 3);
  for (let round = 0; round < rounds + warmUp; round++) {
    const pair = { floor: timeOf(floor, roundMs), subject: timeOf(subject, roundMs) };
    if (round >= warmUp) taken.push(pair);
  }
  return {
    floorMs: median(taken.map((round) => round.floor)),
    subjectMs: median(taken.map((round) => round.subject)),
    ratio: median(taken.map((round) => round.subject / round.floor)),
  };
}

function timeOf(call: () => unknown, forMs: number): number {
  const start = performance.now();
  let calls = 0;
  let end = start;
  while (end - start < forMs) {
    call();
    calls++;
    end = performance.now();
  }
  return (end - start) / calls;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
