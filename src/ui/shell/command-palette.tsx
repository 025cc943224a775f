import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
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
  useFilter,
} from 'react-aria-components';
import { keysOf } from '../actions/action-list.ts';
import type { OfferedAction } from '../actions/action-registry.ts';
import { useOfferedActions } from '../actions/use-actions.tsx';
import { useApi } from '../platform/api-provider.tsx';
import { apiQueryOptions } from '../platform/api-queries.ts';
import { classNames } from '../kit/class-names.ts';
import { Kbd } from '../kit/kbd.tsx';
import modal from '../kit/modal.module.css';
import popover from '../kit/popover.module.css';
import { ROUTES } from '../platform/route-table.ts';
import styles from './command-palette.module.css';
import { bestNames } from './palette-indices.ts';

/** What belongs to the screen comes before these. */
const LAST = ['Go to', 'Everywhere', 'Theme', 'Open index'];

function groupsOf(
  actions: readonly OfferedAction[],
): readonly { readonly name: string; readonly actions: readonly OfferedAction[] }[] {
  const groups = new Map<string, OfferedAction[]>();
  for (const action of actions) {
    // It is open already.
    if (!action.isEnabled || action.id === 'app.palette') continue;
    groups.set(action.group, [...(groups.get(action.group) ?? []), action]);
  }
  const names = [...groups.keys()].sort((a, b) => LAST.indexOf(a) - LAST.indexOf(b));
  return names.map((name) => ({ name, actions: groups.get(name) ?? [] }));
}

const NONE: readonly string[] = [];

/** The indices whose name has the text in it, as places to go to: of the list that was read last, so that nothing is asked of the cluster. */
function useFoundIndices(text: string): readonly OfferedAction[] {
  const cluster = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [names] = useState(
    () => queries.getQueryData(apiQueryOptions(cluster, 'indices.list', {}).queryKey)?.map(({ name }) => name) ?? NONE,
  );
  return useMemo(
    () =>
      bestNames(names, text).map((name) => ({
        id: `index/${name}`,
        title: name,
        group: 'Open index',
        isEnabled: true,
        run: () => void navigate({ to: ROUTES.index, params: { name } }),
      })),
    [names, text, navigate],
  );
}

/** Everything that can be done now, found by typing. What belongs to the screen comes before what is everywhere. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const offered = useOfferedActions();
  const [text, setText] = useState('');
  // No key waits for them.
  const found = useFoundIndices(useDeferredValue(text));
  const groups = useMemo(() => groupsOf([...offered, ...found]), [offered, found]);
  const { contains } = useFilter({ sensitivity: 'base' });
  const run = (action: OfferedAction) => {
    onClose();
    // After the focus is back where it was, so that what the action opens can take it.
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
          <Autocomplete filter={contains} inputValue={text} onInputChange={setText}>
            <SearchField aria-label="Search commands" autoFocus className={styles['search'] ?? ''}>
              <Search size={16} aria-hidden />
              <Input
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
                        textValue={action.title}
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
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
