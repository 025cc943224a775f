import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { createDraft } from '../files/import-draft.ts';
import { setListedNames } from '../platform/use-listed-names.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

/** What is asked for in a call that lists, with names where it has them. */
const LISTED = [
  /^_cat\/indices(?:\/(.*))?$/,
  /^(?:(.+)\/)?_alias$/,
  /^_data_stream(?:\/([^/]*))?$/,
  /^(.+)\/_settings\b/,
  /^(\*)$/,
  /^_resolve\/index\/(.*)$/,
];
const namesIn = ({ path }: ClusterCall) => {
  const found = LISTED.map((each) => each.exec(path.join('/'))).find((match) => match !== null);
  return found === undefined ? undefined : (found[1] ?? '*').split(',');
};

/** What a refusal waits for. */
let heldUntil: Promise<void> = Promise.resolve();

/** A cluster with security that refuses a list as a whole unless all of it begins with "logs". */
const secured = (engine: ClusterGateway): ClusterGateway => ({
  async send(call) {
    if (namesIn(call)?.every((name) => name.startsWith('logs')) !== false) return engine.send(call);
    const reason = 'no permissions for [indices:monitor/stats]';
    await heldUntil;
    throw new ClusterError('forbidden', reason, { status: 403, reason, request: requestOf(call) });
  },
});

async function openList(path: string) {
  const server = testServer({ between: secured });
  await server.ask('PUT', ['_index_template', 'streams'], { index_patterns: ['logs-s*'], data_stream: {} });
  await server.ask('PUT', ['_data_stream', 'logs-stream']);
  await server.ask('PUT', ['logs-1'], { aliases: { current: {} } });
  await server.ask('PUT', ['shop'], { aliases: { sales: {} } });
  const services = await testServices(undefined, { http: server.http });
  await createDraft(services, {}, { name: 'mine', target: { distribution: 'elasticsearch', version: '9.5' } });
  await openTestConsole(path, services);
  return services;
}

const names = page.getByRole('textbox', { name: 'Names or patterns' });
const only = page.getByText('Only what matches logs* is listed');
const rows = () =>
  page
    .getByRole('row')
    .elements()
    .map((row) => row.textContent)
    .join();

afterEach(() => setListedNames(null, ''));

const LISTS = [
  ['/indices', 'indices', 'logs-1', 'shop'],
  ['/data_streams', 'data streams', 'logs-stream', 'shop'],
  ['/aliases', 'aliases', 'current', 'sales'],
] as const;

describe.each(LISTS)('a list of which a part may be seen: %s', (path, many, seen, unseen) => {
  it('offers to list that part, and does so from then on', async () => {
    const services = await openList(path);
    await expect.element(page.getByText(`Couldn’t load ${many}`)).toBeVisible();
    await expectAccessible();
    await userEvent.fill(names, 'logs*,');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('row', { name: new RegExp(seen) })).toBeVisible();
    await expect.element(only).toBeVisible();
    expect(rows()).not.toContain(unseen);
    expect(page.getByText(`Couldn’t load ${many}`).elements()).toEqual([]);
    await expectAccessible();
    await cleanup();
    await openTestConsole(path, services);
    await expect.element(page.getByRole('row', { name: new RegExp(seen) })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'List all' }));
    await expect.element(page.getByText(`Couldn’t load ${many}`)).toBeVisible();
    await expect.element(names).toHaveValue('');
  });
});

/** Where an index is chosen: the address, what is done there, and the field that has the choices. */
const PICKERS: readonly (readonly [path: string, label: string, reach: () => Promise<void>])[] = [
  ['/create_plan', 'Index to replace', stay],
  ['/drafts/infer', 'Index or data stream', stay],
  ['/create_template', 'Index', startFromIndex],
  ['/drafts', 'Index', compareDraft],
];

function stay() {
  return Promise.resolve();
}

async function startFromIndex() {
  await userEvent.click(page.getByRole('button', { name: /Start from/ }));
  await userEvent.click(page.getByRole('option', { name: 'Existing index', exact: true }));
}

async function compareDraft() {
  await userEvent.click(page.getByRole('button', { name: 'Actions for mine' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Compare with index' }));
}

describe.each(PICKERS)('a choice of an index of which a part may be seen: %s', (path, label, reach) => {
  it('offers to list that part', async () => {
    await openList(path);
    await reach();
    await expect.element(names).toBeVisible();
    await expectAccessible();
    await userEvent.fill(names, 'logs*');
    await userEvent.click(page.getByRole('button', { name: 'Try again' }).first());
    await expect.element(page.getByText('Couldn’t load the indices')).toBeVisible();
    await expect.element(names).toHaveValue('logs*');
    await userEvent.click(names);
    await userEvent.keyboard('{Enter}');
    await expect.element(only).toBeVisible();
    await userEvent.click(page.getByRole('combobox', { name: label, exact: true }));
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('option', { name: 'logs-1' })).toBeVisible();
    expect(page.getByRole('option', { name: 'shop' }).elements()).toEqual([]);
    await expect.element(names).not.toBeInTheDocument();
  });
});

describe('what is concluded from a part of the indices', () => {
  it.each(['/indices', '/data_streams', '/aliases', '/lint?of=indices', '/index_fields?of=logs-1'])(
    'says which part: %s',
    async (path) => {
      setListedNames(null, 'logs*');
      await openList(path);
      await expect.element(only).toBeVisible();
    },
  );

  it('says so in the review of a template', async () => {
    setListedNames(null, 'logs*');
    await openList('/edit_template/streams?step=review');
    await userEvent.click(page.getByRole('tab', { name: /^Affected/ }));
    await expect.element(page.getByText('Only what matches logs* was looked at')).toBeVisible();
    await expectAccessible();
    setListedNames(null, '');
    await expect.element(page.getByText(/was looked at$/)).not.toBeInTheDocument();
  });
});

describe('what is changed by somebody who may see a part of the indices', () => {
  it('is an alias of an index of theirs', async () => {
    setListedNames(null, 'logs*');
    await openList('/aliases');
    await userEvent.click(page.getByRole('button', { name: 'Add alias' }));
    const dialog = page.getByRole('dialog', { name: 'Add alias' });
    await dialog.getByRole('textbox', { name: 'Alias' }).fill('next');
    await dialog.getByRole('textbox', { name: 'Index', exact: true }).fill('logs-1');
    await dialog.getByRole('button', { name: 'Add alias' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('row', { name: /next/ })).toBeVisible();
  });

  it('is a data stream of theirs, which is deleted', async () => {
    setListedNames(null, 'logs*');
    await openList('/data_streams');
    const box = page.getByRole('checkbox', { name: 'Select logs-stream' });
    await expect.element(box).toBeInTheDocument();
    await userEvent.click(box.element().closest('label') ?? document.body);
    await userEvent.click(page.getByRole('button', { name: 'Delete data stream' }));
    const dialog = page.getByRole('alertdialog', { name: 'Delete data stream “logs-stream”?' });
    await userEvent.click(dialog.getByRole('button', { name: 'Delete data stream' }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('row', { name: /logs-stream/ })).not.toBeInTheDocument();
    await expect.element(page.getByText('No data streams yet')).toBeVisible();
  });
});

describe('names that are to be listed', () => {
  it.each([
    ['', 'Enter a name or a pattern.'],
    [' , ', 'Enter a name or a pattern.'],
    ['logs*, _all', '_all: The name can\'t start with "_".'],
    ['logs/*', "logs/*: The name can't contain the character /."],
    [Array.from({ length: 51 }, (_, at) => `n${at}`).join(), 'Enter at most 50 names, with 1,000 characters in all.'],
  ])('are refused with the reason, and stay: %s', async (text, reason) => {
    await openList('/aliases');
    await userEvent.fill(names, text);
    await userEvent.click(page.getByRole('button', { name: 'List these' }));
    await expect.element(page.getByText(reason)).toBeVisible();
    await expect.element(names).toHaveValue(text);
  });

  it('stay as they are typed, with the focus, while the list is read again', async () => {
    await openList('/indices');
    await userEvent.fill(names, 'lo');
    names.element().focus();
    let release: () => void = () => undefined;
    heldUntil = new Promise((resolve) => (release = resolve));
    // As the refresh does that runs by itself.
    (page.getByRole('button', { name: 'Try again' }).element() as HTMLElement).click();
    await expect.element(page.getByText('Couldn’t load indices')).not.toBeInTheDocument();
    await expect.element(names).toHaveFocus();
    await userEvent.keyboard('gs*');
    release();
    await expect.element(page.getByText('Couldn’t load indices')).toBeVisible();
    await expect.element(names).toHaveValue('logs*');
    await expect.element(names).toHaveFocus();
  });

  it('can be changed where they are refused as well, and left as they are', async () => {
    await openList('/aliases');
    await userEvent.fill(names, 'shop');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Couldn’t load aliases')).toBeVisible();
    await expect.element(names).toHaveValue('shop');
    await userEvent.fill(names, 'logs*');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(page.getByRole('button', { name: 'Change' }));
    await userEvent.fill(names, 'shop');
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    await expect.element(only).toBeVisible();
    await expect.element(page.getByRole('row', { name: /current/ })).toBeVisible();
  });
});
