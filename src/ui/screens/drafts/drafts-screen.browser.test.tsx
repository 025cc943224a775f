import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parseJson, valueAt } from '#domain/json';
import { PASTED_TEXTS } from '../../../../tests/builders/pasted-texts.ts';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { testServices } from '../../testing/test-services.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { createDraft } from '../../files/import-draft.ts';

const target = { distribution: 'opensearch', version: '3.4' } as const;

async function consoleWith(...names: readonly string[]) {
  const services = await testServices();
  for (const name of names) await createDraft(services, { properties: { a: { type: 'long' } } }, { name, target });
  return openTestConsole('/drafts', services);
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

const rowNames = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((cell) => cell.querySelector('a')?.textContent);

describe('drafts', () => {
  it('says how to start where there is none', async () => {
    await openTestConsole('/drafts');
    await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Import file' })).toBeVisible();
    await expectAccessible();
  });

  it('creates a draft by keyboard alone, and opens it', async () => {
    const { services, router } = await openTestConsole('/drafts');
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    await userEvent.keyboard('{Insert}');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Give a name to the draft.')).toBeVisible();
    await userEvent.keyboard('orders{Tab}{ArrowDown}');
    await expect.element(page.getByRole('option', { name: 'Elasticsearch 9.5' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await userEvent.click(page.getByRole('textbox', { name: 'Name' }));
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => router.state.location.pathname).toMatch(new RegExp(`^${APP_BASE}/drafts/.+`));
    const [draft] = Object.values(services.drafts.getSnapshot().state.body ?? {});
    expect(draft).toMatchObject({
      name: 'orders',
      target: { distribution: 'elasticsearch', version: '8.19' },
      kind: 'mappings',
    });
  });

  it('suggests the engine of the connected cluster', async () => {
    const server = testServer();
    const services = await testServices(undefined, { http: server.http });
    await openTestConsole('/drafts', services);
    const root = parseJson(await server.ask('GET', []));
    const engine = { distribution: 'elasticsearch', version: valueAt(root, '/version/number') };
    await userEvent.click(page.getByRole('button', { name: 'New draft' }));
    await expect.element(page.getByRole('textbox', { name: 'Version' })).toHaveValue(String(engine.version));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'mine');
    await userEvent.click(page.getByRole('button', { name: 'Create draft' }));
    const drafts = () => Object.values(services.drafts.getSnapshot().state.body ?? {});
    await expect.poll(drafts).toMatchObject([{ name: 'mine', target: engine }]);
  });

  it('takes another version of an engine, and says what a version is', async () => {
    const { services } = await openTestConsole('/drafts');
    await userEvent.click(page.getByRole('button', { name: 'New draft' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'old');
    await userEvent.click(page.getByRole('button', { name: /Target engine/ }));
    await userEvent.click(page.getByRole('option', { name: 'Other version' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Version' }), '6.x');
    await userEvent.click(page.getByRole('button', { name: 'Create draft' }));
    await expect.element(page.getByText('Enter a version number')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Version' }), '6.8');
    await userEvent.click(page.getByRole('button', { name: 'Create draft' }));
    await expect
      .poll(() => Object.values(services.drafts.getSnapshot().state.body ?? {}))
      .toMatchObject([{ target: { version: '6.8' } }]);
  });

  it('makes a draft of a dropped file, named after it, and opens it', async () => {
    await openTestConsole('/drafts');
    await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
    drop('ecs.json', '{"properties":{"__proto__":{"type":"long"},"b":{"type":"ip"}}}');
    await expect.element(page.getByRole('heading', { name: 'ecs', level: 1 })).toBeVisible();
    await expect.element(page.getByText('2 fields and multi-fields.')).toBeVisible();
    await expectAccessible();
  });

  it('gives an imported file the engine of the connected cluster', async () => {
    const server = testServer();
    const services = await testServices(undefined, { http: server.http });
    await openTestConsole('/drafts', services);
    const version = valueAt(parseJson(await server.ask('GET', [])), '/version/number');
    await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
    drop('ecs.json', '{"properties":{"b":{"type":"ip"}}}');
    await expect.element(page.getByRole('heading', { name: 'ecs', level: 1 })).toBeVisible();
    expect(Object.values(services.drafts.getSnapshot().state.body ?? {})).toMatchObject([
      { name: 'ecs', target: { distribution: 'elasticsearch', version } },
    ]);
  });

  it('says line, column and reason of a pasted text that is no JSON, and changes nothing', async () => {
    const { services } = await openTestConsole('/drafts');
    await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
    const before = services.drafts.getSnapshot().state;
    paste('{\n  "properties": {,}\n}');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Line 2, column 18');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Nothing was changed.');
    expect(services.drafts.getSnapshot().state).toBe(before);
    await userEvent.click(page.getByRole('button', { name: 'Dismiss' }));
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  describe('imports what people paste', () => {
    const choice = page.getByRole('dialog', { name: 'Choose what to import' });

    it.each(PASTED_TEXTS.filter(({ bodies }) => bodies !== undefined))(
      '$what',
      async ({ text, bodies = [], leftOut }) => {
        const { services } = await openTestConsole('/drafts');
        await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
        paste(text);
        const last = bodies.at(-1);
        if (bodies.length > 1) {
          await userEvent.fill(choice.getByRole('combobox', { name: 'Mapping or template' }), last?.name ?? '');
          await userEvent.click(page.getByRole('option', { name: last?.name ?? '' }));
          await userEvent.click(choice.getByRole('button', { name: 'Import' }));
        }
        const name = last?.name ?? 'Pasted mapping';
        await expect.element(page.getByRole('heading', { name, level: 1 })).toBeVisible();
        const toast = page.getByRole('alertdialog', { name: `Created draft “${name}”` });
        await expect.element(toast).toHaveTextContent('1 field.');
        if (bodies.length === 1 && leftOut !== undefined) await expect.element(toast).toHaveTextContent(leftOut);
        const [draft] = Object.values(services.drafts.getSnapshot().state.body ?? {});
        expect(draft).toMatchObject({ name, kind: last?.kind });
      },
    );

    it.each(PASTED_TEXTS.filter(({ refused }) => refused !== undefined))(
      'refuses $what',
      async ({ text, refused: { reason, line, column } = { reason: '' } }) => {
        const { services } = await openTestConsole('/drafts');
        await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
        paste(text);
        const alert = page.getByRole('alert');
        await expect.element(alert).toHaveTextContent(reason);
        if (line !== undefined)
          await expect.element(alert).toHaveTextContent(`Line ${line}, column ${String(column)}:`);
        expect(Object.values(services.drafts.getSnapshot().state.body ?? {})).toEqual([]);
      },
    );

    it('nothing, where the choice is cancelled', async () => {
      const { services } = await openTestConsole('/drafts');
      await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
      drop('two.json', '{"one":{"mappings":{}},"two":{"mappings":{}}}');
      const dialog = page.getByRole('dialog', { name: 'Choose what to import from two.json' });
      await expect.element(dialog.getByRole('combobox', { name: 'Mapping or template' })).toHaveValue('one');
      await expectAccessible();
      await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
      await expect.element(dialog).not.toBeInTheDocument();
      await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
      expect(Object.values(services.drafts.getSnapshot().state.body ?? {})).toEqual([]);
    });
  });

  it('shows the kind of an import, and changes it where the body can be of another', async () => {
    const { services } = await openTestConsole('/drafts');
    await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
    drop('orders.json', '{"mappings":{"properties":{"a":{"type":"long"}}}}');
    const toast = page.getByRole('alertdialog', { name: 'Created draft “orders”' });
    await expect.element(toast).toHaveTextContent('1 field. Kind: mappings.');
    const kind = () => Object.values(services.drafts.getSnapshot().state.body ?? {}).map((draft) => Object(draft).kind);
    expect(kind()).toEqual(['mappings']);
    await userEvent.click(toast.getByRole('button', { name: 'Change to legacy template' }));
    await expect
      .element(page.getByRole('alertdialog', { name: 'Set kind of “orders” to legacy template' }))
      .toBeVisible();
    expect(kind()).toEqual(['legacy template']);
    await expect.element(page.getByRole('tablist', { name: 'Template steps' })).toBeVisible();
    await expectAccessible();
  });

  it('changes the kind of a draft in its menu, and takes that back', async () => {
    const services = await testServices();
    const template = { template: { mappings: { properties: { a: { type: 'long' } } } } };
    await createDraft(services, template, { name: 'logs', target });
    await createDraft(services, { properties: {} }, { name: 'plain', target });
    await openTestConsole('/drafts', services);
    await userEvent.click(page.getByRole('button', { name: 'Actions for plain' }));
    await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: /^Change kind/ })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('row', { name: /logs/ })).toHaveTextContent('component template');
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Change kind to index template' }));
    await expect.element(page.getByRole('row', { name: /logs/ })).toHaveTextContent('index template');
    const toast = page.getByRole('alertdialog', { name: 'Set kind of “logs” to index template' });
    await userEvent.click(toast.getByRole('button', { name: 'Undo' }));
    await expect.element(page.getByRole('row', { name: /logs/ })).toHaveTextContent('component template');
  });

  it('says which names have characters that can’t be seen, and shows them escaped', async () => {
    await openTestConsole('/drafts');
    await expect.element(page.getByRole('heading', { name: 'No drafts yet' })).toBeVisible();
    drop('logs.json', '{"properties":{"ad\u202Emin":{"properties":{"id\u200B":{"type":"ip"}}},"host":{"type":"ip"}}}');
    await expect.element(page.getByText('2 names have hidden characters')).toBeVisible();
    await expect
      .element(page.getByText(/^They are kept, and shown escaped:/))
      .toHaveTextContent('ad\\u202emin id\\u200b');
    await expect.element(page.getByRole('row', { name: /^ad\\u202emin / })).toBeVisible();
  });

  it('deletes at once, and brings back by the toast', async () => {
    await consoleWith('logs', 'metrics');
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }));
    await expect.element(page.getByRole('link', { name: 'logs', exact: true })).not.toBeInTheDocument();
    await userEvent.click(
      page.getByRole('alertdialog', { name: 'Deleted draft “logs”' }).getByRole('button', { name: 'Undo' }),
    );
    await expect.element(page.getByRole('link', { name: 'logs', exact: true })).toBeVisible();
    const restored = page.getByRole('alertdialog', { name: 'Restored draft “logs”' });
    await expect.element(restored).toHaveTextContent('Restored here. Nothing was changed on a cluster.');
    expect(page.getByText(/^Undone/).elements()).toEqual([]);
    expect(page.getByText('Deleted draft “logs”').elements()).toEqual([]);
  });

  it('brings back by the toast after another change of the list, too', async () => {
    const { services } = await consoleWith('logs', 'metrics');
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }));
    const deleted = page.getByRole('alertdialog', { name: 'Deleted draft “logs”' });
    await expect.element(deleted).toBeVisible();
    await createDraft(services, {}, { name: 'traces', target });
    await userEvent.click(deleted.getByRole('button', { name: 'Undo' }));
    await expect.element(page.getByRole('link', { name: 'logs', exact: true })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'traces', exact: true })).toBeVisible();
  });

  it.each(['/drafts', '/storage'])('has no undo on %s: not by keys, in the bar or in the palette', async (path) => {
    const services = await testServices();
    const id = await createDraft(services, {}, { name: 'logs', target });
    // The state after a template was created from the draft.
    const became = { what: 'index template', cluster: 'c', name: 'acme-logs', at: services.clock.now() } as const;
    services.drafts.dispatch({ type: 'draft.link', payload: { id, became } });
    await openTestConsole(path, services);
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    const { version } = services.drafts.getSnapshot().state.history;
    await userEvent.keyboard('{Control>}z{/Control}');
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await userEvent.keyboard('{Control>}y{/Control}');
    expect(services.drafts.getSnapshot().state.history.version).toBe(version);
    expect(page.getByRole('button', { name: /^(Undo|Redo)/ }).elements()).toEqual([]);
    expect(page.getByText(/^Undone/).elements()).toEqual([]);
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.fill(page.getByRole('combobox'), 'undo');
    await expect.element(page.getByText('No matching commands.')).toBeVisible();
  });

  it('leaves Ctrl+Z in a text field to the field', async () => {
    const { services } = await consoleWith('logs');
    await userEvent.click(page.getByRole('button', { name: 'New draft' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'x');
    const { version } = services.drafts.getSnapshot().state.history;
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(services.drafts.getSnapshot().state.history.version).toBe(version);
  });

  it('renames, refusing a name that is taken', async () => {
    await consoleWith('logs', 'metrics');
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Rename' }));
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'metrics');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('There is already a draft with this name.')).toBeVisible();
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'traces');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('link', { name: 'traces', exact: true })).toBeVisible();
    const renamed = page.getByRole('alertdialog', { name: 'Renamed draft “logs” to “traces”' });
    await userEvent.click(renamed.getByRole('button', { name: 'Undo' }));
    await expect.element(page.getByRole('link', { name: 'logs', exact: true })).toBeVisible();
    const restored = page.getByRole('alertdialog', { name: 'Restored the name “logs”' });
    await expect.element(restored).toHaveTextContent('Restored here.');
  });

  it('duplicates a draft, and sets its engine', async () => {
    await consoleWith('logs');
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Duplicate' }));
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs copy' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Set target engine' }));
    const dialog = page.getByRole('dialog', { name: 'Target engine of logs copy' });
    await userEvent.click(dialog.getByRole('button', { name: /OpenSearch 3.4/ }));
    await userEvent.click(page.getByRole('option', { name: 'OpenSearch 2.19' }));
    await userEvent.click(page.getByRole('button', { name: 'Set target engine' }));
    await expect.element(page.getByRole('cell', { name: 'OpenSearch 2.19' })).toBeVisible();
    await expect.element(page.getByRole('cell', { name: 'OpenSearch 3.4' })).toBeVisible();
    const set = page.getByRole('alertdialog', { name: 'Set target engine of “logs copy”' });
    await userEvent.click(set.getByRole('button', { name: 'Undo' }));
    await expect.element(page.getByRole('cell', { name: 'OpenSearch 2.19' })).not.toBeInTheDocument();
  });

  it('keeps its sorting in the address', async () => {
    const { router } = await consoleWith('logs 10', 'logs 2', 'alerts');
    await userEvent.click(page.getByRole('button', { name: 'Name', exact: true }));
    await expect.poll(() => router.state.location.search).toEqual({ sort: 'name', order: 'asc' });
    await expect.poll(rowNames).toEqual(['alerts', 'logs 2', 'logs 10']);
    await userEvent.click(page.getByRole('button', { name: 'Name', exact: true }));
    await expect.poll(rowNames).toEqual(['logs 10', 'logs 2', 'alerts']);
    await expect.element(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  });

  it('is there again after a reload', async () => {
    const store = memoryEventStore();
    const before = await testServices(store);
    await createDraft(before, {}, { name: 'logs', target });
    await before.drafts.whenSaved();
    before.drafts.close();
    await openTestConsole('/drafts', await testServices(store));
    await expect.element(page.getByRole('link', { name: 'logs', exact: true })).toBeVisible();
  });

  it('shows hostile names as they are', async () => {
    await consoleWith('__proto__', '<img src=x onerror=alert(1)>', 'a/b~c.d', 'constructor');
    for (const name of ['__proto__', '<img src=x onerror=alert(1)>', 'a/b~c.d', 'constructor']) {
      await expect.element(page.getByRole('link', { name, exact: true })).toBeVisible();
    }
    await expectAccessible();
  });
});
