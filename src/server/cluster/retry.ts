import { setTimeout } from 'node:timers/promises';
import {
  isReadingCall,
  type CancelSignal,
  type ClusterCall,
  type ClusterFault,
  type EngineVerdict,
} from '#domain/ports';

/** How often a call is sent at most. */
const MAX_ATTEMPTS = 4;
/** Before the second attempt; twice as long before each further one. */
const FIRST_DELAY_MS = 200;
/** A cluster that asks for a longer pause is not waited for. */
export const MAX_RETRY_AFTER_MS = 10_000;

/** Ends after `ms`, or as soon as `signal` is aborted. */
export type Delay = (ms: number, signal?: CancelSignal) => Promise<void>;

export const timerDelay: Delay = async (ms, signal) => {
  // Rejects when the signal is aborted, and for no other reason.
  await setTimeout(ms, undefined, signal instanceof AbortSignal ? { signal } : {}).catch(() => undefined);
};

/** A call that failed. */
export interface Failure {
  readonly fault: ClusterFault;
  /** The meaning of the answer, where there was one. */
  readonly verdict?: EngineVerdict;
  readonly retryAfterMs?: number;
}

/** How long to wait before the call is sent again, or undefined where it is not: after `attempts` of them. */
export function waitBeforeNext(
  { fault, verdict, retryAfterMs }: Failure,
  call: ClusterCall,
  attempts: number,
): number | undefined {
  if (attempts >= MAX_ATTEMPTS || !isWorthIt(fault, verdict, isReadingCall(call))) return undefined;
  if (retryAfterMs !== undefined && retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  return Math.max(retryAfterMs ?? 0, FIRST_DELAY_MS * 2 ** (attempts - 1));
}

function isWorthIt(fault: ClusterFault, verdict: EngineVerdict | undefined, reading: boolean): boolean {
  if (verdict !== undefined) return verdict.again === 'any' || (reading && verdict.again === 'reading');
  return reading && (fault === 'unreachable' || fault === 'cut');
}

/** The pause that a `Retry-After` header asks for: seconds, or a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, until - nowMs);
}
