import { useId, useRef, type ReactNode } from 'react';
import { keysOf } from '../actions/action-list.ts';
import { useActions } from '../actions/use-actions.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { RotateCw } from '../kit/icons/icons.ts';
import { SearchField } from '../kit/search-field.tsx';
import styles from './lists.module.css';

/** How the field of the filter differs from a plain one. */
export interface FilterField {
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** What of the text can't be read. */
  readonly fault?: string | undefined;
  /** It takes the room that is there. */
  readonly isWide?: boolean;
}

interface ListToolsProps {
  /** "data streams". */
  readonly many: string;
  readonly text: string;
  readonly onFilter: (text: string) => void;
  readonly field: FilterField | undefined;
  /** Switches and choices beside the filter. */
  readonly choices: ReactNode;
  /** Buttons at the end of the line. */
  readonly buttons: ReactNode;
  readonly refresh: { readonly label: string; readonly isPending: boolean; readonly run: () => void } | undefined;
}

/** The line above the rows of a list: what narrows it down, and what is done with it as a whole. */
export function ListTools({ many, text, onFilter, field = {}, choices, buttons, refresh }: ListToolsProps) {
  const input = useRef<HTMLInputElement>(null);
  const faultId = useId();
  const { placeholder, maxLength, fault, isWide } = field;
  useActions([
    { id: 'list.filter', run: () => input.current?.focus() },
    ...(refresh ? [{ id: 'list.refresh' as const, run: refresh.run }] : []),
  ]);
  return (
    <div className={styles['tools']}>
      <div className={styles['filter']} {...(isWide === true && { 'data-wide': true })}>
        <SearchField
          label={`Filter ${many}`}
          {...(placeholder !== undefined && { placeholder })}
          keys={keysOf('list.filter')}
          inputRef={input}
          value={text}
          onChange={onFilter}
          {...(maxLength !== undefined && { maxLength })}
          {...(fault !== undefined && { 'aria-describedby': faultId })}
        />
        {fault !== undefined && (
          <p id={faultId} role="alert" className={styles['fault']}>
            {fault}
          </p>
        )}
      </div>
      {choices !== undefined && <div className={styles['choices']}>{choices}</div>}
      <div className={styles['buttons']}>
        {buttons}
        {refresh && (
          <IconButton icon={RotateCw} label={refresh.label} isPending={refresh.isPending} onPress={refresh.run} />
        )}
      </div>
    </div>
  );
}
