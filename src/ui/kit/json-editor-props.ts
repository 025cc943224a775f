/** A fault in the text: its place, counted from 1, and the reason. A `JsonTextError` is a `TextFault`. */
export interface TextFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** One change of the text, with offsets in the text before; changes are listed in the order of the text. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * A text at one moment, whose string is built on demand: for a large text most keys only need the length. A string is a
 * `TextSnapshot`.
 */
export interface TextSnapshot {
  readonly length: number;
  toString(): string;
}

export interface JsonEditorProps {
  /**
   * The text. A value that differs from the editor's text replaces it, and its undo steps. The snapshot of the last
   * edit costs nothing.
   */
  readonly value: TextSnapshot;
  /** Called with the whole text after each change. Cost: that of the text. */
  readonly onChange?: (text: string) => void;
  /** Called with the changes. Cost: that of the changes. */
  readonly onEdit?: (text: TextSnapshot, edits: readonly TextChange[]) => void;
  /** Called when the cursor moves, with its offset in the text. */
  readonly onCursor?: (offset: number) => void;
  /** The position of the cursor when the editor appears; it is scrolled into view. */
  readonly initialCursor?: number;
  readonly ariaLabel: string;
  /** A CSS length; `100%` fills its container. */
  readonly height?: string;
  readonly isReadOnly?: boolean;
  readonly autoFocus?: boolean;
  /** Whether Tab indents. If not, Tab moves to the next element, as in a dialog that Escape closes. */
  readonly hasTabKey?: boolean;
  readonly errors?: readonly TextFault[];
  /** Whether the text is invalid, even without an error at a place; by default, whether there are errors. */
  readonly isInvalid?: boolean;
}

export const DEFAULT_HEIGHT = '320px';
