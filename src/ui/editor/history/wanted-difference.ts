import { wantedAt } from '#domain/document';
import { versionDifference, type Scrubber, type VersionDifference } from '#domain/history';
import { isWithin, valueAt, type Operation, type Pointer } from '#domain/json';

/** A difference, with pointers from the place that is compared. */
export interface WantedDifference extends VersionDifference {
  readonly mappingsAt: Pointer;
  /** Whether all of the document is compared that is not the cluster's. */
  readonly isLive: boolean;
}

/**
 * What lies between two versions of a document. Of something live only what is wanted of it is compared: what its
 * cluster was seen to have is left out.
 */
export function wantedDifference(scrubber: Scrubber, from: number, to: number, mappingsAt: Pointer): WantedDifference {
  const difference = versionDifference(scrubber, from, to);
  const { before, after, patch } = difference;
  const root = wantedAt({ body: after ?? before, mappingsAt });
  if (root === null) return { ...difference, mappingsAt, isLive: false };
  const below = (pointer: Pointer) => pointer.slice(root.length);
  return {
    before: valueAt(before, root),
    after: valueAt(after, root),
    patch: patch
      .filter(({ path }) => isWithin(path, root))
      .map((operation): Operation =>
        operation.op === 'move'
          ? { ...operation, from: below(operation.from), path: below(operation.path) }
          : { ...operation, path: below(operation.path) },
      ),
    mappingsAt: below(mappingsAt),
    isLive: true,
  };
}
