import { Button, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { FieldLabel, FieldNotes, hasError } from './field.tsx';
import styles from './field.module.css';
import { ChevronDown } from './icons/icons.ts';
import type { OpenAtFirst } from './menu-props.ts';
import { OptionList } from './option-list.tsx';
import popover from './popover.module.css';
import type { SelectProps } from './option.ts';

/** The control of `Select`, which loads it. */
export function SelectControl({ isOpenAtFirst, ...props }: SelectProps<string> & OpenAtFirst) {
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
      defaultOpen={isOpenAtFirst}
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
