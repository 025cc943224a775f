import { RequestError } from './console/errors.ts';
import { networkOf } from './console/network.ts';

/**
 * So many sign-ins of one user from one address may fail in {@link SIGN_IN_WINDOW_MS}; one that is under way counts
 * until it succeeds.
 */
export const MAX_FAILED_SIGN_INS = 10;
export const SIGN_IN_WINDOW_MS = 5 * 60 * 1_000;
/** With one more, the users and addresses that failed the longest ago are forgotten. */
export const MAX_REMEMBERED = 10_000;

/** So many sign-ins may fail from one address, whoever tries, before the next ones wait: many people can share one. */
export const MAX_UNDELAYED_SIGN_INS = 100;
/**
 * How long after one another sign-ins of such an address are tried; this grows with each hundred that fail, up to a
 * limit. In milliseconds.
 */
export const SIGN_IN_SPACING_MS = 100;
const LONGEST_SPACING_MS = 1_000;
/** No sign-in waits for longer. */
export const LONGEST_SIGN_IN_DELAY_MS = 60_000;

/** Who tries to sign in, and to what. */
export interface SignInAttempt {
  readonly cluster: string;
  /** Of the client, as the socket has it. */
  readonly address: string;
  /** The name of the user, or what stands for an API key. */
  readonly user: string;
}

/** Slows down who tries passwords, and nobody else. */
export interface SignInLimit {
  /**
   * Takes one of the tries; call what it returns when the sign-in has not failed.
   * @throws RequestError 429 where none is left
   */
  begin(attempt: SignInAttempt): () => void;
  /**
   * How long one that has begun waits before the cluster is asked: whoever tries many users from one address is slowed
   * down, and nobody is refused for it.
   */
  delayMs(attempt: SignInAttempt): number;
}

/** What was tried from one address since its first failure within {@link SIGN_IN_WINDOW_MS}. */
interface Origin {
  failures: number;
  readonly endMs: number;
  /** When the last one that waits is tried. */
  lastMs: number;
}

/** In memory; `now` returns epoch milliseconds. */
export function signInLimit(now: () => number): SignInLimit {
  /** The times of failures, the keys in the order of their last. */
  const failures = new Map<string, readonly number[]>();

  const origins = new Map<string, Origin>();

  function originOf({ address }: SignInAttempt): Origin {
    const key = networkOf(address);
    const known = origins.get(key);
    if (known !== undefined && now() < known.endMs) return known;
    const [first] = origins.keys();
    if (known === undefined && origins.size >= MAX_REMEMBERED && first !== undefined) origins.delete(first);
    origins.delete(key);
    const origin = { failures: 0, endMs: now() + SIGN_IN_WINDOW_MS, lastMs: known?.lastMs ?? 0 };
    origins.set(key, origin);
    return origin;
  }

  function keep(key: string, times: readonly number[]): void {
    failures.delete(key);
    if (times.length === 0) return;
    failures.set(key, times);
    const [oldest] = failures.keys();
    if (failures.size > MAX_REMEMBERED && oldest !== undefined) failures.delete(oldest);
  }

  return {
    begin(attempt) {
      const key = keyOf(attempt);
      const time = now();
      const recent = (failures.get(key) ?? []).filter((at) => time - at < SIGN_IN_WINDOW_MS);
      const [oldest] = recent;
      if (recent.length >= MAX_FAILED_SIGN_INS && oldest !== undefined) {
        const seconds = Math.ceil((oldest + SIGN_IN_WINDOW_MS - time) / 1_000);
        throw new RequestError(429, `Too many failed sign-ins. Try again in ${seconds} s.`, {
          retryAfterSeconds: seconds,
        });
      }
      keep(key, [...recent, time]);
      const origin = originOf(attempt);
      origin.failures += 1;
      return () => {
        origin.failures -= 1;
        const times = failures.get(key) ?? [];
        const at = times.indexOf(time);
        if (at !== -1) keep(key, times.toSpliced(at, 1));
      };
    },
    delayMs(attempt) {
      const origin = originOf(attempt);
      if (origin.failures <= MAX_UNDELAYED_SIGN_INS) return 0;
      const hundreds = Math.floor(origin.failures / MAX_UNDELAYED_SIGN_INS);
      const spacing = Math.min(LONGEST_SPACING_MS, hundreds * SIGN_IN_SPACING_MS);
      origin.lastMs = Math.min(Math.max(now(), origin.lastMs) + spacing, now() + LONGEST_SIGN_IN_DELAY_MS);
      return origin.lastMs - now();
    },
  };
}

/** Directories of users may take names in either case. */
function keyOf({ cluster, address, user }: SignInAttempt): string {
  return JSON.stringify([cluster, address, user.toLowerCase()]);
}
