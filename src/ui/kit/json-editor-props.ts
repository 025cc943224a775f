/** A fault in the text: where, counted from 1, and why. A `JsonTextError` is one. */
export interface TextFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** What was changed in the text, by offsets in the text before; in its order. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A text at one moment, put together when it is asked for: of a large one most keys need no more than the length. A string is one. */
export interface TextSnapshot {
  readonly length: number;
  toString(): string;
}

export interface JsonEditorProps {
  /** The text. A value that differs from what stands in the editor replaces it, and its undo steps. The snapshot of the last edit costs nothing. */
  readonly value: TextSnapshot;
  /** Gets the whole text after each change. Cost: that of the text. */
  readonly onChange?: (text: string) => void;
  /** Gets what was changed; the cost is that of the change. */
  readonly onEdit?: (text: TextSnapshot, edits: readonly TextChange[]) => void;
  /** Called when the cursor moves, with its offset in the text. */
  readonly onCursor?: (offset: number) => void;
  /** Where the cursor is when the editor appears; scrolled into view. */
  readonly initialCursor?: number;
  readonly ariaLabel: string;
  /** A CSS length; `100%` fills its container. */
  readonly height?: string;
  readonly isReadOnly?: boolean;
  readonly autoFocus?: boolean;
  /** Tab indents. Without it Tab goes on to what follows, as in a dialog that Escape closes. */
  readonly hasTabKey?: boolean;
  readonly errors?: readonly TextFault[];
}

export const DEFAULT_HEIGHT = '320px';
