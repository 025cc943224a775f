import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatJson, parseJson } from '#domain/json';
import { formatLog, openLog, parseLog } from '#domain/log';
import { catchDownload } from '../../testing/catch-download.ts';
import { testServices } from '../../testing/test-services.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft, shownNames, type TestDraft } from '../../testing/open-test-draft.ts';

const BODY = { dynamic: false, properties: { host: { type: 'keyword' }, __PROTO__: { type: 'long' } } };
const NEW = { properties: { size: { type: 'long' } } };

/** Exports through the menu; returns the file's name and text. */
async function exported(entry: string) {
  const download = catchDownload();
  await userEvent.click(page.getByRole('button', { name: 'Export', exact: true }));
  await userEvent.click(page.getByRole('menuitem', { name: entry }));
  await expect.poll(download.name).toBeDefined();
  return { name: download.name(), text: await download.text() };
}

function paste(text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
}

function drop(name: string, text: string): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

async function openBody(): Promise<TestDraft> {
  const draft = await openTestDraft(BODY);
  await expect.element(page.getByRole('treegrid', { name: 'Fields' })).toBeVisible();
  return draft;
}

/** The log of a draft on another device. */
async function logElsewhere(): Promise<string> {
  const services = await testServices();
  await services.store.append('draft/01ELSEWHERE', 0, [
    {
      format: 1,
      id: services.ids.next(),
      at: services.clock.now(),
      author: services.author,
      type: 'document.created',
      summary: 'Created',
      command: { type: 'document.create', payload: { body: NEW } },
      patch: [{ op: 'add', path: '', value: NEW }],
    },
  ]);
  return formatLog(await services.store.read('draft/01ELSEWHERE'));
}

describe('loading', () => {
  it.each([
    ['a mapping', () => Promise.resolve(formatJson(NEW))],
    [
      'a template',
      () => Promise.resolve(formatJson({ index_patterns: ['a-*'], template: { mappings: NEW, settings: {} } })),
    ],
    ['a log', logElsewhere],
  ])('takes the mappings of %s that is pasted or dropped, as one edit', async (_what, given) => {
    const { body, events } = await openBody();
    const text = await given();
    paste(text);
    await expect.poll(shownNames).toEqual(['size']);
    await expect.poll(body).toEqual(NEW);
    await userEvent.click(
      page.getByRole('alertdialog', { name: 'Loaded 1 field' }).getByRole('button', { name: 'Undo' }),
    );
    await expect.poll(body).toEqual(BODY);
    drop('given.json', text);
    await expect.poll(body).toEqual(NEW);
    expect((await events()).map(({ type }) => type)).toEqual([
      'document.created',
      'editor.mappingsReplaced',
      'history.undone',
      'editor.mappingsReplaced',
    ]);
  });

  it('says line, column and reason of what is no JSON, and changes nothing', async () => {
    const { events } = await openBody();
    drop('broken.json', '{\n  "properties": {,}\n}');
    await expect
      .element(page.getByRole('alertdialog').filter({ hasText: 'Line 2, column 18' }))
      .toHaveTextContent('Nothing was changed.');
    expect(await events()).toHaveLength(1);
  });

  it('goes by a dialog too, by keyboard, and keeps a text that was refused', async () => {
    const { body, events } = await openBody();
    page.getByRole('button', { name: 'Load JSON' }).element().focus();
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Load JSON' });
    const text = dialog.getByRole('textbox', { name: 'Mappings object' });
    await userEvent.fill(text, '{"properties"');
    await userEvent.click(dialog.getByRole('button', { name: 'Load and overwrite' }));
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Nothing was changed.');
    await expect.element(text).toHaveTextContent('{"properties"');
    await expectAccessible();
    expect(await events()).toHaveLength(1);
    await userEvent.fill(text, formatJson(NEW));
    await userEvent.click(dialog.getByRole('button', { name: 'Load and overwrite' }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(body).toEqual(NEW);
  });
});

describe('exporting', () => {
  it('gives the body as it is', async () => {
    await openBody();
    const { name, text } = await exported('Export mapping (JSON)');
    expect(name).toBe('orders.json');
    expect(parseJson(text)).toEqual(BODY);
  });

  it('gives the log record by record, as it is stored', async () => {
    const { services, stream } = await openBody();
    drop('given.json', formatJson(NEW));
    await expect.poll(shownNames).toEqual(['size']);
    await expect.poll(async () => (await services.store.read(stream)).length).toBe(2);
    const { name, text } = await exported('Export log (NDJSON)');
    expect(name).toBe('orders.ndjson');
    expect(parseLog(text)).toEqual(await services.store.read(stream));
    expect(openLog(parseLog(text)).events.map(({ type }) => type)).toEqual([
      'document.created',
      'editor.mappingsReplaced',
    ]);
  });
});
