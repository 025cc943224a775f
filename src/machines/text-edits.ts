/** A range of text and its replacement, by offsets in the text before the edit. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Edits of one text, in the order of their ranges; they do not overlap. */
export type TextEdits = readonly TextEdit[];

export function applyEdits(text: string, edits: TextEdits): string {
  const pieces: string[] = [];
  let position = 0;
  for (const { from, to, insert } of edits) {
    pieces.push(text.slice(position, from), insert);
    position = to;
  }
  return pieces.join('') + text.slice(position);
}

/** A kept part of the text before the edits, or new text. */
type Piece = { readonly from: number; readonly to: number } | { readonly text: string };

function lengthOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.to - piece.from;
}

/** The result of edits as pieces; the last one has no end, since the length of the text is not known. */
function piecesOf(edits: TextEdits): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const { from, to, insert } of edits) {
    pieces.push({ from: position, to: from }, { text: insert });
    position = to;
  }
  return [...pieces, { from: position, to: Infinity }];
}

/** The pieces between two offsets of their result. */
function slice(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let position = 0;
  return pieces.flatMap((piece): Piece[] => {
    const start = Math.max(from - position, 0);
    const end = Math.min(to - position, lengthOf(piece));
    position += lengthOf(piece);
    if (start > end || (start === end && end !== 0)) return [];
    return 'text' in piece
      ? [{ text: piece.text.slice(start, end) }]
      : [{ from: piece.from + start, to: piece.from + end }];
  });
}

/** Edits with the same result as `first` and then `second`. Cost: proportional to the number of edits. */
export function composeEdits(first: TextEdits, second: TextEdits): TextEdits {
  const before = piecesOf(first);
  const after: Piece[] = [];
  let position = 0;
  for (const { from, to, insert } of second) {
    after.push(...slice(before, position, from), { text: insert });
    position = to;
  }
  after.push(...slice(before, position, Infinity));
  const edits: TextEdit[] = [];
  let insert = '';
  let kept = 0;
  for (const piece of after) {
    if ('text' in piece) {
      insert += piece.text;
      continue;
    }
    if (piece.from === piece.to) continue;
    if (piece.from > kept || insert !== '') edits.push({ from: kept, to: piece.from, insert });
    insert = '';
    kept = piece.to;
  }
  return edits;
}
