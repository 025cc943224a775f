import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { addField, editorOf, keyword, NOW, removeField, STREAM } from '../../../../tests/builders/sessions.ts';
import { ADA } from '../../../fuzz/generate/stamps.ts';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { formatReplay } from '../../../machines/replay/replay-file.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';

/** A replay file that a person sent: a search, an added field, and a field whose removal was confirmed. */
async function sent(): Promise<string> {
  const { editor, home, trace } = await editorOf({ a: keyword, '<b>': keyword });
  editor.dispatch({ type: 'search:update', payload: { term: 'a' } });
  editor.dispatch(addField('c'));
  editor.dispatch({ type: 'documentField.requestRemove', payload: { field: '/properties/a' } });
  editor.dispatch(removeField('/properties/a'));
  await editor.document.whenSaved();
  const records = await memoryEventStore(home).read(STREAM);
  return formatReplay({
    name: 'orders',
    mappingsAt: '',
    authorId: ADA.id,
    exportedAt: NOW,
    records,
    names: [],
    trace: await trace.read(STREAM),
  });
}

async function openReplay(text: string): Promise<void> {
  await openTestConsole('/replay');
  await expect.element(page.getByRole('heading', { name: 'Replay an editing session' })).toBeVisible();
  const data = new DataTransfer();
  data.items.add(new File([text], 'orders.replay.ndjson'));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });

describe('a replay', () => {
  it('is played step by step, and shows what was to be seen', async () => {
    await openReplay(await sent());
    await expect.element(page.getByRole('heading', { name: 'Replay of orders' })).toBeVisible();
    await expect.element(row('<b>')).toBeVisible();
    await expectAccessible();
    const on = page.getByRole('button', { name: 'Step forward' });
    await userEvent.click(on);
    await expect.element(page.getByText('searching "a"')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Search for "a"/ })).toHaveAttribute('aria-current', 'step');
    await userEvent.click(on);
    await expect.element(row('c')).toBeVisible();
    await userEvent.click(on);
    await expect.element(page.getByText('searching "a", confirming removal of a')).toBeVisible();
    await userEvent.click(on);
    await expect.element(row('a')).not.toBeInTheDocument();
    await expect.element(on).toBeDisabled();
    await userEvent.click(page.getByRole('button', { name: 'Skip to start' }));
    await expect.element(row('a')).toBeVisible();
  });

  it('shows tab, panel, version, and what was typed in forms', async () => {
    const { editor, home, trace } = await editorOf({ a: keyword });
    const entered = { edits: { set: { ignore_above: 9 }, unset: [] }, opened: [], faults: {} };
    editor.dispatch({ type: 'documentField.editField', payload: { field: '/properties/a' } });
    editor.dispatch({
      type: 'fieldForm.update',
      payload: { content: { kind: 'field', name: 'typed <b>', pick: null, entered }, isValid: null },
    });
    editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
    editor.dispatch({ type: 'editor.changeTab', payload: { tab: 'templates' } });
    editor.dispatch({ type: 'templates.update', payload: { json: '[{' } });
    editor.dispatch({ type: 'panel.open', payload: { panel: 'history' } });
    editor.dispatch({ type: 'version.show', payload: { version: 1 } });
    await editor.document.whenSaved();
    const records = await memoryEventStore(home).read(STREAM);
    await openReplay(
      formatReplay({
        name: 'orders',
        mappingsAt: '',
        authorId: ADA.id,
        exportedAt: NOW,
        records,
        names: [],
        trace: await trace.read(STREAM),
      }),
    );
    const on = page.getByRole('button', { name: 'Step forward' });
    const typed = page.getByRole('region', { name: 'Unapplied changes' });
    const step = async (words: string) => {
      await userEvent.click(on);
      await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    };
    await step('editing a');
    await expect.element(typed).not.toBeInTheDocument();
    await step('Field form: unapplied changes');
    await expect.element(typed.getByText('"name": "typed <b>"')).toBeVisible();
    await expect.element(typed.getByText('"ignore_above": 9')).toBeVisible();
    await expectAccessible();
    await step('Viewing the tree');
    await step('viewing dynamic templates');
    await step('Dynamic templates: unapplied changes');
    await step('viewing dynamic templates, history open');
    await step('viewing dynamic templates, viewing version 1');
    await expect.element(page.getByText('differs from recording')).not.toBeInTheDocument();
  });

  it('plays by itself to its end', async () => {
    await openReplay(await sent());
    await userEvent.click(page.getByRole('button', { name: 'Play', exact: true }));
    await expect.element(row('a')).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  });

  it('that is none is refused with the line', async () => {
    await openReplay((await sent()).replace('Add c', 'Add d'));
    await expect
      .element(page.getByText('Line 3: its hash does not match its text and the previous record.'))
      .toBeVisible();
  });
});
