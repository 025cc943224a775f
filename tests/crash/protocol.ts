import type { StreamInfo } from '#domain/ports';

/** The binding by which a tab tells its reports, as JSON; the answer to the first one is the word to begin. */
export const BINDING = 'tellNode';

/** What a tab has read of the stream, before anybody works on it. */
export interface OpenedReport {
  readonly kind: 'opened';
  readonly tab: number;
  /** The records as an exported file. */
  readonly file: string;
  /** The body of the open document, as JSON. */
  readonly body: string;
  /** The ids of the events that the author can undo and redo, the next one first. */
  readonly undo: readonly string[];
  readonly redo: readonly string[];
  readonly authorId: string;
  /** Whether this tab has found no database. */
  readonly isNewDatabase: boolean;
  /** How many streams the memory outside of the database had at the start of the visit; null where it had none. */
  readonly remembered: number | null;
  readonly streams: readonly StreamInfo[];
}

/** An event that a tab was told is saved, and its version. */
export interface SavedEvent {
  readonly id: string;
  readonly version: number;
}

export interface SavedReport {
  readonly kind: 'saved';
  readonly tab: number;
  readonly events: readonly SavedEvent[];
  /** Commands so far, and how many of them came to an event when they were given; how many were set aside afterwards. */
  readonly given: number;
  readonly accepted: number;
  readonly parked: number;
}

export interface ProblemReport {
  readonly kind: 'problem';
  readonly tab: number;
  readonly text: string;
}

export type TabReport = OpenedReport | SavedReport | ProblemReport;
