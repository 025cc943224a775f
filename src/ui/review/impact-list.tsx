import type { ClassedChange, ImpactClass } from '#domain/impact';
import type { ChipTone } from '../kit/chip.tsx';
import { ChangeList } from './change-list.tsx';

const CLASSES: Readonly<Record<ImpactClass, readonly [label: string, tone: ChipTone]>> = {
  none: ['No effect', 'neutral'],
  additive: ['Adds', 'success'],
  in_place: ['In place', 'info'],
  new_index: ['New index', 'warning'],
  refused: ['Rejected', 'danger'],
};

/** Changes of a live mapping in words, each with its effect on the index. */
export function ImpactList({ label, changes }: { readonly label: string; readonly changes: readonly ClassedChange[] }) {
  return (
    <ChangeList
      label={label}
      changes={changes.map(({ at, impact, text }) => {
        const [mark, tone] = CLASSES[impact];
        return { key: at, mark, tone, text };
      })}
    />
  );
}
