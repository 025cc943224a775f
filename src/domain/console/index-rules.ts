import type { Index } from './index-entities.ts';

/** How often the list of indices is read again by itself, where nobody chose. */
export const INDEX_REFRESH_SECONDS = 30;

/** Whether an index belongs to the system: its name starts with a dot. */
export function isSystemIndex({ name }: Pick<Index, 'name'>): boolean {
  return name.startsWith('.');
}

/** Whether an index is only listed where hidden ones are asked for. */
export function isHiddenIndex(index: Pick<Index, 'name' | 'hidden'>): boolean {
  return index.hidden === true || isSystemIndex(index);
}

/** The indices that are listed; all of them with `includeHiddenIndices`. */
export function listedIndices(indices: readonly Index[], includeHiddenIndices: boolean): readonly Index[] {
  return includeHiddenIndices ? indices : indices.filter((index) => !isHiddenIndex(index));
}
