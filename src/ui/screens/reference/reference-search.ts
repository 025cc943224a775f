import type { TargetEngine } from '#domain/catalogue';
import { DISTRIBUTION_IDS, versionFault } from '../../platform/target-engines.ts';

/** What the address of the reference says: all of it can be shared as a link. */
export interface ReferenceSearch {
  /** The chosen type, by its engine name. */
  readonly type?: string;
  /** The engine that the list is narrowed to, as `opensearch-2.19`. */
  readonly engine?: string;
  /** What is searched for. */
  readonly q?: string;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readReferenceSearch(search: Record<string, unknown>): ReferenceSearch {
  const [type, q] = [textOf(search['type']), textOf(search['q'])];
  const engine = engineOf(textOf(search['engine']));
  return {
    ...(type !== undefined && { type }),
    ...(engine !== undefined && { engine: engineId(engine) }),
    ...(q !== undefined && { q }),
  };
}

/** The engine of an address as one word. */
export function engineId({ distribution, version }: TargetEngine): string {
  return `${distribution}-${version}`;
}

/** Reads {@link engineId}; undefined where it is none. */
export function engineOf(id: string | undefined): TargetEngine | undefined {
  const distribution = DISTRIBUTION_IDS.find((each) => id?.startsWith(`${each}-`));
  if (distribution === undefined || id === undefined) return undefined;
  const version = id.slice(distribution.length + 1);
  return versionFault(version) === null ? { distribution, version } : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
