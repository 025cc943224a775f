import { Type, type Static } from 'typebox';

/** The default of `index.max_slices_per_scroll`, above which engines refuse a request. */
export const MAX_SLICES = 1_024;
export const MAX_DOCS_PER_SECOND = 1_000_000_000;

/** Sub-requests of a reindex that run at the same time; `auto` is one for each shard of the source. */
export const SlicesSchema = Type.Union([Type.Literal('auto'), Type.Integer({ minimum: 1, maximum: MAX_SLICES })]);
export type Slices = Static<typeof SlicesSchema>;

/** The throttle of a reindex, of all slices together. */
export const DocsPerSecondSchema = Type.Integer({ minimum: 1, maximum: MAX_DOCS_PER_SECOND });

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
