import { RequestError } from './console/errors.ts';
import { networkOf } from './console/network.ts';

/** So many sign-ins of one user from one address may fail before the next ones wait. */
export const MAX_FAILED_SIGN_INS = 10;
/** After so long without another failure of that user from there, none waits. In milliseconds. */
export const SIGN_IN_WINDOW_MS = 5 * 60 * 1_000;
/** How long after one another sign-ins of such a user are tried, in ms; each failure doubles it, up to a limit. */
export const SIGN_IN_PAUSE_MS = 1_000;
export const LONGEST_SIGN_IN_PAUSE_MS = 30_000;
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

/** A sign-in that is under way, which counts as a failure until it succeeds. */
export interface BegunSignIn {
  /** How long to wait before the cluster is asked. */
  readonly delayMs: number;
  /** To be called when the cluster has taken the credentials, or has not said that they are wrong. */
  notFailed(): void;
}

/** Slows down who tries passwords: no correct one is refused for what failed before it. */
export interface SignInLimit {
  /** @throws RequestError 429 where others of the same user wait already, so that this one would wait for too long. */
  begin(attempt: SignInAttempt): BegunSignIn;
}

/** What failed lately, or is under way. */
interface Tries {
  failures: number;
  endMs: number;
  /** When the last one that waits is tried. */
  lastMs: number;
}

/** In memory; `now` returns epoch milliseconds. */
export function signInLimit(now: () => number): SignInLimit {
  const users = remembered(now);
  const networks = remembered(now);
  return {
    begin(attempt) {
      const time = now();
      const user = keyOf(attempt);
      const network = networkOf(attempt.address);
      const byUser = users.of(user);
      const turnMs = Math.max(time, byUser.lastMs) + pauseAfter(byUser.failures);
      if (turnMs > time + LONGEST_SIGN_IN_DELAY_MS) {
        const seconds = Math.ceil((turnMs - LONGEST_SIGN_IN_DELAY_MS - time) / 1_000);
        throw new RequestError(429, `Other sign-ins of this user are waiting. Try again in ${seconds} s.`, {
          retryAfterSeconds: seconds,
        });
      }
      byUser.failures += 1;
      byUser.endMs = time + SIGN_IN_WINDOW_MS;
      byUser.lastMs = turnMs;
      const byNetwork = networks.of(network);
      byNetwork.failures += 1;
      const spacingMs = spacingAfter(byNetwork.failures);
      byNetwork.lastMs = Math.min(Math.max(time, byNetwork.lastMs) + spacingMs, time + LONGEST_SIGN_IN_DELAY_MS);
      return {
        delayMs: Math.max(turnMs, spacingMs === 0 ? time : byNetwork.lastMs) - time,
        notFailed() {
          users.takeBack(user, byUser);
          networks.takeBack(network, byNetwork);
        },
      };
    },
  };
}

interface Remembered {
  /** Those of a user or a network; new ones after the end of their window. */
  of(key: string): Tries;
  takeBack(key: string, tries: Tries): void;
}

/** The tries of many: with one too many, those are forgotten that are the longest ago. */
function remembered(now: () => number): Remembered {
  const tries = new Map<string, Tries>();
  return {
    takeBack(key, taken) {
      taken.failures -= 1;
      if (taken.failures === 0 && tries.get(key) === taken) tries.delete(key);
    },
    of(key) {
      const time = now();
      const known = tries.get(key);
      tries.delete(key);
      const found =
        known !== undefined && time < known.endMs
          ? known
          : { failures: 0, endMs: time + SIGN_IN_WINDOW_MS, lastMs: known?.lastMs ?? 0 };
      tries.set(key, found);
      const [oldest] = tries.keys();
      if (tries.size > MAX_REMEMBERED && oldest !== undefined) tries.delete(oldest);
      return found;
    },
  };
}

function pauseAfter(failures: number): number {
  const further = failures - MAX_FAILED_SIGN_INS;
  return further < 0 ? 0 : Math.min(LONGEST_SIGN_IN_PAUSE_MS, SIGN_IN_PAUSE_MS * 2 ** further);
}

function spacingAfter(failures: number): number {
  if (failures <= MAX_UNDELAYED_SIGN_INS) return 0;
  return Math.min(LONGEST_SPACING_MS, Math.floor(failures / MAX_UNDELAYED_SIGN_INS) * SIGN_IN_SPACING_MS);
}

/** Directories of users may take names in either case. */
function keyOf({ cluster, address, user }: SignInAttempt): string {
  return JSON.stringify([cluster, address, user.toLowerCase()]);
}
