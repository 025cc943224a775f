import type { MissingPart } from '#domain/console';
import type { ApiError } from '../../platform/console-api.ts';
import type { CheckedObject } from './use-findings.ts';

/** What the list checks, and how reading it from the cluster went. */
export interface CheckedObjects {
  /** The same array until it is read anew. */
  readonly objects: readonly CheckedObject[];
  readonly unread: readonly MissingPart[];
  /** Whether all is read that can be. */
  readonly isRead: boolean;
  /** Why what was read before may be out of date. */
  readonly error: ApiError | null;
  readonly isFetching: boolean;
  /** Epoch ms. */
  readonly dataUpdatedAt: number;
  /** Series of indices that are not checked, being too many. */
  readonly more?: number;
  readonly refresh: () => void;
}

/** Parts of a response that failed as a whole. */
export function failedParts(error: ApiError | null, ...parts: readonly string[]): readonly MissingPart[] {
  return error === null ? [] : parts.map((part) => ({ part, reason: error.message }));
}
