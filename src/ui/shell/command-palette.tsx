import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { keysOf } from '../actions/action-list.ts';
import type { OfferedAction } from '../actions/action-registry.ts';
import { useOfferedActions } from '../actions/use-actions.tsx';
import { classNames } from '../kit/class-names.ts';
import { Search } from '../kit/icons/icons.ts';
import { Kbd } from '../kit/kbd.tsx';
import modal from '../kit/modal.module.css';
import popover from '../kit/popover.module.css';
import { useIndexActions } from '../screens/indices/index-actions-provider.tsx';
import type { IndexMenuContext } from '../screens/indices/index-menu.tsx';
import { useIndexDialogs } from '../screens/indices/use-index-dialogs.tsx';
import styles from './command-palette.module.css';
import { wordMatcher } from './match-words.ts';
import { useFoundActions } from './use-found-actions.ts';

/** Groups in this order follow the groups of the screen; groups of actions on found objects come after them. */
const LAST = ['Fields', 'Go to', 'Everywhere', 'Theme', 'Open'];

function groupsOf(
  offered: readonly OfferedAction[],
  found: readonly OfferedAction[],
): readonly { readonly name: string; readonly actions: readonly OfferedAction[] }[] {
  const groups = new Map<string, OfferedAction[]>();
  // The object that is open can also be found: each action is listed once.
  const unique = new Map([...offered, ...found].map((action) => [action.id, action])).values();
  const ofScreen = new Set(offered.map(({ group }) => group));
  for (const action of unique) {
    // The palette is already open.
    if (!action.isEnabled || action.id === 'app.palette') continue;
    groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  }
  const placeOf = (group: string) =>
    LAST.includes(group) ? LAST.indexOf(group) : ofScreen.has(group) ? -1 : LAST.length;
  const names = [...groups.keys()].sort((a, b) => placeOf(a) - placeOf(b));
  return names.map((name) => ({ name, actions: groups.get(name) ?? [] }));
}

/**
 * Returns whether a line matches the typed text. The matcher is created once for each text and called for each line.
 */
function lineFilter(): (line: string, typed: string) => boolean {
  let last = '';
  let rankOf = wordMatcher(last);
  return (line, typed) => {
    if (typed !== last) {
      last = typed;
      rankOf = wordMatcher(typed);
    }
    return rankOf(line) !== null;
  };
}

interface CommandPaletteProps {
  readonly isOpen: boolean;
  /** Text that was typed while this code was loading. */
  readonly typedBefore: string;
  readonly onClose: () => void;
}

/** The palette, and the confirmation dialogs of the actions chosen in it. */
export function CommandPalette({ isOpen, typedBefore, onClose }: CommandPaletteProps) {
  const { menu, dialog } = useIndexDialogs(useIndexActions());
  return (
    <>
      {isOpen && <Palette menu={menu} typedBefore={typedBefore} onClose={onClose} />}
      {dialog}
    </>
  );
}

interface PaletteProps extends Omit<CommandPaletteProps, 'isOpen'> {
  readonly menu: IndexMenuContext;
}

/** All available actions, found by typing. Actions of the screen come before those that are available everywhere. */
function Palette({ menu, typedBefore, onClose }: PaletteProps) {
  const offered = useOfferedActions();
  const [text, setText] = useState(typedBefore);
  // Deferred, so that no key press waits for the found actions.
  const found = useFoundActions(useDeferredValue(text), menu);
  const groups = useMemo(() => groupsOf(offered, found), [offered, found]);
  const [filter] = useState(lineFilter);
  const run = (action: OfferedAction) => {
    onClose();
    // After the focus has returned, so that what the action opens can take it.
    requestAnimationFrame(() => requestAnimationFrame(action.run));
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={modal['overlay'] ?? ''}
      data-modal-layer
    >
      <Modal className={classNames(modal['modal'], modal['medium'])}>
        <Dialog aria-label="Command palette" className={modal['dialog'] ?? ''}>
          <OneEscape onClose={onClose}>
            <Autocomplete filter={filter} inputValue={text} onInputChange={setText}>
              <SearchField aria-label="Search commands" autoFocus className={styles['search'] ?? ''}>
                <Search size={16} aria-hidden />
                <Input
                  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- Autocomplete sets aria-controls
                  role="combobox"
                  aria-expanded="true"
                  aria-haspopup="listbox"
                  placeholder="Search commands"
                  className={styles['input'] ?? ''}
                />
                <Kbd keys={keysOf('app.close') ?? ''} />
              </SearchField>
              <ListBox
                aria-label="Commands"
                items={groups}
                className={styles['list'] ?? ''}
                selectionMode="none"
                renderEmptyState={() => <p className={popover['empty']}>No matching commands.</p>}
              >
                {(group) => (
                  <ListBoxSection id={group.name}>
                    <Header className={styles['group'] ?? ''}>{group.name}</Header>
                    <Collection items={group.actions}>
                      {(action) => (
                        <ListBoxItem
                          id={action.id}
                          textValue={`${action.title} ${action.group} ${action.words ?? ''}`}
                          onAction={() => run(action)}
                          className={popover['item'] ?? ''}
                        >
                          <span className={classNames(popover['words'], popover['itemLabel'])}>{action.title}</span>
                          {action.keys?.[0] !== undefined && <Kbd keys={action.keys[0]} />}
                        </ListBoxItem>
                      )}
                    </Collection>
                  </ListBoxSection>
                )}
              </ListBox>
            </Autocomplete>
          </OneEscape>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Closes on the first Escape, also where text was typed, which the search field would only clear. */
function OneEscape({ onClose, children }: Pick<PaletteProps, 'onClose'> & { readonly children: ReactNode }) {
  return (
    <div
      className={styles['whole']}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      {children}
    </div>
  );
}
