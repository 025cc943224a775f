import { use, useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { Button, ComboBox as AriaComboBox, ComboBoxStateContext, Group, Input, Popover } from 'react-aria-components';
import { FieldLabel, FieldNotes, hasError, type FieldProps } from './field.tsx';
import styles from './field.module.css';
import { ChevronDown } from './icons/icons.ts';
import { OptionList } from './option-list.tsx';
import type { Option } from './option.ts';
import popover from './popover.module.css';

interface ComboBoxProps<Id extends string> extends FieldProps {
  readonly items: readonly (Option & { readonly id: Id })[];
  readonly value: Id | null;
  /** Called with a choice, never without one: emptying the text chooses nothing. */
  readonly onChange: (id: Id) => void;
  readonly placeholder?: string;
  readonly emptyText?: string;
  readonly isDisabled?: boolean;
  readonly autoFocus?: boolean;
}

/**
 * The items that match a text by label, id or keywords: those that begin with it, those with a keyword that does, then
 * the others, each group in the given order.
 */
function findOptions<Item extends Option>(items: readonly Item[], text: string): readonly Item[] {
  const wanted = text.trim().toLowerCase();
  const rankOf = ({ label, id, keywords = '' }: Item): number => {
    const [name, key, words] = [label.toLowerCase(), id.toLowerCase(), keywords.toLowerCase()];
    if (name.startsWith(wanted) || key.startsWith(wanted)) return 0;
    if (words.startsWith(wanted) || words.includes(` ${wanted}`)) return 1;
    return `${name} ${key} ${words}`.includes(wanted) ? 2 : MISSED;
  };
  const ranked = items.map((item) => ({ item, rank: rankOf(item) })).filter(({ rank }) => rank !== MISSED);
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

const MISSED = 3;

/**
 * One choice of many, found by typing; Enter takes the first match, Escape only closes the list. It can't be emptied:
 * leaving it without a choice restores the last one.
 */
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
  // The text that is being typed; null while the text is that of the choice.
  const [typed, setTyped] = useState<string | null>(null);
  const found = typed === null ? items : findOptions(items, typed);
  const list = useRef<ListHandle>(null);
  const isScrolling = useIsScrolling();
  /**
   * Whether the list is closing because content around the box was scrolled, as in a form that has just appeared:
   * react-aria closes the list then, but the typed text stays.
   */
  const isClosedByScroll = () => typed !== null && isScrolling();
  return (
    <AriaComboBox
      items={found}
      value={value}
      inputValue={typed ?? selectedLabel}
      onInputChange={(text) => setTyped(text === selectedLabel ? null : text)}
      onChange={(key) => {
        if (isClosedByScroll()) return;
        setTyped(null);
        const chosen = items.find(({ id }) => id === key);
        if (chosen !== undefined && chosen.id !== value) onChange(chosen.id);
        // A choice that keeps the value, for instance the main type of the current sub-type, would leave the list open.
        list.current?.close();
      }}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        if (isClosedByScroll()) list.current?.reopen();
        else setTyped(null);
      }}
      onBlur={() => setTyped(null)}
      // The list is opened by this component: by typing and by a click, never because the text changes with the choice.
      menuTrigger="manual"
      allowsEmptyCollection
      isInvalid={hasError(errorMessage)}
      className={styles['field'] ?? ''}
      {...(isDisabled !== undefined && { isDisabled })}
      {...(autoFocus !== undefined && { autoFocus })}
    >
      <FieldLabel label={label} {...(isLabelHidden && { isLabelHidden })} />
      <Group className={styles['box'] ?? ''}>
        <ListInput
          // An emptied box has no first match.
          firstMatch={
            typed === null || typed.trim() === '' ? undefined : found.find((item) => item.isDisabled !== true)?.id
          }
          ref={list}
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

/** The functions of a combo box's list. */
interface ListHandle {
  close(): void;
  /** Opens the list again at its new position, unless the box has lost the focus meanwhile. */
  reopen(): void;
}

interface ListInputProps {
  readonly placeholder?: string;
  /** The option that Enter takes while no option is focused; undefined where nothing was typed or nothing matches. */
  readonly firstMatch: string | undefined;
  readonly ref: Ref<ListHandle>;
}

function ListInput({ placeholder, firstMatch, ref }: ListInputProps) {
  const list = use(ComboBoxStateContext);
  /** The state's own `close` would choose the current value again. */
  const close = () => {
    if (list?.isOpen === true) list.toggle();
  };
  const input = useRef<HTMLInputElement>(null);
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  const reopen = () => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => {
      if (document.activeElement === input.current) latest.current?.open(null, 'manual');
    });
  };
  useImperativeHandle(ref, () => ({ close, reopen }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (list?.isOpen !== true || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // The layer below must not receive the key.
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && firstMatch !== undefined && list.selectionManager.focusedKey === null)
      list.selectionManager.setFocusedKey(firstMatch);
  };
  return (
    <Input
      ref={input}
      className={styles['input'] ?? ''}
      onFocus={(event) => event.currentTarget.select()}
      onClick={() => list?.open(null, 'manual')}
      onInput={() => list?.open(null, 'manual')}
      onKeyDownCapture={onKeyDown}
      {...(placeholder !== undefined && { placeholder })}
    />
  );
}

/** Whether anything on the page was scrolled since the last frame; called in events, never while rendering. */
function useIsScrolling(): () => boolean {
  const isScrolling = useRef(false);
  useEffect(() => {
    const onScroll = () => {
      isScrolling.current = true;
      requestAnimationFrame(() => {
        isScrolling.current = false;
      });
    };
    // Registered before the list is opened, so that it is called before react-aria's listener.
    window.addEventListener('scroll', onScroll, true);
    return () => window.removeEventListener('scroll', onScroll, true);
  }, []);
  return () => isScrolling.current;
}
