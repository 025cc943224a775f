import { useId, useRef, type ReactNode } from 'react';
import { countOf } from '#domain/console';
import { keysOf } from '../actions/action-list.ts';
import { useActions } from '../actions/use-actions.tsx';
import { Button } from '../kit/button.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { RotateCw, Trash2 } from '../kit/icons/icons.ts';
import { SearchField } from '../kit/search-field.tsx';
import type { RowData } from '../kit/use-data-table.ts';
import { AutoRefresh, type RefreshInterval } from './auto-refresh.tsx';
import type { ListState } from './use-resource-list.ts';
import styles from './lists.module.css';

/** The differences between the field of the filter and a plain one. */
interface FilterField {
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** The part of the text that can't be parsed. */
  readonly fault?: string | undefined;
  /** It takes all available width. */
  readonly isWide?: boolean;
}

interface ListToolbarProps<Item extends RowData> {
  readonly list: ListState<Item>;
  readonly field?: FilterField;
  /** Switches and choices beside the filter. */
  readonly choices?: ReactNode;
  /** How often the list is refreshed where nobody chose: in seconds, never where absent. */
  readonly refreshEvery?: RefreshInterval;
  readonly refreshLabel?: string;
  /** Buttons at the end of the line: actions on the whole list, or on what is selected. */
  readonly children?: ReactNode;
}

/** The toolbar above the rows of a list: what narrows it down, and the actions on the whole list. */
export function ListToolbar<Item extends RowData>({ list, field = {}, ...props }: ListToolbarProps<Item>) {
  const { noun, url, query, onRefresh, selected, deletion } = list;
  const input = useRef<HTMLInputElement>(null);
  const faultId = useId();
  const { placeholder, maxLength, fault, isWide } = field;
  const isPending = query?.isFetching === true;
  useActions([
    { id: 'list.filter', run: () => input.current?.focus() },
    // While the list is read, the command does nothing, as the button does.
    ...(onRefresh ? [{ id: 'list.refresh' as const, run: () => (isPending ? undefined : onRefresh()) }] : []),
  ]);
  return (
    <div className={styles['tools']}>
      <div className={styles['filter']} {...(isWide === true && { 'data-wide': true })}>
        <SearchField
          label={`Filter ${noun.many}`}
          {...(placeholder !== undefined && { placeholder })}
          keys={keysOf('list.filter')}
          inputRef={input}
          value={url.text}
          onChange={url.onFilter}
          {...(maxLength !== undefined && { maxLength })}
          {...(fault !== undefined && { 'aria-describedby': faultId })}
        />
        {fault !== undefined && (
          <p id={faultId} role="alert" className={styles['fault']}>
            {fault}
          </p>
        )}
      </div>
      {props.choices !== undefined && <div className={styles['choices']}>{props.choices}</div>}
      <div className={styles['buttons']}>
        {deletion.canDelete && selected.length > 0 && (
          <Button variant="dangerQuiet" icon={Trash2} onPress={() => deletion.request(selected)}>
            Delete {selected.length === 1 ? noun.one : countOf(selected.length, noun.one, noun.many)}
          </Button>
        )}
        {props.children}
        {onRefresh && (
          <>
            <AutoRefresh
              many={noun.many}
              byDefault={props.refreshEvery ?? 0}
              isPending={isPending}
              onRefresh={onRefresh}
              loadedAt={query?.dataUpdatedAt ?? 0}
            />
            <IconButton
              icon={RotateCw}
              label={props.refreshLabel ?? `Refresh ${noun.many}`}
              isPending={isPending}
              onPress={onRefresh}
            />
          </>
        )}
      </div>
    </div>
  );
}
