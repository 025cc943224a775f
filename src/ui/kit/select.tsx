import { useState, type ComponentType } from 'react';
import { Button } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Deferred } from './deferred.tsx';
import { FieldLabel, FieldNotes } from './field.tsx';
import styles from './field.module.css';
import { ChevronDown } from './icons/icons.ts';
import { lazyPart } from './lazy-part.tsx';
import type { OpenAtFirst } from './menu-props.ts';
import type { SelectProps } from './option.ts';

const SelectControl = lazyPart(async () => (await import('./select-control.tsx')).SelectControl);

/** One choice of a few; for many choices, use `ComboBox`. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const [isPressed, setIsPressed] = useState(false);
  const Control = SelectControl as ComponentType<unknown> as ComponentType<SelectProps<Id> & OpenAtFirst>;
  return (
    <Deferred fallback={<ClosedSelect {...props} onPress={() => setIsPressed(true)} />}>
      <Control {...props} isOpenAtFirst={isPressed} />
    </Deferred>
  );
}

/** The look of the control until its code is loaded. */
function ClosedSelect<Id extends string>({
  label,
  isLabelHidden,
  description,
  items,
  value,
  placeholder,
  isDisabled = false,
  onPress,
}: SelectProps<Id> & { readonly onPress: () => void }) {
  const shown = items.find(({ id }) => id === value)?.label ?? placeholder ?? '';
  return (
    <div className={styles['field'] ?? ''}>
      {isLabelHidden !== true && <FieldLabel label={label} />}
      <Button
        aria-label={`${shown} ${label}`}
        aria-haspopup="listbox"
        aria-expanded={false}
        isDisabled={isDisabled}
        onPress={onPress}
        className={classNames(styles['box'], styles['valueButton'])}
      >
        <span className={styles['value']}>{shown}</span>
        <ChevronDown size={16} aria-hidden />
      </Button>
      {description !== undefined && <FieldNotes description={description} errorMessage={undefined} />}
    </div>
  );
}
