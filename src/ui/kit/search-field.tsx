import type { Ref } from 'react';
import {
  Button,
  Group,
  Input,
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from 'react-aria-components';
import { FieldLabel } from './field.tsx';
import styles from './field.module.css';
import { Search, X } from './icons/icons.ts';
import { Kbd } from './kbd.tsx';

interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'className' | 'style' | 'children'> {
  /** For screen readers; the placeholder is visible. */
  readonly label: string;
  readonly placeholder?: string;
  /** The shortcut that focuses the field, shown while it is empty. */
  readonly keys?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A search box, cleared by a button or Escape. */
export function SearchField({ label, placeholder, keys, inputRef, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField spellCheck="false" autoComplete="off" {...rest} className={styles['field'] ?? ''}>
      {({ isEmpty }) => (
        <>
          <FieldLabel label={label} isLabelHidden />
          <Group className={styles['box'] ?? ''}>
            <Search size={16} aria-hidden className={styles['boxIcon']} />
            <Input
              className={styles['input'] ?? ''}
              placeholder={placeholder ?? label}
              {...(inputRef && { ref: inputRef })}
            />
            {!isEmpty && (
              <Button className={styles['boxButton'] ?? ''} aria-label="Clear search">
                <X size={16} aria-hidden />
              </Button>
            )}
            {isEmpty && keys !== undefined && (
              <span className={styles['boxButton']} aria-hidden>
                <Kbd keys={keys} />
              </span>
            )}
          </Group>
        </>
      )}
    </AriaSearchField>
  );
}
