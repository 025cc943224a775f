import type { FieldId } from '#domain/mapping';

/** Who changed a field last, for its row. */
export interface RowBlame {
  readonly line: string;
  /** The change and its exact time. */
  readonly title: string;
}

/** Called only for the rows that are shown. */
export type BlameOf = (id: FieldId) => RowBlame;
