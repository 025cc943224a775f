/** Calls back again and again until it is stopped. */
export type Every = (run: () => void, ms: number) => () => void;

const everyInterval: Every = (run, ms) => {
  const timer = setInterval(run, ms);
  timer.unref();
  return () => clearInterval(timer);
};

/** How often a lease is renewed before it would end. */
const RENEWALS = 3;

export interface Lease {
  /** Why the lease could not be renewed; undefined while it is held. */
  readonly lost: Error | undefined;
  /** Renews it no more. */
  stop(): Promise<void>;
}

/**
 * Renews a lease while something goes on that may take longer. One renewal that fails is tried again by the next one;
 * `isFinal` says after which errors that is of no use.
 */
export function holdLease({
  seconds,
  renew,
  isFinal,
  every = everyInterval,
}: {
  readonly seconds: number;
  readonly renew: () => Promise<unknown>;
  readonly isFinal: (error: unknown) => boolean;
  readonly every?: Every;
}): Lease {
  let lost: Error | undefined;
  let running: Promise<void> | undefined;
  const tryRenewing = async () => {
    try {
      await renew();
    } catch (error) {
      if (isFinal(error)) lost = error as Error;
    } finally {
      running = undefined;
    }
  };
  const stop = every(
    () => {
      if (lost === undefined) running ??= tryRenewing();
    },
    (seconds * 1_000) / RENEWALS,
  );
  return {
    get lost() {
      return lost;
    },
    async stop() {
      stop();
      await running;
    },
  };
}
