import { useId, useState } from 'react';
import { Button, Input, Label, Tag, TagGroup, TagList, Text, TextField } from 'react-aria-components';
import { classNames } from './class-names.ts';
import type { FieldProps } from './field.tsx';
import { hasError } from './field.tsx';
import field from './field.module.css';
import { X } from './icons/icons.ts';
import styles from './text-list.module.css';
import hidden from './visually-hidden.module.css';

interface TextListProps extends FieldProps {
  readonly items: readonly string[];
  readonly onChange: (items: readonly string[]) => void;
  readonly placeholder?: string;
  readonly isReadOnly?: boolean;
  /** Suggested while typing; anything else can be entered too. */
  readonly suggestions?: readonly string[];
}

/** The text that is being typed, and the items before it. */
interface Typing {
  readonly text: string;
  readonly before: readonly string[];
}

function withText(items: readonly string[], text: string): readonly string[] {
  const item = text.trim();
  return item === '' || items.includes(item) ? items : [...items, item];
}

/**
 * A list of strings: each is typed and entered, and can be removed. The text that is being typed already counts as the
 * last item.
 */
export function TextList({
  label,
  isLabelHidden = false,
  description,
  errorMessage,
  items,
  onChange,
  placeholder,
  isReadOnly = false,
  suggestions,
}: TextListProps) {
  const [typing, setTyping] = useState<Typing | null>(null);
  const typed = typing?.text ?? '';
  const entered = typing?.before ?? items;
  const labelId = useId();
  const suggestionsId = useId();
  const type = (text: string) => {
    setTyping(text === '' ? null : { text, before: entered });
    onChange(withText(entered, text));
  };
  const enter = () => setTyping(null);
  return (
    <div className={field['field']}>
      <TextField
        value={typed}
        onChange={type}
        isInvalid={hasError(errorMessage)}
        isReadOnly={isReadOnly}
        className={field['field'] ?? ''}
        onBlur={enter}
      >
        <Label id={labelId} className={(isLabelHidden ? hidden['text'] : field['label']) ?? ''}>
          {label}
        </Label>
        {!isReadOnly && (
          <Input
            className={classNames(field['input'], field['box'], field['mono'])}
            spellCheck="false"
            autoComplete="off"
            {...(placeholder !== undefined && { placeholder })}
            {...(suggestions !== undefined && { list: suggestionsId })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                event.preventDefault();
                enter();
              } else if (event.key === 'Backspace' && typed === '' && items.length > 0) {
                onChange(items.slice(0, -1));
              }
            }}
          />
        )}
        {suggestions !== undefined && (
          <datalist id={suggestionsId}>
            {suggestions
              .filter((text) => !entered.includes(text))
              .map((text) => (
                <option key={text} value={text} />
              ))}
          </datalist>
        )}
        {description !== undefined && (
          <Text slot="description" className={field['description'] ?? ''}>
            {description}
          </Text>
        )}
        {hasError(errorMessage) && (
          <Text slot="errorMessage" role="alert" className={field['error'] ?? ''}>
            {errorMessage}
          </Text>
        )}
      </TextField>
      {entered.length > 0 && (
        <TagGroup
          aria-labelledby={labelId}
          {...(!isReadOnly && { onRemove: (keys) => onChange(entered.filter((item) => !keys.has(item))) })}
        >
          <TagList items={entered.map((item) => ({ id: item }))} className={styles['items'] ?? ''}>
            {({ id }) => (
              <Tag textValue={id} className={styles['item'] ?? ''}>
                <span className={styles['text']}>{id}</span>
                {!isReadOnly && (
                  <Button slot="remove" aria-label={`Remove ${id}`} className={styles['remove'] ?? ''}>
                    <X size={12} aria-hidden />
                  </Button>
                )}
              </Tag>
            )}
          </TagList>
        </TagGroup>
      )}
    </div>
  );
}
