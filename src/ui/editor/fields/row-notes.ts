import type { FieldId } from '#domain/mapping';

/** A note in the row of a field, beside its mapping: who changed it last, or what it costs. */
export interface RowNote {
  readonly line: string;
  /** What there is no room for, such as the change and its exact time. */
  readonly title?: string;
  /** A part of the whole as a bar, from 0 to 1. */
  readonly share?: number;
}

/** Called only for the rows that are shown. */
export type NoteOf = (id: FieldId) => RowNote | undefined;

export interface NoteSourceProps {
  readonly onNotes: (noteOf: NoteOf | null) => void;
}
