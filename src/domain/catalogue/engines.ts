export type Distribution = 'elasticsearch' | 'opensearch';

/** The engine that a document is written for. */
export interface TargetEngine {
  readonly distribution: Distribution;
  /** `major.minor.patch` or a prefix of it. */
  readonly version: string;
  /** Names of the plugins on the nodes of a cluster; absent where no cluster is meant, or it does not say. */
  readonly plugins?: readonly string[];
  /**
   * Names of the modules, which a full installation has all of and a reduced one lacks some of; absent where they are
   * not known.
   */
  readonly modules?: readonly string[];
}

/** What the engines are called. */
export const ENGINE_NAMES: Readonly<Record<Distribution, string>> = {
  elasticsearch: 'Elasticsearch',
  opensearch: 'OpenSearch',
};

/** "Elasticsearch 9.5". */
export function engineTitle({ distribution, version }: TargetEngine): string {
  return `${ENGINE_NAMES[distribution]} ${version}`.trim();
}

/** The versions that the catalogue was measured on, the newest Elasticsearch first. */
export const SUPPORTED_ENGINES: readonly TargetEngine[] = [
  { distribution: 'elasticsearch', version: '9.5' },
  { distribution: 'elasticsearch', version: '8.19' },
  { distribution: 'elasticsearch', version: '7.17' },
  { distribution: 'opensearch', version: '3.4' },
  { distribution: 'opensearch', version: '2.19' },
  { distribution: 'opensearch', version: '1.3' },
];

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
export const both = (elastic: VersionRange, open: VersionRange = {}): Engines => ({
  elasticsearch: elastic,
  opensearch: open,
});

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

/** Which engines know two things at once; an empty object where none does. */
export function commonEngines(a: Engines, b: Engines): Engines {
  const elastic = commonRange(a.elasticsearch, b.elasticsearch);
  const open = commonRange(a.opensearch, b.opensearch);
  return { ...(elastic !== null && { elasticsearch: elastic }), ...(open !== null && { opensearch: open }) };
}

function commonRange(a: VersionRange | undefined, b: VersionRange | undefined): VersionRange | null {
  if (a === undefined || b === undefined) return null;
  const from = later(a.from, b.from);
  const until =
    a.until === undefined || (b.until !== undefined && compareVersions(b.until, a.until) < 0) ? b.until : a.until;
  if (from !== undefined && until !== undefined && compareVersions(from, until) >= 0) return null;
  return { ...(from !== undefined && { from }), ...(until !== undefined && { until }) };
}

function later(a: string | undefined, b: string | undefined): string | undefined {
  return a === undefined || (b !== undefined && compareVersions(b, a) > 0) ? b : a;
}

/** Whether an engine knows a thing. */
export function isKnownBy(engines: Engines, target: TargetEngine): boolean {
  const range = engines[target.distribution];
  if (range === undefined) return false;
  if (range.from !== undefined && compareVersions(target.version, range.from) < 0) return false;
  return range.until === undefined || compareVersions(target.version, range.until) < 0;
}
