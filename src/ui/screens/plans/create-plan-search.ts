/** What the address says of a plan to be made. */
export interface CreatePlanSearch {
  /** The index that is replaced. */
  readonly index?: string;
  /** The id of the draft whose mappings the new index gets. */
  readonly draft?: string;
}

export function readCreatePlanSearch({ index, draft }: Record<string, unknown>): CreatePlanSearch {
  return {
    ...(typeof index === 'string' && index !== '' && { index }),
    ...(typeof draft === 'string' && draft !== '' && { draft }),
  };
}
