import type { TargetEngine } from '#domain/catalogue';
import { DISTRIBUTION_IDS, versionFault } from '../../platform/target-engines.ts';
import { searchReader, text, type SearchOf } from '../../platform/search-schema.ts';

const PARAMETERS = {
  /** The chosen type, by its engine name. */
  type: text,
  /** The engine that the list is limited to, such as `opensearch-2.19`. */
  engine(value: unknown): string | undefined {
    const engine = engineOf(text(value));
    return engine && engineId(engine);
  },
  /** The search text. */
  q: text,
} as const;

/** The search parameters of the reference: all of its state can be shared as a link. */
export type ReferenceSearch = SearchOf<typeof PARAMETERS>;

export const readReferenceSearch = searchReader(PARAMETERS);

/** An engine as one word of an address. */
export function engineId({ distribution, version }: TargetEngine): string {
  return `${distribution}-${version}`;
}

/** Reads {@link engineId}; undefined where the text is not an engine id. */
export function engineOf(id: string | undefined): TargetEngine | undefined {
  const distribution = DISTRIBUTION_IDS.find((each) => id?.startsWith(`${each}-`));
  if (distribution === undefined || id === undefined) return undefined;
  const version = id.slice(distribution.length + 1);
  return versionFault(version) === null ? { distribution, version } : undefined;
}
