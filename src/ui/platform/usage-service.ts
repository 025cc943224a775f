/** The name under which this application counts its usage. */
export const USAGE_APP_NAME = 'index_management';

export type UsageCounterType = 'click' | 'loaded' | 'count';

/** Counts usage, by name and never by content. */
export interface UsageService {
  /** Counts one event; `total` is how often it happened at once. */
  count(eventName: string, type?: UsageCounterType, total?: number): void;
}

/** A service that counts nothing. */
export const NO_USAGE: UsageService = { count: () => undefined };
