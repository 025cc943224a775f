export type Distribution = 'elasticsearch' | 'opensearch';

/** The engine that a document is written for. */
export interface TargetEngine {
  readonly distribution: Distribution;
  /** `major.minor.patch` or a prefix of it. */
  readonly version: string;
}

/** From one version (inclusive) to another (exclusive); both open where absent. */
export interface VersionRange {
  readonly from?: string;
  readonly until?: string;
}

/** Which engines know a thing, and since when. A distribution that is absent never knew it. */
export type Engines = { readonly [D in Distribution]?: VersionRange };

export const EVERYWHERE: Engines = { elasticsearch: {}, opensearch: {} };
export const elasticsearch = (range: VersionRange = {}): Engines => ({ elasticsearch: range });
export const opensearch = (range: VersionRange = {}): Engines => ({ opensearch: range });
export const both = (elastic: VersionRange, open: VersionRange = {}): Engines => ({ elasticsearch: elastic, opensearch: open });

/** By the numbers in them; what follows a number, as in `8.0.0-SNAPSHOT`, means nothing. */
export function compareVersions(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = Number.parseInt(left[index] ?? '0', 10) - Number.parseInt(right[index] ?? '0', 10);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether an engine knows a thing. */
export function isKnownBy(engines: Engines, target: TargetEngine): boolean {
  const range = engines[target.distribution];
  if (range === undefined) return false;
  if (range.from !== undefined && compareVersions(target.version, range.from) < 0) return false;
  return range.until === undefined || compareVersions(target.version, range.until) < 0;
}
