import { ChevronDown } from 'lucide-react';
import { Button, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { FieldLabel, FieldNotes, hasError, type FieldProps } from './field.tsx';
import styles from './field.module.css';
import { OptionList, type Option } from './option-list.tsx';
import popover from './popover.module.css';

interface SelectProps<Id extends string> extends FieldProps {
  readonly items: readonly (Option & { readonly id: Id })[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
  readonly placeholder?: string;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
}

/** One choice of a few; for many, {@link ComboBox}. */
export function Select<Id extends string>(props: SelectProps<Id>) {
  const {
    label,
    isLabelHidden,
    description,
    errorMessage,
    items,
    value,
    onChange,
    placeholder,
    isDisabled,
    autoFocus,
  } = props;
  const choose = (key: unknown) => {
    const chosen = items.find(({ id }) => id === key);
    if (chosen !== undefined) onChange(chosen.id);
  };
  return (
    <AriaSelect
      value={value}
      onChange={choose}
      isInvalid={hasError(errorMessage)}
      className={styles['field'] ?? ''}
      {...(isDisabled !== undefined && { isDisabled })}
      {...(autoFocus !== undefined && { autoFocus })}
      {...(placeholder !== undefined && { placeholder })}
    >
      <FieldLabel label={label} {...(isLabelHidden && { isLabelHidden })} />
      <Button className={classNames(styles['box'], styles['valueButton'])}>
        <SelectValue className={styles['value'] ?? ''}>
          {({ selectedText, defaultChildren }) => selectedText || defaultChildren}
        </SelectValue>
        <ChevronDown size={16} aria-hidden />
      </Button>
      <FieldNotes description={description} errorMessage={errorMessage} />
      <Popover className={popover['popover'] ?? ''} offset={4}>
        <OptionList items={items} />
      </Popover>
    </AriaSelect>
  );
}
