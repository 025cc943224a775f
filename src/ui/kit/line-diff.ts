/** A line of a comparison: in both texts, only in the one before, or only in the one after. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
  /** From 1; null where the line is not in that text. */
  readonly before: number | null;
  readonly after: number | null;
}

/**
 * With more changes the middle of a comparison is shown as replaced whole: the cost of the search grows with their
 * square.
 */
const MAX_CHANGES = 2_000;

/** Compares two texts line by line (Myers 1986), without the lines that they share at both ends. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const kinds = editScript(before.slice(start, before.length - end), after.slice(start, after.length - end));
  const all: DiffLine['kind'][] = [
    ...new Array<'same'>(start).fill('same'),
    ...kinds,
    ...new Array<'same'>(end).fill('same'),
  ];
  let left = 0;
  let right = 0;
  return all.map((kind) => {
    if (kind === 'removed') return { kind, text: before[left++] ?? '', before: left, after: null };
    if (kind === 'added') return { kind, text: after[right++] ?? '', before: null, after: right };
    left++;
    right++;
    return { kind, text: after[right - 1] ?? '', before: left, after: right };
  });
}

function replaced(before: readonly string[], after: readonly string[]): DiffLine['kind'][] {
  return [...before.map(() => 'removed' as const), ...after.map(() => 'added' as const)];
}

function editScript(before: readonly string[], after: readonly string[]): DiffLine['kind'][] {
  if (before.length === 0 || after.length === 0) return replaced(before, after);
  const limit = Math.min(before.length + after.length, MAX_CHANGES);
  // furthest[k + limit + 1]: the furthest line of `before` that a path on diagonal k has reached; one copy is kept for
  // each number of changes.
  let furthest = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let changes = 0; changes <= limit; changes++) {
    trace.push(furthest.slice());
    const next = furthest.slice();
    for (let k = -changes; k <= changes; k += 2) {
      const at = k + limit + 1;
      const fromAbove = k === -changes || (k !== changes && (furthest[at - 1] ?? 0) < (furthest[at + 1] ?? 0));
      let x = fromAbove ? (furthest[at + 1] ?? 0) : (furthest[at - 1] ?? 0) + 1;
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      next[at] = x;
      if (x >= before.length && x - k >= after.length) return walkBack(trace, before.length, after.length, limit);
    }
    furthest = next;
  }
  return replaced(before, after);
}

function walkBack(
  trace: readonly Int32Array[],
  beforeLength: number,
  afterLength: number,
  limit: number,
): DiffLine['kind'][] {
  const kinds: DiffLine['kind'][] = [];
  let x = beforeLength;
  let y = afterLength;
  for (let changes = trace.length - 1; changes >= 0; changes--) {
    const furthest = trace[changes] ?? new Int32Array(0);
    const k = x - y;
    const at = k + limit + 1;
    const fromAbove = k === -changes || (k !== changes && (furthest[at - 1] ?? 0) < (furthest[at + 1] ?? 0));
    const previousK = fromAbove ? k + 1 : k - 1;
    const previousX = changes === 0 ? 0 : (furthest[previousK + limit + 1] ?? 0);
    const previousY = changes === 0 ? 0 : previousX - previousK;
    while (x > previousX && y > previousY) {
      kinds.push('same');
      x--;
      y--;
    }
    if (changes === 0) break;
    if (x > previousX) {
      kinds.push('removed');
      x--;
    } else {
      kinds.push('added');
      y--;
    }
  }
  return kinds.reverse();
}

/** A run of lines that is shown, or a run of equal lines that is hidden. */
export type DiffSection = { readonly lines: readonly DiffLine[] } | { readonly hidden: readonly DiffLine[] };

/** Hides equal lines that are more than `context` lines away from any change. */
export function foldSame(lines: readonly DiffLine[], context = 3): readonly DiffSection[] {
  const isNear = new Array<boolean>(lines.length).fill(false);
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    for (let near = Math.max(0, index - context); near <= Math.min(lines.length - 1, index + context); near++)
      isNear[near] = true;
  });
  const sections: { isShown: boolean; lines: DiffLine[] }[] = [];
  lines.forEach((line, index) => {
    const isShown = isNear[index] === true;
    const last = sections.at(-1);
    if (last?.isShown === isShown) last.lines.push(line);
    else sections.push({ isShown, lines: [line] });
  });
  // A fold that hides two lines or fewer takes as much room as it saves.
  return sections.map((section) =>
    section.isShown || section.lines.length <= 2 ? { lines: section.lines } : { hidden: section.lines },
  );
}
