import { RequestError } from './console/errors.ts';

/** So many sign-ins of one user from one address may fail in {@link SIGN_IN_WINDOW_MS}; one that is under way counts until it succeeds. */
export const MAX_FAILED_SIGN_INS = 10;
export const SIGN_IN_WINDOW_MS = 5 * 60 * 1_000;
/** With one more, the users and addresses that failed the longest ago are forgotten. */
export const MAX_REMEMBERED = 10_000;

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
  /** Takes one of the tries; call what it returns when the sign-in has not failed. @throws RequestError 429 where none is left */
  begin(attempt: SignInAttempt): () => void;
}

/** In memory; `now` returns epoch milliseconds. */
export function signInLimit(now: () => number): SignInLimit {
  /** The times of failures, the keys in the order of their last. */
  const failures = new Map<string, readonly number[]>();

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
      return () => {
        const times = failures.get(key) ?? [];
        const at = times.indexOf(time);
        if (at !== -1) keep(key, times.toSpliced(at, 1));
      };
    },
  };
}

/** Directories of users may take names in either case. */
function keyOf({ cluster, address, user }: SignInAttempt): string {
  return JSON.stringify([cluster, address, user.toLowerCase()]);
}
