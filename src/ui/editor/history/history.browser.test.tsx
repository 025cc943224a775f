import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DocumentCommand } from '#domain/commands';
import { formatJson } from '#domain/json';
import { openDocument } from '../../../machines/document-session.ts';
import type { Services } from '../../platform/services.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft, shownNames } from '../../testing/open-test-draft.ts';

const BODY = { properties: { host: { type: 'keyword' }, size: { type: 'long' } } };

const EDITS: readonly DocumentCommand[] = [
  { type: 'field.edit', payload: { field: '/properties/size', set: { type: 'double' } } },
  { type: 'field.edit', payload: { field: '/properties/host', name: 'server' } },
  { type: 'field.remove', payload: { field: '/properties/size' } },
];

const UNDO: DocumentCommand = { type: 'history.undo', payload: {} };

/** Makes edits as Bob, before the draft is opened by Ada. */
const byBob =
  (...commands: readonly DocumentCommand[]) =>
  async ({ store, clock, ids }: Services, stream: string): Promise<void> => {
    const session = await openDocument(
      { store, clock, ids, author: { id: 'bob', name: 'Bob', verified: false } },
      { stream, mappingsAt: '' },
    );
    for (const command of commands) session.dispatch(command);
    await session.whenSaved();
    session.close();
  };

const events = page.getByRole('listbox', { name: 'Events, newest first' });
const event = (words: RegExp) => events.getByRole('option', { name: words });
const changed = page.getByRole('region', { name: 'What changed' });
const tree = (name: string) => page.getByRole('treegrid', { name, exact: true });

async function openHistory(...commands: readonly DocumentCommand[]) {
  const draft = await openTestDraft(BODY, { prepare: byBob(...(commands.length > 0 ? commands : EDITS)) });
  await expect.element(tree('Fields')).toBeVisible();
  await userEvent.keyboard('{Alt>}h{/Alt}');
  await expect.element(events).toBeVisible();
  return draft;
}

describe('the history', () => {
  it('lists who did what and when, newest first', async () => {
    await openHistory();
    expect(
      events
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Remove size4Bobjust nowcurrent',
      'Rename host to server3Bobjust now',
      'Change the type of size from long to double2Bobjust now',
      expect.stringMatching(/^Created.*1Adajust now$/),
    ]);
    await expect.element(page.getByText('4 events', { exact: true })).toBeVisible();
  });

  it('shows by keyboard what an event changed and the tree as it was, in the address too', async () => {
    const { router } = await openHistory();
    events.element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    await expect
      .element(page.getByRole('heading', { name: 'Version 2 as of Saturday, 21 November 2026 at 03:10:08 UTC' }))
      .toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ at: '2' });
    await expect
      .element(changed.getByRole('listitem'))
      .toHaveTextContent('Changed type of size from "long" to "double"');
    const table = changed.getByRole('table');
    await expect.element(table).toHaveTextContent(/"type": "long"/);
    await expect.element(table).toHaveTextContent(/"type": "double"/);
    await expect.element(tree('Fields of version 2')).toBeVisible();
    await expect.poll(shownNames).toEqual(['host', 'size']);
    await userEvent.click(page.getByRole('button', { name: 'Back to current version' }));
    await expect.poll(shownNames).toEqual(['server']);
    expect(router.state.location.search).toEqual({});
  });

  it('lights what a version changed, and steps to its neighbours by key and by button', async () => {
    const { router } = await openHistory();
    await userEvent.click(event(/^Change the type/));
    const lit = () => [...document.querySelectorAll('[data-lit] [data-open]')].map(({ textContent }) => textContent);
    await expect.poll(lit).toEqual(['size']);
    page.getByRole('group', { name: 'Content of version 2' }).element().focus();
    await userEvent.keyboard('.');
    await expect.element(tree('Fields of version 3')).toBeVisible();
    await expect.poll(lit).toEqual(['server']);
    await userEvent.keyboard(',,');
    await expect.element(tree('Fields of version 1')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Older version' })).toBeDisabled();
    await userEvent.click(page.getByRole('button', { name: 'Newer version' }));
    await expect.poll(() => router.state.location.search).toEqual({ at: '2' });
  });

  it('compares any two versions: in words, as patch and side by side, in the address', async () => {
    const { router } = await openHistory();
    await userEvent.click(event(/^Created/));
    await userEvent.fill(page.getByRole('textbox', { name: 'Compare with version' }), '4');
    await userEvent.keyboard('{Enter}');
    const comparison = page.getByRole('region', { name: 'Changes from version 1 to 4' });
    await expect.element(comparison.getByRole('listitem').first()).toHaveTextContent('Renamed host to server');
    await expect.element(comparison.getByRole('listitem').last()).toHaveTextContent('Removed size');
    await expect.poll(() => router.state.location.search).toEqual({ at: '1', with: '4' });
    await userEvent.click(comparison.getByRole('radio', { name: 'Patch' }));
    await expect.element(comparison.getByRole('textbox', { name: 'Patch' })).toHaveTextContent('"move"');
    await userEvent.click(comparison.getByRole('radio', { name: 'Side by side' }));
    await expect.element(comparison.getByRole('table')).toHaveTextContent('Version 4');
    await userEvent.click(page.getByRole('button', { name: 'Newer version' }));
    await expect.element(page.getByRole('region', { name: 'Changes from version 2 to 4' })).toBeVisible();
  });

  it('goes to any version by the slider', async () => {
    await openHistory();
    page.getByRole('slider', { name: 'Version' }).element().focus();
    await userEvent.keyboard('{Home}');
    await expect.element(tree('Fields of version 1')).toBeVisible();
    await userEvent.keyboard('{End}');
    await expect.element(tree('Fields')).toBeVisible();
  });

  it('says of a rename that what the field holds is the same', async () => {
    await openHistory();
    await userEvent.click(event(/^Rename/));
    await expect.element(changed).toHaveTextContent('Renamed host to server');
    await expect.element(changed).toHaveTextContent('No changes inside.');
    expect(changed.getByRole('table').elements()).toEqual([]);
  });

  it('shows the JSON of a version, read-only, and leaves alone what is not applied now', async () => {
    const { router } = await openHistory();
    await userEvent.click(event(/^Rename/));
    await userEvent.click(page.getByRole('radio', { name: 'JSON' }));
    const then = page.getByRole('textbox', { name: 'Mappings of version 3' });
    await expect.element(then).toHaveAttribute('aria-readonly', 'true');
    await expect.element(then).toHaveTextContent(/"server": \{/);
    await expect.element(then).toHaveTextContent(/"size": \{/);
    await expect.poll(() => router.state.location.search).toEqual({ at: '3', view: 'json' });
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Back to current version' }));
    const now = page.getByRole('textbox', { name: 'Mappings object' });
    const text = formatJson({ properties: { later: { type: 'long' } } });
    await userEvent.fill(now, text);
    await userEvent.click(event(/^Rename/));
    await expect.element(then).toBeVisible();
    await userEvent.keyboard('{Alt>}j{/Alt}');
    await expect.element(tree('Fields of version 3')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Back to current version' }));
    await expect.element(now).toHaveTextContent(text);
  });

  it('restores a version as a new event, and the undo of that brings the present back', async () => {
    const { body, events: stored } = await openHistory();
    await userEvent.click(event(/^Change the type of size/));
    await userEvent.click(page.getByRole('button', { name: 'Restore this version' }));
    await expect.poll(shownNames).toEqual(['host', 'size']);
    await expect.poll(body).toEqual({ properties: { host: { type: 'keyword' }, size: { type: 'double' } } });
    expect((await stored()).at(-1)).toMatchObject({ type: 'history.restored', author: { name: 'Ada' } });
    events.element().focus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(shownNames).toEqual(['server']);
  });

  it('keeps edits that were undone and passed over, to be shown and restored', async () => {
    await openHistory(...EDITS, UNDO, {
      type: 'field.add',
      payload: { parent: null, name: 'extra', definition: { type: 'ip' } },
    });
    const branches = page.getByRole('list', { name: 'Undone edits' });
    await expect.element(branches.getByRole('listitem')).toHaveTextContent('1 undone editRemove size');
    await expect.element(event(/^Remove size/)).toHaveTextContent('undone');
    await expectAccessible();
    await userEvent.click(branches.getByRole('button', { name: 'Show' }));
    await expect.element(tree('Fields of version 4')).toBeVisible();
    expect(shownNames()).toEqual(['server']);
    await userEvent.click(branches.getByRole('button', { name: 'Restore' }));
    await expect.element(tree('Fields')).toBeVisible();
    await expect.poll(shownNames).toEqual(['server']);
  });

  it('is filtered by what, by whom, and by type', async () => {
    await openHistory();
    const filter = page.getByRole('searchbox', { name: 'Filter history' });
    await userEvent.fill(filter, 'bob');
    await expect.poll(() => events.getByRole('option').elements().length).toBe(3);
    await userEvent.fill(filter, 'field.removed');
    await expect.poll(() => events.getByRole('option').elements().length).toBe(1);
    await userEvent.fill(filter, 'nothing like it');
    await expect.element(page.getByText('No matching events.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Clear filter' }));
    await expect.poll(() => events.getByRole('option').elements().length).toBe(4);
  });

  it('leads to the name that later events carry', async () => {
    const { events: stored } = await openHistory();
    await expect.element(page.getByText('You are Ada.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Set your name' }));
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ada');
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), '  Ada Lovelace ');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('You are Ada Lovelace.')).toBeVisible();
    tree('Fields').element().focus();
    await userEvent.keyboard('{Home}{Delete}');
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }));
    await expect.element(event(/^Remove server/)).toHaveTextContent('Ada Lovelace');
    await expect
      .poll(async () => (await stored()).at(-1)?.author)
      .toEqual({ id: 'ada', name: 'Ada Lovelace', verified: false });
    expect((await stored())[0]?.author.name).toBe('Ada');
  });
});

/** The elements on the screen that can be scrolled down. */
function scrollAreas(): readonly Element[] {
  return [...document.querySelectorAll('main, main *')].filter(
    (element) =>
      element.checkVisibility() &&
      /auto|scroll/.test(getComputedStyle(element).overflowY) &&
      element.scrollHeight > element.clientHeight + 1,
  );
}

describe('on a phone', () => {
  const MANY = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index + 10}`, { type: 'long' }]));

  it('shows the events alone, and a version that scrolls as one, with the way to others', async () => {
    await page.viewport(390, 844);
    await openTestDraft(
      { properties: { ...BODY.properties, ...MANY } },
      { prepare: byBob(...EDITS, ...Array.from({ length: 12 }, () => UNDO)) },
    );
    await expect.element(tree('Fields')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Show history' }));
    await expect.element(event(/^Rename host/)).toHaveTextContent('Rename host to server3Bob');
    await expect.element(page.getByRole('heading', { name: 'orders', level: 1 })).toBeInViewport({ ratio: 1 });
    await expect.element(tree('Fields')).not.toBeInTheDocument();
    await expectAccessible();

    await userEvent.click(event(/^Rename host/));
    const version = tree('Fields of version 3');
    await expect.element(version).toBeVisible();
    await expect.element(page.getByText('Rename host to server, by Bob')).toBeVisible();
    await expect.element(page.getByRole('slider', { name: 'Version' })).toBeInViewport({ ratio: 1 });
    await expect.poll(() => scrollAreas().length).toBe(1);
    await expectAccessible();
    version.element().focus();
    await userEvent.keyboard('{End}');
    await expect.element(version.getByRole('row', { name: /^size / })).toBeInViewport({ ratio: 1 });
    await userEvent.keyboard('{Home}');
    await expect.element(version.getByRole('row', { name: /^field_10 / })).toBeInViewport({ ratio: 1 });

    await userEvent.click(page.getByRole('radio', { name: 'JSON' }));
    const text = page.getByRole('textbox', { name: 'Mappings of version 3' });
    await expect.element(text).toBeVisible();
    await expect.poll(() => scrollAreas().length).toBe(1);
    await userEvent.click(page.getByRole('button', { name: 'Back to current version' }));
    await expect.element(events).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Close history' }));
    await expect.element(page.getByRole('textbox', { name: 'Mappings object' })).toBeVisible();
    await page.viewport(1440, 900);
  });
});
