import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button, ComboBox as AriaComboBox, Group, Input, Popover } from 'react-aria-components';
import { FieldLabel, FieldNotes, hasError, type FieldProps } from './field.tsx';
import styles from './field.module.css';
import { OptionList, type Option } from './option-list.tsx';
import popover from './popover.module.css';

interface ComboBoxProps<Id extends string> extends FieldProps {
  readonly items: readonly (Option & { readonly id: Id })[];
  readonly value: Id | null;
  /** Called with a choice, never with none: emptying the text chooses nothing. */
  readonly onChange: (id: Id) => void;
  readonly placeholder?: string;
  readonly emptyText?: string;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
}

/** The items that a text finds by label, id or keywords. Those whose label or id begins with it come first; else the order stays. */
function findOptions<Item extends Option>(items: readonly Item[], text: string): readonly Item[] {
  const wanted = text.trim().toLowerCase();
  const found = items.filter(({ label, id, keywords = '' }) =>
    `${label} ${id} ${keywords}`.toLowerCase().includes(wanted),
  );
  const begins = ({ label, id }: Item) => label.toLowerCase().startsWith(wanted) || id.toLowerCase().startsWith(wanted);
  return [...found.filter(begins), ...found.filter((item) => !begins(item))];
}

/** One choice of many, found by typing. It can't be emptied: leaving it without a choice brings the last one back. */
export function ComboBox<Id extends string>(props: ComboBoxProps<Id>) {
  const {
    label,
    isLabelHidden,
    description,
    errorMessage,
    items,
    value,
    onChange,
    placeholder,
    emptyText,
    isDisabled,
    autoFocus,
  } = props;
  const selectedLabel = items.find(({ id }) => id === value)?.label ?? '';
  // What is being typed; null while the text is that of the choice.
  const [typed, setTyped] = useState<string | null>(null);
  const found = typed === null ? items : findOptions(items, typed);
  return (
    <AriaComboBox
      items={found}
      value={value}
      inputValue={typed ?? selectedLabel}
      onInputChange={(text) => setTyped(text === selectedLabel ? null : text)}
      onChange={(key) => {
        setTyped(null);
        const chosen = items.find(({ id }) => id === key);
        if (chosen !== undefined && chosen.id !== value) onChange(chosen.id);
      }}
      onOpenChange={(isOpen) => {
        if (!isOpen) setTyped(null);
      }}
      onBlur={() => setTyped(null)}
      menuTrigger="input"
      allowsEmptyCollection
      isInvalid={hasError(errorMessage)}
      className={styles['field'] ?? ''}
      {...(isDisabled !== undefined && { isDisabled })}
      {...(autoFocus !== undefined && { autoFocus })}
    >
      <FieldLabel label={label} {...(isLabelHidden && { isLabelHidden })} />
      <Group className={styles['box'] ?? ''}>
        <Input
          className={styles['input'] ?? ''}
          onFocus={(event) => event.currentTarget.select()}
          {...(placeholder !== undefined && { placeholder })}
        />
        <Button className={styles['boxButton'] ?? ''}>
          <ChevronDown size={16} aria-hidden />
        </Button>
      </Group>
      <FieldNotes description={description} errorMessage={errorMessage} />
      <Popover className={popover['popover'] ?? ''} offset={4}>
        <OptionList emptyText={emptyText ?? 'No matches.'} />
      </Popover>
    </AriaComboBox>
  );
}
