import { RequestError } from './console/errors.ts';

/** So many sign-ins to one cluster may fail in {@link SIGN_IN_WINDOW_MS}; one that is under way counts until it succeeds. */
export const MAX_FAILED_SIGN_INS = 10;
export const SIGN_IN_WINDOW_MS = 5 * 60 * 1_000;

/** Slows down who tries passwords. What it keeps is bounded by the number of clusters. */
export interface SignInLimit {
  /** Takes one of the tries; call what it returns when the sign-in has not failed. @throws RequestError 429 where none is left */
  begin(cluster: string): () => void;
}

/** `now` in milliseconds. */
export function signInLimit(now: () => number): SignInLimit {
  const tries = new Map<string, number[]>();
  return {
    begin(cluster) {
      const time = now();
      const recent = (tries.get(cluster) ?? []).filter((at) => time - at < SIGN_IN_WINDOW_MS);
      tries.set(cluster, recent);
      const [oldest] = recent;
      if (recent.length >= MAX_FAILED_SIGN_INS && oldest !== undefined) {
        const seconds = Math.ceil((oldest + SIGN_IN_WINDOW_MS - time) / 1_000);
        throw new RequestError(429, `Too many sign-ins to this cluster have failed. Try again in ${seconds} s.`, {
          retryAfterSeconds: seconds,
        });
      }
      recent.push(time);
      return () => {
        const current = tries.get(cluster) ?? [];
        const at = current.indexOf(time);
        if (at !== -1) current.splice(at, 1);
      };
    },
  };
}
