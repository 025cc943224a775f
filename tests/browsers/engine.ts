import type { EnginePage } from './engine-page.ts';

export interface StartOptions {
  /** The origin whose pages are opened. */
  readonly origin: string;
  /** About how much the origin may store; as much as there is unless given. */
  readonly roomBytes?: number;
}

export interface StartedEngine {
  openPage(): Promise<EnginePage>;
  /** What pages logged as errors or threw, so far. */
  readonly problems: readonly string[];
  /** Sends SIGKILL to all of its processes, and resolves when they are gone. */
  kill(): Promise<void>;
}

export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit';
  /** Why it can't be started here, or null. */
  readonly missing: string | null;
  /** What Mapledger uses where it can and this engine does not have. docs/browsers.md has the consequences. */
  readonly lacks: readonly Feature[];
  /** Starts it on a profile: what was stored there before is there. */
  start(profile: string, options: StartOptions): Promise<StartedEngine>;
}

/** What a browser may lack without Mapledger being less than useful, as expressions that are true where it is there. */
export const FEATURES = {
  'navigator.storage.estimate': "typeof navigator.storage?.estimate === 'function'",
  'navigator.storage.persist': "typeof navigator.storage?.persist === 'function'",
  'navigator.locks': "'locks' in navigator",
  'navigator.clipboard': "'clipboard' in navigator",
  'crypto.subtle': "'subtle' in crypto",
  requestIdleCallback: "typeof requestIdleCallback === 'function'",
  CompressionStream: "typeof CompressionStream === 'function' && typeof DecompressionStream === 'function'",
  BroadcastChannel: "typeof BroadcastChannel === 'function'",
} as const;

export type Feature = keyof typeof FEATURES;
