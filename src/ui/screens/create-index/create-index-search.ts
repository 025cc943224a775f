/** What the address says of an index to be made. */
export interface CreateIndexSearch {
  /** The id of the draft whose mappings it gets. */
  readonly draft?: string;
}

export function readCreateIndexSearch({ draft }: Record<string, unknown>): CreateIndexSearch {
  return typeof draft === 'string' && draft !== '' ? { draft } : {};
}
