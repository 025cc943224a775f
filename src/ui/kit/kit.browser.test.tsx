import { Text } from '@codemirror/state';
import { StrictMode, useState, type ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Braces, Ellipsis, ListTree, Plus } from './icons/icons.ts';
import './theme/tokens.css';
import './theme/base.css';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { Banner } from './banner.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { ComboBox } from './combo-box.tsx';
import { DataTable } from './data-table.tsx';
import { Flyout } from './flyout.tsx';
import { IconButton } from './icon-button.tsx';
import { JsonDiff } from './json-diff.tsx';
import { JsonEditor, type TextChange, type TextSnapshot } from './json-editor.tsx';
import { IconMenu } from './menu.tsx';
import { ConfirmDialog } from './modal.tsx';
import { NumberField } from './number-field.tsx';
import { Pager } from './pager.tsx';
import { SearchField } from './search-field.tsx';
import { SegmentedControl } from './segmented-control.tsx';
import { Select } from './select.tsx';
import { Switch } from './switch.tsx';
import { TextField } from './text-field.tsx';
import { showToast, ToastRegion } from './toast.tsx';
import {
  columnHelper,
  useDataTable,
  type PaginationState,
  type RowSelectionState,
  type SortingState,
} from './use-data-table.ts';

// As in index.html: the base rules hold below it.
document.body.classList.add('mapledger');

const show = (element: ReactNode) =>
  render(
    <StrictMode>
      <main>{element}</main>
    </StrictMode>,
  );

const COLOURS = [
  { id: 'red', label: 'Red' },
  { id: 'green', label: 'Green', keywords: 'grass' },
  { id: 'blue', label: 'Blue' },
  { id: 'signal', label: 'Fire engine', keywords: 'red' },
] as const;
type Colour = (typeof COLOURS)[number]['id'];

describe('fields', () => {
  it.each([false, true])('look read-only where they are, of several lines: %s', async (isMultiline) => {
    await show(
      <>
        <TextField label="Written" value="a" onChange={() => undefined} isMultiline={isMultiline} />
        <TextField label="Read" value="a" onChange={() => undefined} isMultiline={isMultiline} isReadOnly />
      </>,
    );
    const look = (name: string) => {
      const { backgroundColor, borderColor } = getComputedStyle(page.getByRole('textbox', { name }).element());
      return { backgroundColor, borderColor };
    };
    const [written, read] = [look('Written'), look('Read')];
    expect(read.backgroundColor).not.toBe(written.backgroundColor);
    expect(read.borderColor).not.toBe(written.borderColor);
  });

  it('take no room for a label that is for screen readers only', async () => {
    await show(<TextField label="Name of the index" isLabelHidden value="" onChange={() => undefined} />);
    const label = page.getByText('Name of the index').element().getBoundingClientRect();
    expect([label.width, label.height]).toEqual([1, 1]);
    await expect.element(page.getByRole('textbox', { name: 'Name of the index' })).toBeVisible();
  });

  function Form() {
    const [text, setText] = useState('');
    const [number, setNumber] = useState<number | null>(null);
    const [isOn, setIsOn] = useState(false);
    const [colour, setColour] = useState<Colour>('red');
    const [view, setView] = useState<'tree' | 'json'>('tree');
    return (
      <>
        <h1>Form</h1>
        <TextField
          label="Name"
          value={text}
          onChange={setText}
          errorMessage={text === 'bad' ? 'Not this one.' : undefined}
          description="Help"
        />
        <NumberField label="Limit" value={number} onChange={setNumber} minValue={0} />
        <output aria-label="Limit is">{String(number)}</output>
        <NumberField
          label="Percent"
          value={number}
          onChange={setNumber}
          minValue={1}
          maxValue={100}
          description="Why"
        />
        <SearchField label="Search" keys="/" />
        <Select label="Colour" items={COLOURS} value={colour} onChange={setColour} />
        <Checkbox isSelected={isOn} onChange={setIsOn} description="More">
          Agreed
        </Checkbox>
        <Switch isSelected={isOn} onChange={setIsOn}>
          Enabled
        </Switch>
        <SegmentedControl
          label="View"
          items={[
            { id: 'tree', label: 'Tree', icon: ListTree },
            { id: 'json', label: 'JSON', icon: Braces },
          ]}
          value={view}
          onChange={setView}
        />
        <IconButton icon={Plus} label="Add" keys="Mod+A" />
        <Banner kind="warning" title="Careful">
          Text
        </Banner>
      </>
    );
  }

  it('say their errors, and axe finds nothing', async () => {
    await show(<Form />);
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'bad');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Not this one\./);
    await expectAccessible();
  });

  it('look invalid in a text input as in any box, and have one background', async () => {
    await show(<Form />);
    const name = page.getByRole('textbox', { name: 'Name' });
    const search = page.getByRole('searchbox', { name: 'Search' }).element().closest('[role=group]') as Element;
    expect(getComputedStyle(name.element()).backgroundColor).toBe(getComputedStyle(search).backgroundColor);
    expect(getComputedStyle(name.element()).backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
    await userEvent.fill(name, 'bad');
    await expect.element(name).toHaveAttribute('data-invalid');
    const danger = document.createElement('i');
    danger.style.color = 'var(--color-danger-mark)';
    document.querySelector('main')?.append(danger);
    const borderColor = () => getComputedStyle(name.element()).borderTopColor;
    await expect.poll(borderColor).toBe(getComputedStyle(danger).color);
    await userEvent.tab();
    await expect.poll(borderColor).toBe(getComputedStyle(danger).color);
  });

  it('hold a number or none', async () => {
    await show(<Form />);
    const limit = page.getByRole('textbox', { name: 'Limit' });
    await userEvent.fill(limit, '1234567');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('status', { name: 'Limit is' })).toHaveTextContent('1234567');
    await expect.element(limit).toHaveValue('1234567');
    await userEvent.clear(limit);
    await userEvent.tab();
    await expect.element(page.getByRole('status', { name: 'Limit is' })).toHaveTextContent('null');
  });

  it.each(['0', '0.5', '101'])('keep a number outside their range as entered, and say so: %s', async (entered) => {
    await show(<Form />);
    const percent = page.getByRole('textbox', { name: 'Percent' });
    const before = page.getByRole('searchbox').element().getBoundingClientRect().top;
    await userEvent.fill(percent, entered);
    await userEvent.keyboard('{Enter}');
    await expect.element(percent).toHaveAccessibleDescription('Enter a whole number from 1 to 100.');
    await expect.element(percent).toHaveValue(entered);
    await expect.element(percent).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByRole('status', { name: 'Limit is' })).toHaveTextContent(entered);
    if (entered !== '0.5') expect(page.getByRole('searchbox').element().getBoundingClientRect().top).toBe(before);
    await userEvent.fill(percent, '7');
    await userEvent.keyboard('{Enter}');
    await expect.element(percent).toHaveAccessibleDescription('Why');
  });

  it('switch by keyboard', async () => {
    await show(<Form />);
    page.getByRole('checkbox', { name: 'Agreed' }).element().focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByRole('switch', { name: 'Enabled' })).toBeChecked();
    await userEvent.click(page.getByRole('radio', { name: 'JSON' }));
    await expect.element(page.getByRole('radio', { name: 'JSON' })).toBeChecked();
  });
});

describe('ComboBox', () => {
  function Choice({ onChange }: { readonly onChange: (colour: Colour) => void }) {
    const [colour, setColour] = useState<Colour | null>(null);
    return (
      <>
        <h1>Choice</h1>
        <ComboBox
          label="Colour"
          placeholder="Select a colour"
          items={COLOURS}
          value={colour}
          onChange={(next) => {
            setColour(next);
            onChange(next);
          }}
        />
        <Button>Next</Button>
      </>
    );
  }

  it('is found by label, id and keywords, and chosen by keyboard', async () => {
    const onChange = vi.fn<(colour: Colour) => void>();
    await show(<Choice onChange={onChange} />);
    const box = page.getByRole('combobox', { name: 'Colour' });
    await expect.element(box).toHaveAttribute('placeholder', 'Select a colour');
    await userEvent.fill(box, 'gras');
    await expect.element(page.getByRole('option', { name: 'Green' })).toBeVisible();
    expect(page.getByRole('option').elements()).toHaveLength(1);
    expect(document.documentElement.scrollWidth).toBe(window.innerWidth);
    // While the list is open, react-aria hides the rest of the page from screen readers, and axe with it.
    await expectAccessible(page.getByRole('listbox').element());
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(box).toHaveValue('Green');
    await expectAccessible();
    expect(onChange.mock.calls).toEqual([['green']]);
  });

  it('takes the first match with Enter', async () => {
    const onChange = vi.fn<(colour: Colour) => void>();
    await show(<Choice onChange={onChange} />);
    const box = page.getByRole('combobox', { name: 'Colour' });
    await userEvent.fill(box, 're');
    await expect.element(page.getByRole('option', { name: 'Red' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(box).toHaveValue('Red');
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    expect(onChange.mock.calls).toEqual([['red']]);
  });

  it('opens its list by a click, and closes it alone with Escape', async () => {
    const onEscape = vi.fn();
    await show(
      <div onKeyDown={({ key }) => key === 'Escape' && onEscape()} role="presentation">
        <Choice onChange={() => undefined} />
      </div>,
    );
    const box = page.getByRole('combobox', { name: 'Colour' });
    await userEvent.click(box);
    await expect.element(page.getByRole('option', { name: 'Red' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    expect(onEscape).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onEscape).toHaveBeenCalledOnce();
  });

  it('closes its list where the choice stands for a part of the value', async () => {
    function Part() {
      const [isPart, setIsPart] = useState(false);
      return (
        <>
          <h1>Part</h1>
          <ComboBox label="Colour" items={COLOURS} value="red" onChange={() => setIsPart(true)} />
          <output>{isPart ? 'part' : 'whole'}</output>
        </>
      );
    }
    await show(<Part />);
    const box = page.getByRole('combobox', { name: 'Colour' });
    await userEvent.fill(box, 'blue');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    await expect.element(box).toHaveValue('Red');
    await expect.element(page.getByRole('status')).toHaveTextContent('part');
  });

  it('can not be emptied', async () => {
    const onChange = vi.fn<(colour: Colour) => void>();
    await show(<Choice onChange={onChange} />);
    const box = page.getByRole('combobox', { name: 'Colour' });
    await userEvent.fill(box, 'Blue');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(box).toHaveValue('Blue');
    await userEvent.clear(box);
    // The box is left with Tab: while the list is open, react-aria hides the rest of the page from queries by role.
    await userEvent.tab();
    await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
    await expect.element(box).toHaveValue('Blue');
    await userEvent.fill(box, 'nothing like it');
    await expect.element(page.getByText('No matches.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveValue('Blue');
    expect(onChange.mock.calls).toEqual([['blue']]);
  });

  it('puts what begins with the text first, then what has a keyword that does', async () => {
    await show(<Choice onChange={() => undefined} />);
    await userEvent.fill(page.getByRole('combobox', { name: 'Colour' }), 're');
    await expect.element(page.getByRole('option', { name: 'Red' })).toBeVisible();
    expect(
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Red', 'Fire engine', 'Green']);
    await userEvent.fill(page.getByRole('combobox', { name: 'Colour' }), 'fire');
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map(({ textContent }) => textContent),
      )
      .toEqual(['Fire engine']);
  });

  it('shows every choice when it is opened by its button', async () => {
    await show(<Choice onChange={() => undefined} />);
    await userEvent.click(page.getByRole('button', { name: /Show suggestions/ }));
    await expect.element(page.getByRole('option', { name: 'Red' })).toBeVisible();
    expect(page.getByRole('option').elements()).toHaveLength(4);
  });
});

describe('layers', () => {
  function Layers({ onConfirm }: { readonly onConfirm: () => void }) {
    const [layer, setLayer] = useState<'confirm' | 'flyout' | null>(null);
    return (
      <>
        <h1>Layers</h1>
        <Button onPress={() => setLayer('confirm')}>Ask</Button>
        <Button onPress={() => setLayer('flyout')}>Edit</Button>
        <IconMenu
          label="More"
          icon={Ellipsis}
          items={[
            { id: 'a', label: 'Do it', onAction: onConfirm },
            'separator',
            { id: 'b', label: 'Not now', isDisabled: true, onAction: onConfirm },
          ]}
        />
        {layer === 'confirm' && (
          <ConfirmDialog
            title="Remove it?"
            confirmLabel="Remove"
            isDanger
            onConfirm={onConfirm}
            onCancel={() => setLayer(null)}
          >
            It is gone then.
          </ConfirmDialog>
        )}
        {layer === 'flyout' && (
          <Flyout title="Edit field" onClose={() => setLayer(null)} footer={<Button variant="primary">Update</Button>}>
            <TextField label="Name" />
            <Select label="Colour" items={COLOURS} value="red" onChange={() => undefined} />
          </Flyout>
        )}
      </>
    );
  }

  it('ask with the focus on Cancel, and give it back', async () => {
    const onConfirm = vi.fn();
    await show(<Layers onConfirm={onConfirm} />);
    await userEvent.click(page.getByRole('button', { name: 'Ask' }));
    await expect.element(page.getByRole('alertdialog', { name: 'Remove it?' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Tab}{Enter}');
    expect(onConfirm).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Ask' })).toHaveFocus();
  });

  it('open a flyout that leaves the rest usable, and close it from anywhere by Escape, top layer first', async () => {
    await show(<Layers onConfirm={() => undefined} />);
    await userEvent.click(page.getByRole('button', { name: 'Edit' }));
    const flyout = page.getByRole('dialog', { name: 'Edit field' });
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: /Colour/ }));
    await expect.element(page.getByRole('option', { name: 'Blue' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('option', { name: 'Blue' })).not.toBeInTheDocument();
    await expect.element(flyout).toBeVisible();
    page.getByRole('button', { name: 'Ask' }).element().focus();
    await userEvent.keyboard('{Escape}');
    await expect.element(flyout).not.toBeInTheDocument();
  });

  it('offer a menu by keyboard', async () => {
    const onAction = vi.fn();
    await show(<Layers onConfirm={onAction} />);
    page.getByRole('button', { name: 'More' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Do it' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onAction).toHaveBeenCalledOnce();
  });

  it('keep toasts above a dialog, where they can be pressed without closing it', async () => {
    const onAction = vi.fn();
    await show(
      <>
        <Layers onConfirm={() => undefined} />
        <ToastRegion />
      </>,
    );
    const close = showToast({ kind: 'danger', title: 'It failed', action: { label: 'Try again', onAction } });
    await userEvent.click(page.getByRole('button', { name: 'Ask' }));
    await expect.element(page.getByRole('alertdialog', { name: 'Remove it?' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(onAction).toHaveBeenCalledOnce();
    await expect.element(page.getByRole('alertdialog', { name: 'Remove it?' })).toBeVisible();
    close();
  });

  it('leave the buttons of a flyout and of a dialog free of toasts, wide and narrow', async () => {
    await show(
      <>
        <Layers onConfirm={() => undefined} />
        <ToastRegion />
      </>,
    );
    const close = showToast({
      kind: 'danger',
      title: 'It failed',
      text: 'Because of something that takes a few more words to say than there is room for on one line.',
    });
    const toast = page.getByRole('alertdialog', { name: 'It failed' });
    await expect.element(toast).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Edit' }));
    for (const [width, height] of [
      [1440, 900],
      [1100, 800],
      [390, 844],
    ] as const) {
      await page.viewport(width, height);
      const { left, right, top, bottom } = toast.element().getBoundingClientRect();
      for (const name of ['Update', 'Close']) {
        for (const button of page.getByRole('dialog').getByRole('button', { name, exact: true }).elements()) {
          const box = button.getBoundingClientRect();
          const isFree = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
          expect({ name, width, isFree }).toEqual({ name, width, isFree: true });
        }
      }
    }
    await page.viewport(1440, 900);
    close();
  });

  it('leave a bar below the content free of toasts, on however many lines', async () => {
    const frame = (
      <div style={{ position: 'fixed', inset: 'auto auto 0 0', width: 400 }} data-testid="frame">
        <BottomBar
          label="Unsent changes"
          words={
            <>
              <p>3 changes that are not sent</p>
              <p>2 of them require a new index, which the cluster does not have</p>
            </>
          }
        >
          <Button>Review</Button>
        </BottomBar>
        <ToastRegion />
      </div>
    );
    await page.viewport(1100, 800);
    await show(frame);
    const close = showToast({ kind: 'danger', title: 'It failed' });
    const toast = page.getByRole('alertdialog', { name: 'It failed' });
    await expect.element(toast).toBeVisible();
    const bar = page.getByRole('region', { name: 'Unsent changes' });
    const gap = () => bar.element().getBoundingClientRect().top - toast.element().getBoundingClientRect().bottom;
    await expect.poll(gap).toBeGreaterThan(0);
    (page.getByTestId('frame').element() as HTMLElement).style.width = '160px';
    await expect.poll(() => bar.element().getBoundingClientRect().height).toBeGreaterThan(120);
    await expect.poll(gap).toBeGreaterThan(0);
    await page.viewport(1440, 900);
    close();
  });

  it('tell in a toast, with something to do about it', async () => {
    const onAction = vi.fn();
    await show(<ToastRegion />);
    showToast({ kind: 'danger', title: 'It failed', text: 'Because', action: { label: 'Try again', onAction } });
    await expect.element(page.getByRole('alertdialog', { name: 'It failed' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    expect(onAction).toHaveBeenCalledOnce();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  });
});

describe('JSON', () => {
  it('is edited as text, and marks its faults', async () => {
    const onText = vi.fn<(text: string) => void>();
    const onChange = (text: string) => onText(text);
    const faults = [{ line: 1, column: 2, reason: 'A value is expected here' }];
    const { rerender } = await show(
      <>
        <h1>JSON</h1>
        <JsonEditor ariaLabel="Mappings" value="{}" onChange={onChange} />
      </>,
    );
    const editor = page.getByRole('textbox', { name: 'Mappings' });
    await userEvent.click(editor);
    await userEvent.keyboard('{End} ');
    expect(onText).toHaveBeenLastCalledWith('{} ');
    await rerender(
      <main>
        <h1>JSON</h1>
        <JsonEditor ariaLabel="Mappings" value='{"a": 1}' onChange={onChange} errors={faults} />
      </main>,
    );
    await expect.element(editor).toHaveTextContent('{"a": 1}');
    expect(document.querySelector('.cm-lintRange-error')).not.toBeNull();
    await expectAccessible();
  });

  it('is put together only for who asks for the whole text', async () => {
    const onEdit = vi.fn<(text: TextSnapshot, edits: readonly TextChange[]) => void>();
    function Owner() {
      const [text, setText] = useState<TextSnapshot>('{"a": 1}');
      const edit = (changed: TextSnapshot, edits: readonly TextChange[]) => {
        onEdit(changed, edits);
        setText(changed);
      };
      return <JsonEditor ariaLabel="Mappings" value={text} onEdit={edit} />;
    }
    await show(<Owner />);
    const editor = page.getByRole('textbox', { name: 'Mappings' });
    await userEvent.click(editor);
    await userEvent.keyboard('{End}');
    const putTogether = vi.spyOn(Text.prototype, 'toString');
    await userEvent.keyboard(' ');
    await expect.poll(() => onEdit.mock.lastCall?.[1]).toEqual([{ from: 8, to: 8, insert: ' ' }]);
    // The text that comes back as the value is the editor's own.
    const wholes = putTogether.mock.contexts.filter((text) => (text as Text).length > 1);
    putTogether.mockRestore();
    expect(wholes).toEqual([]);
    expect(onEdit.mock.lastCall?.[0].toString()).toBe('{"a": 1} ');
    await expect.element(editor).toHaveTextContent('{"a": 1}');
  });

  it('is compared line by line', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`key ${index}`, index]));
    await show(
      <>
        <h1>Difference</h1>
        <JsonDiff before={many} after={{ ...many, 'key 29': 'changed' }} />
      </>,
    );
    await expect.element(page.getByText('"key 29": "changed"')).toBeVisible();
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Show 27 unchanged lines' }));
    await expect.element(page.getByText('"key 3": 3').first()).toBeVisible();
  });
});

describe('a table with pages', () => {
  interface Row {
    readonly name: string;
    readonly size?: number;
  }
  const rows: readonly Row[] = [
    ...Array.from({ length: 24 }, (_, at) => ({ name: `logs ${at + 1}`, size: (at * 7) % 24 })),
    { name: '__proto__' },
  ];
  const column = columnHelper<Row>();
  const COLUMNS = column.columns([
    column.accessor('name', { header: 'Name' }),
    column.accessor('size', { header: 'Size', meta: { isNumeric: true }, sortDescFirst: true }),
    column.display({
      id: 'menu',
      header: 'Actions',
      meta: { isActions: true },
      cell: ({ row }) => <IconButton icon={Plus} label={`Add to ${row.original.name}`} />,
    }),
  ]);
  const nameOf = ({ name }: Row) => name;
  const refusalOf = ({ name }: Row) => (name === 'logs 2' ? 'It is in use.' : undefined);

  function List() {
    const [sorting, onSortingChange] = useState<SortingState>([{ id: 'name', desc: false }]);
    const [pagination, onPaginationChange] = useState<PaginationState>({ pageIndex: 0, pageSize: 10 });
    const [rowSelection, onRowSelectionChange] = useState<RowSelectionState>({});
    const table = useDataTable({
      columns: COLUMNS,
      data: rows,
      getRowId: nameOf,
      sorting,
      onSortingChange,
      pagination,
      onPaginationChange,
      rowSelection,
      onRowSelectionChange,
      refusalOf,
    });
    return (
      <>
        <h1>List</h1>
        <DataTable table={table} label="Logs" selection={{ labelOf: ({ name }) => `Select ${name}`, refusalOf }} />
        <Pager label="Pages of logs" table={table} />
        <output aria-label="Selected">{Object.keys(rowSelection).join()}</output>
      </>
    );
  }
  /** The checkbox input itself lies under its drawing. */
  const tick = (name: string) =>
    userEvent.click(page.getByRole('checkbox', { name, exact: true }).element().closest('label') ?? document.body);
  const firstNames = () =>
    page
      .getByRole('rowheader')
      .elements()
      .slice(0, 3)
      .map((cell) => cell.textContent);

  it('sorts as people read, without a value last either way', async () => {
    await show(<List />);
    expect(firstNames()).toEqual(['__proto__', 'logs 1', 'logs 2']);
    await userEvent.click(page.getByRole('button', { name: 'Size' }));
    expect(firstNames()).toEqual(['logs 18', 'logs 11', 'logs 4']);
    await expect.element(page.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(page.getByRole('button', { name: 'Last page' }));
    expect(page.getByRole('rowheader').elements().at(-1)?.textContent).toBe('__proto__');
    await userEvent.click(page.getByRole('button', { name: 'Size' }));
    expect(page.getByRole('rowheader').elements().at(-1)?.textContent).toBe('__proto__');
  });

  it('shows names whole where they are wider than their column', async () => {
    const long = 'sandbox-orders-'.repeat(12);
    const columns = column.columns([
      column.accessor('name', { header: 'Name' }),
      column.accessor(() => long, { id: 'index', header: 'Index', meta: { isName: true } }),
    ]);
    function Names() {
      return <DataTable table={useDataTable({ columns, data: [{ name: long }], getRowId: nameOf })} label="Names" />;
    }
    await show(
      <div style={{ width: 320 }}>
        <Names />
      </div>,
    );
    for (const role of ['rowheader', 'cell'] as const) {
      const cell = page.getByRole(role).element();
      expect(cell.textContent).toBe(long);
      expect(cell.scrollWidth, role).toBeLessThanOrEqual(cell.clientWidth);
    }
  });

  it('pages by keyboard, and says which rows are shown', async () => {
    await show(<List />);
    const pages = page.getByRole('navigation', { name: 'Pages of logs' });
    await expect.element(pages.getByRole('status')).toHaveTextContent('1–10 of 25');
    await expect.element(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled();
    await userEvent.click(pages.getByRole('button', { name: 'Next page' }));
    await userEvent.keyboard('{Enter}');
    await expect.element(pages.getByRole('status')).toHaveTextContent('21–25 of 25');
    await expect.element(pages.getByRole('button', { name: 'Next page' })).toBeDisabled();
    await userEvent.click(pages.getByRole('button', { name: /Rows per page/ }));
    await userEvent.click(page.getByRole('option', { name: '50' }));
    await expect.element(pages.getByRole('status')).toHaveTextContent('1–25 of 25');
    await expectAccessible();
  });

  it('ticks rows, keeps the ticks of other pages, and says why a row can’t be ticked', async () => {
    await show(<List />);
    await tick('Select logs 1');
    await userEvent.click(page.getByRole('button', { name: 'Next page' }));
    page.getByRole('checkbox', { name: 'Select logs 12' }).element().focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByLabelText('Selected')).toHaveTextContent('logs 1,logs 12');
    await userEvent.click(page.getByRole('button', { name: 'Previous page' }));
    await expect.element(page.getByRole('checkbox', { name: 'Select logs 2: It is in use.' })).toBeDisabled();
    await tick('Select all on this page');
    await expect.element(page.getByLabelText('Selected')).toHaveTextContent(/^logs 1,logs 12,__proto__,logs 3,/);
    await expectAccessible();
    await tick('Select all on this page');
    await expect.element(page.getByLabelText('Selected')).toHaveTextContent(/^logs 12$/);
  });
});
