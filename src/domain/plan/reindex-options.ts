import { Type, type Static } from 'typebox';
import { NameSchema } from '../json/schemas.ts';

/** The default of `index.max_slices_per_scroll`, above which engines refuse a request. */
export const MAX_SLICES = 1_024;
export const MAX_DOCS_PER_SECOND = 1_000_000_000;

/** Sub-requests of a reindex that run at the same time; `auto` is one for each shard of the source. */
export const SlicesSchema = Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 1, maximum: MAX_SLICES })]);
export type Slices = Static<typeof SlicesSchema>;

/** The throttle of a reindex, of all slices together. */
export const DocsPerSecondSchema = Type.Integer({ minimum: 1, maximum: MAX_DOCS_PER_SECOND });

/** The default of `script.max_size_in_bytes`, above which engines refuse a script. */
export const MAX_SCRIPT_LENGTH = 65_535;

/** How a reindex changes each document, as members of a schema. */
export const TRANSFORM_MEMBERS = {
  /** The name of an ingest pipeline, which takes the place of the default pipeline. */
  pipeline: Type.Optional(NameSchema),
  /** Painless. */
  script: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_SCRIPT_LENGTH })),
};

/** How a reindex changes each document. */
export interface Transform {
  readonly pipeline?: string | undefined;
  readonly script?: string | undefined;
}

/** How fast a reindex may be. */
export interface ReindexOptions {
  readonly slices?: Slices | undefined;
  /** Not throttled where absent. */
  readonly docsPerSecond?: number | undefined;
}

/** The parameters of `_reindex`; one slice and no throttle are what engines do without them. */
export function reindexQuery({ slices = 1, docsPerSecond }: ReindexOptions): Readonly<Record<string, string | number>> {
  return {
    ...(slices !== 1 && { slices }),
    ...(docsPerSecond !== undefined && { requests_per_second: docsPerSecond }),
  };
}

/** A throttle within a sentence. */
export function throttleWords(docsPerSecond: number | null | undefined): string {
  if (docsPerSecond == null) return 'no throttle';
  return `${docsPerSecond.toLocaleString('en')} ${docsPerSecond === 1 ? 'document' : 'documents'} per second`;
}

/** What changes the documents, within a sentence: `pipeline geoip and a script`; null where nothing does. */
export function transformWords({ pipeline, script }: Transform): string | null {
  const parts = [
    ...(pipeline === undefined ? [] : [`pipeline ${pipeline}`]),
    ...(script === undefined ? [] : ['a script']),
  ];
  return parts.length === 0 ? null : parts.join(' and ');
}
