import type { PartChange } from '#domain/template';
import type { ChipTone } from '../kit/chip.tsx';
import type { ListedChange } from './change-list.tsx';

const MARKS: Readonly<Record<PartChange['kind'], readonly [mark: string, tone: ChipTone]>> = {
  added: ['Added', 'success'],
  removed: ['Removed', 'danger'],
  changed: ['Changed', 'info'],
};

/** Changes of a template or of its composition, as lines of a list; changes of a field's type have their own mark. */
export function listedChanges(changes: readonly PartChange[]): readonly ListedChange[] {
  return changes.map((change) => {
    const { section, name, kind, isField, isTypeChange, text } = change;
    const [mark, tone] = isTypeChange ? (['Type', 'warning'] as const) : MARKS[kind];
    return { key: `${section} ${isField ? 'field ' : ''}${name} ${kind}`, mark, tone, text };
  });
}
