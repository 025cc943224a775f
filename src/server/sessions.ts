import { createHash, randomBytes } from 'node:crypto';
import type { SignedIn } from './clusters/clusters.ts';

/** A session that nobody uses ends after this. */
export const SESSION_IDLE_MS = 60 * 60 * 1_000;
/** A session ends after this, whoever uses it. */
export const SESSION_LIFETIME_MS = 12 * 60 * 60 * 1_000;
/** With one more, the one that was used the longest ago ends. */
export const MAX_SESSIONS = 1_000;
const TOKEN_BYTES = 32;

interface Session {
  readonly cluster: string;
  readonly signedIn: SignedIn;
  readonly openedAt: number;
  usedAt: number;
}

/** Who is signed in to which cluster. In memory alone: when the server ends, everybody is signed out. */
export interface Sessions {
  /** A new one; the token is what its browser keeps. */
  open(cluster: string, signedIn: SignedIn): string;
  /** Whose token that is on this cluster, where it still holds. Does not count as use. */
  peek(token: string, cluster: string): SignedIn | undefined;
  /** Whose token that is on this cluster, where it still holds. Counts as use. */
  find(token: string, cluster: string): SignedIn | undefined;
  close(token: string, cluster: string): void;
}

/** `now` in milliseconds. */
export function memorySessions(now: () => number): Sessions {
  /** In the order of their last use. By a hash, so that no memory of this server holds a token that is in use. */
  const sessions = new Map<string, Session>();

  /** Takes credentials out of memory even where nobody comes back for them. */
  function endOld(): void {
    const time = now();
    for (const [key, { openedAt, usedAt }] of sessions) {
      if (time - usedAt >= SESSION_IDLE_MS || time - openedAt >= SESSION_LIFETIME_MS) sessions.delete(key);
    }
  }

  return {
    open(cluster, signedIn) {
      endOld();
      const [oldest] = sessions.keys();
      if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      sessions.set(keyOf(token), { cluster, signedIn, openedAt: now(), usedAt: now() });
      return token;
    },
    peek(token, cluster) {
      endOld();
      const session = sessions.get(keyOf(token));
      return session?.cluster === cluster ? session.signedIn : undefined;
    },
    find(token, cluster) {
      endOld();
      const key = keyOf(token);
      const session = sessions.get(key);
      if (session?.cluster !== cluster) return undefined;
      session.usedAt = now();
      sessions.delete(key);
      sessions.set(key, session);
      return session.signedIn;
    },
    close(token, cluster) {
      endOld();
      const key = keyOf(token);
      if (sessions.get(key)?.cluster === cluster) sessions.delete(key);
    },
  };
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
