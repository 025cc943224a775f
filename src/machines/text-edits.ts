/** A range of a text and what stands in its place, by offsets in the text before. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Edits of one text, in its order; they do not overlap. */
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

/** A part of the text before that is kept, or a text that is new. */
type Piece = { readonly from: number; readonly to: number } | { readonly text: string };

function lengthOf(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.to - piece.from;
}

/** The result of edits as pieces; the last one has no end, since nobody says how long the text is. */
function piecesOf(edits: TextEdits): Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const { from, to, insert } of edits) {
    pieces.push({ from: position, to: from }, { text: insert });
    position = to;
  }
  return [...pieces, { from: position, to: Infinity }];
}

/** The pieces from one offset in what they make to another. */
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

/** Edits that do at once what `first` and then `second` do. Cost: that of how many there are. */
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
