import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { Icon } from './icons/icons.ts';
import styles from './segmented-control.module.css';

interface SegmentedControlProps<Id extends string> {
  /** For screen readers. */
  readonly label: string;
  readonly items: readonly { readonly id: Id; readonly label: string; readonly icon?: Icon }[];
  readonly value: Id;
  readonly onChange: (id: Id) => void;
}

/** A few views of the same content, one of which is shown. */
export function SegmentedControl<Id extends string>({ label, items, value, onChange }: SegmentedControlProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = items.find(({ id }) => keys.has(id));
        if (chosen !== undefined && chosen.id !== value) onChange(chosen.id);
      }}
      className={styles['group'] ?? ''}
    >
      {items.map(({ id, label: text, icon: Icon }) => (
        <ToggleButton key={id} id={id} className={styles['segment'] ?? ''}>
          {Icon && <Icon size={14} aria-hidden />}
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
