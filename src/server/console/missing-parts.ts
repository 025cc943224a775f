import type { MissingPart } from '#domain/console';
import { ClusterError } from '#domain/ports';

/** What of an answer could not be read, for its member `missing`. */
export interface MissingParts {
  /**
   * What is read; undefined where the cluster refuses it or fails, which is listed under the name of the part.
   * @throws ClusterError where the caller has gone
   */
  read<Value>(part: string, reading: Promise<Value>): Promise<Value | undefined>;
  /** Lists a part. */
  add(part: string, reason: string): void;
  /** To be spread into the answer; sorted by part, each with one reason. */
  member(): { missing?: MissingPart[] };
}

export function missingParts(): MissingParts {
  const reasons = new Map<string, string>();
  return {
    async read(part, reading) {
      try {
        return await reading;
      } catch (error) {
        if (!(error instanceof ClusterError) || error.fault === 'cancelled') throw error;
        reasons.set(part, error.reason ?? error.message);
        return undefined;
      }
    },
    add: (part, reason) => void reasons.set(part, reason),
    member() {
      if (reasons.size === 0) return {};
      return { missing: [...reasons.keys()].sort().map((part) => ({ part, reason: reasons.get(part) ?? '' })) };
    },
  };
}
