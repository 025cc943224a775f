import { useState } from 'react';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { Chip } from '../chip.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Flyout } from '../flyout.tsx';
import { Health } from '../health.tsx';
import { IconButton } from '../icon-button.tsx';
import { Plus, RefreshCw, SearchX, Trash2 } from '../icons/icons.ts';
import { JsonDiff } from '../json-diff.tsx';
import { JsonEditor } from '../json-editor.tsx';
import { Kbd } from '../kbd.tsx';
import { ButtonMenu, type MenuEntry } from '../menu.tsx';
import { LineList } from '../line-list.tsx';
import { CodeBlock } from '../code-block.tsx';
import { ConfirmDialog, Modal } from '../modal.tsx';
import { DataTable } from '../data-table.tsx';
import { Pager } from '../pager.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { Skeleton } from '../skeleton.tsx';
import { Tabs } from '../tabs.tsx';
import { showToast } from '../toast.tsx';
import { Tooltip } from '../tooltip.tsx';
import {
  columnHelper,
  useDataTable,
  type PaginationState,
  type RowSelectionState,
  type SortingState,
} from '../use-data-table.ts';
import styles from './gallery.module.css';

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const;
const TONES = ['neutral', 'accent', 'success', 'warning', 'danger'] as const;
const KINDS = ['info', 'success', 'warning', 'danger'] as const;
const TABS = [
  { id: 'fields', label: 'Fields', count: 12 },
  { id: 'options', label: 'Options' },
] as const;
const nothing = () => undefined;
const ENTRIES: readonly (MenuEntry | 'separator')[] = [
  { id: 'refresh', label: 'Refresh', icon: RefreshCw, keys: 'Mod+R', onAction: nothing },
  { id: 'close', label: 'Close index', isDisabled: true, onAction: nothing },
  'separator',
  { id: 'delete', label: 'Delete index', icon: Trash2, isDanger: true, onAction: nothing },
];

export function Actions() {
  return (
    <>
      {(['medium', 'small'] as const).map((size) => (
        <div key={size} className={styles['row']}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>
          ))}
          <Button size={size} icon={Plus} isDisabled>
            disabled
          </Button>
          <Button size={size} isPending>
            pending
          </Button>
        </div>
      ))}
      <div className={styles['row']}>
        <IconButton icon={Plus} label="Add field" keys="Mod+A" />
        <ButtonMenu label="Menu" items={ENTRIES} />
        <Tooltip content="A tooltip" keys="Mod+K">
          <Button>Tooltip</Button>
        </Tooltip>
        <Kbd keys="Mod+Shift+Z" />
      </div>
    </>
  );
}

export function Messages() {
  return (
    <>
      {KINDS.map((kind) => (
        <Banner key={kind} kind={kind} title={`A banner: ${kind}`}>
          What happened, what was kept, what to do next.
        </Banner>
      ))}
      <div className={styles['row']}>
        {KINDS.map((kind) => (
          <Button key={kind} onPress={() => showToast({ kind, title: `A toast: ${kind}`, text: 'And its text.' })}>
            Toast: {kind}
          </Button>
        ))}
      </div>
      <div className={styles['row']}>
        {TONES.map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
        {['green', 'yellow', 'red', ''].map((health) => (
          <Health key={health} health={health} />
        ))}
      </div>
      <Skeleton width="60%" />
      <ProgressBar label="Progress" value={2} max={3} />
      <EmptyState icon={SearchX} title="An empty state" level={3} actions={<Button>New draft</Button>}>
        What could be here, and how it gets here.
      </EmptyState>
    </>
  );
}

export function Navigation() {
  const [tab, setTab] = useState<'fields' | 'options'>('fields');
  return (
    <>
      <Tabs label="Tabs" items={TABS} value={tab} onChange={setTab}>
        The panel of {tab}.
      </Tabs>
    </>
  );
}

interface Fruit {
  readonly name: string;
  readonly weight: number;
}
const FRUITS: readonly Fruit[] = Array.from({ length: 24 }, (_, index) => ({
  name: `Fruit ${index + 1}`,
  weight: (index * 37) % 100,
}));
const fruit = columnHelper<Fruit>();
const FRUIT_COLUMNS = fruit.columns([
  fruit.accessor('name', { header: 'Name' }),
  fruit.accessor('weight', { header: 'Weight', meta: { isNumeric: true } }),
]);
const fruitName = ({ name }: Fruit) => name;

export function Rows() {
  const [sorting, setSorting] = useState<SortingState>([{ id: 'name', desc: false }]);
  const [pagination, setPagination] = useState<PaginationState>({ pageIndex: 0, pageSize: 10 });
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const table = useDataTable({
    columns: FRUIT_COLUMNS,
    data: FRUITS,
    getRowId: fruitName,
    sorting,
    onSortingChange: setSorting,
    pagination,
    onPaginationChange: setPagination,
    rowSelection,
    onRowSelectionChange: setRowSelection,
  });
  return (
    <>
      <DataTable table={table} label="Fruits" selection={{ labelOf: fruitName }} />
      <Pager label="Pages" table={table} />
      <LineList label="Numbers" count={1_000}>
        {(index) => `Line ${index + 1}`}
      </LineList>
      <CodeBlock label="Request">{'PUT /fruits\n{ "mappings": {} }'}</CodeBlock>
    </>
  );
}

export function Layers() {
  const [open, setOpen] = useState<'modal' | 'confirm' | 'flyout' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={styles['row']}>
      <Button onPress={() => setOpen('modal')}>Modal</Button>
      <Button onPress={() => setOpen('confirm')}>Confirm dialog</Button>
      <Button onPress={() => setOpen('flyout')}>Flyout</Button>
      <Modal title="A modal" isOpen={open === 'modal'} onClose={close} footer={<Button onPress={close}>Close</Button>}>
        What it is about.
      </Modal>
      {open === 'confirm' && (
        <ConfirmDialog title="Delete index?" confirmLabel="Delete index" isDanger onConfirm={close} onCancel={close}>
          Its documents are deleted too.
        </ConfirmDialog>
      )}
      {open === 'flyout' && (
        <Flyout title="A flyout" onClose={close}>
          Details beside the page.
        </Flyout>
      )}
    </div>
  );
}

export function Json() {
  const [text, setText] = useState('{\n  "properties": { "host": { "type": "keyword" } }\n}');
  return (
    <>
      <JsonEditor ariaLabel="JSON editor" value={text} onChange={setText} height="120px" />
      <JsonDiff before={{ type: 'keyword', ignore_above: 256 }} after={{ type: 'keyword', ignore_above: 1_024 }} />
    </>
  );
}
