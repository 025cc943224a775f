import type { PartChange } from '#domain/template';
import type { ChipTone } from '../kit/chip.tsx';
import type { ListedChange } from './change-list.tsx';

const MARKS: Readonly<Record<PartChange['kind'], readonly [mark: string, tone: ChipTone]>> = {
  added: ['Added', 'success'],
  removed: ['Removed', 'danger'],
  changed: ['Changed', 'info'],
  renamed: ['Renamed', 'info'],
};

const REJECTED = ['Rejected', 'danger'] as const;
const NONE: ReadonlySet<string> = new Set();

/**
 * Changes of a template or of its composition, as lines of a list; changes of a field's type, and of fields that the
 * cluster refuses, have their own marks.
 */
export function listedChanges(
  changes: readonly PartChange[],
  refused: ReadonlySet<string> = NONE,
): readonly ListedChange[] {
  return changes.map((change) => {
    const { section, name, kind, isField, isTypeChange, text } = change;
    const isRefused = isField && kind !== 'removed' && refused.has(name);
    const [mark, tone] = isRefused ? REJECTED : isTypeChange ? (['Type', 'warning'] as const) : MARKS[kind];
    return { key: `${section} ${isField ? 'field ' : ''}${name} ${kind}`, mark, tone, text };
  });
}
