/** What cases met: how often, by kind and name; the kinds are those that a target's coverage names. */
export interface Tally {
  /** Commands, mappings or requests that were tried, and those of them that were accepted. */
  readonly given: number;
  readonly accepted: number;
  readonly met: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Counts while a case is tried. */
export interface Counter {
  /** Something was tried, and accepted or not. */
  tried(isAccepted: boolean): void;
  met(kind: string, name: string): void;
  /** One step of the case, in a sentence, which is made only where somebody reads the steps. */
  did(step: () => string): void;
}

export interface RunningTally extends Counter {
  tally(): Tally;
}

export const NOTHING_MET: Tally = { given: 0, accepted: 0, met: {} };

/** Counts nothing: for a case that is tried again, smaller. */
export const NO_COUNTER: Counter = { tried: () => undefined, met: () => undefined, did: () => undefined };

export function runningTally(): RunningTally {
  let given = 0;
  let accepted = 0;
  const kinds = new Map<string, Map<string, number>>();
  return {
    tried(isAccepted) {
      given++;
      if (isAccepted) accepted++;
    },
    met(kind, name) {
      let names = kinds.get(kind);
      if (names === undefined) kinds.set(kind, (names = new Map<string, number>()));
      names.set(name, (names.get(name) ?? 0) + 1);
    },
    did: () => undefined,
    tally: () => ({
      given,
      accepted,
      met: Object.fromEntries([...kinds].map(([kind, names]) => [kind, Object.fromEntries(names)])),
    }),
  };
}

export function addTallies(a: Tally, b: Tally): Tally {
  const kinds = new Set([...Object.keys(a.met), ...Object.keys(b.met)]);
  return {
    given: a.given + b.given,
    accepted: a.accepted + b.accepted,
    met: Object.fromEntries([...kinds].map((kind) => [kind, addCounts(a.met[kind] ?? {}, b.met[kind] ?? {})])),
  };
}

function addCounts(
  a: Readonly<Record<string, number>>,
  b: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const sum = new Map(Object.entries(a));
  for (const [name, count] of Object.entries(b)) sum.set(name, (sum.get(name) ?? 0) + count);
  return Object.fromEntries(sum);
}
