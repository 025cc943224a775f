import type { FieldId } from '#domain/mapping';

/** Who changed a field last, for its row. */
export interface RowBlame {
  readonly line: string;
  /** What was changed, and when exactly. */
  readonly title: string;
}

/** Answers for the rows that are shown, and no others. */
export type BlameOf = (id: FieldId) => RowBlame;
