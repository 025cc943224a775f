import { describe, expect, it, inject } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { typeNames } from '#domain/catalogue';
import { EVENT_FORMAT, LOCAL_FORMAT } from '#domain/events';
import type { Services } from '../platform/services.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestDraft, shownNames } from '../testing/open-test-draft.ts';

const BODY = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };
const tree = page.getByRole('treegrid', { name: 'Fields' });
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });

describe('the editor of a draft', () => {
  it('appends no event while somebody looks at every field, its form, its JSON and its history', async () => {
    // A field of each type, or of every fourth, and definitions that forms tend to rewrite.
    const types = typeNames().filter((_, at) => at % 4 === 0 || inject('isThorough'));
    const ofTypes = Object.fromEntries(
      types.map((type) => [`of_${type}`, { type, doc_values: 'true', x_unknown: null }]),
    );
    const body = {
      dynamic: 'runtime',
      _meta: {},
      properties: {
        ...ofTypes,
        of_none: {},
        of_object: { dynamic: 'true', properties: {} },
        of_text: { type: 'text', fields: {} },
      },
    };
    const names = Object.keys(body.properties).sort();
    const { events, router } = await openTestDraft(body);
    await expect.element(tree).toBeVisible();
    tree.element().focus();
    await userEvent.keyboard('{Home}');
    const flyout = page.getByRole('dialog', { name: /^Edit field / });
    const seen: unknown[] = [];
    for (let index = 0; index < names.length; index++) {
      await userEvent.keyboard('{Enter}');
      await expect.element(flyout).toBeVisible();
      await expect.poll(() => router.state.location.search.field).toBeDefined();
      seen.push(router.state.location.search.field);
      await userEvent.keyboard('{Escape}');
      await expect.poll(() => router.state.location.search.field).toBeUndefined();
      await userEvent.keyboard('{ArrowDown}');
    }
    expect(seen).toEqual(names.map((name) => `/properties/${name}`));
    await userEvent.keyboard('{Alt>}j{/Alt}');
    await expect.element(page.getByRole('textbox', { name: 'Mappings object' })).toBeVisible();
    await userEvent.click(page.getByRole('radio', { name: 'Tree' }));
    await userEvent.keyboard('{Alt>}h{/Alt}');
    await expect.element(page.getByRole('complementary', { name: 'History' })).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Drafts' }).last());
    await expect.element(page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible();
    expect(await events()).toHaveLength(1);
  });

  it('moves the focus to the history that a key opens, and back', async () => {
    const history = page.getByRole('complementary', { name: 'History' });
    await openTestDraft(BODY);
    await expect.element(tree).toBeVisible();
    tree.element().focus();
    await userEvent.keyboard('{Home}');
    await expect.poll(() => tree.element().contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Alt>}h{/Alt}');
    await expect.element(history).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(history.getByRole('button', { name: 'Close history' })).toHaveFocus();
    await userEvent.keyboard('{Alt>}h{/Alt}');
    await expect.element(history).not.toBeInTheDocument();
    await expect.poll(() => tree.element().contains(document.activeElement)).toBe(true);
  });

  it('leaves the focus where it is when the address opens the history', async () => {
    await openTestDraft(BODY, { search: '?at=1' });
    const history = page.getByRole('complementary', { name: 'History' });
    await expect.element(history.getByRole('heading', { name: 'History' })).toBeVisible();
    expect(history.element().contains(document.activeElement)).toBe(false);
  });

  it('names undo and redo after what they would do, by button and by key, and says what they did', async () => {
    const { body } = await openTestDraft(BODY);
    await expect.element(tree).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
    tree.element().focus();
    await userEvent.keyboard('{Home}{Delete}');
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }));
    await expect.poll(shownNames).toEqual(['ip']);
    await userEvent.click(page.getByRole('button', { name: 'Undo: Remove host' }));
    await expect.poll(shownNames).toEqual(['host', 'ip']);
    await expect.element(page.getByText('Undone: Remove host')).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Redo: Remove host' })).toBeEnabled();
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.poll(shownNames).toEqual(['ip']);
    await expect.element(page.getByText('Redone: Remove host')).toBeInTheDocument();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.poll(shownNames).toEqual(['host', 'ip']);
    await expect.poll(body).toEqual(BODY);
  });

  it('shows the keys that the actions have', async () => {
    await openTestDraft(BODY);
    await expect
      .element(page.getByRole('button', { name: 'Show history' }))
      .toHaveAttribute('aria-keyshortcuts', 'Alt+H');
    await userEvent.keyboard('{Alt>}h{/Alt}');
    await expect.element(page.getByRole('button', { name: 'Hide history' })).toBeVisible();
    await userEvent.click(row('ip').getByRole('gridcell').nth(1));
    await expect
      .element(page.getByRole('button', { name: 'Edit field ip' }))
      .toHaveAttribute('aria-keyshortcuts', 'Enter');
    await expect
      .element(page.getByRole('button', { name: 'Remove field ip' }))
      .toHaveAttribute('aria-keyshortcuts', 'Delete');
  });

  it('opens the field that the address names', async () => {
    await openTestDraft(BODY, { search: '?field=%2Fproperties%2Fip' });
    await expect.element(page.getByRole('dialog', { name: "Edit field 'ip'" })).toBeVisible();
  });

  it('says that a field is not there any more', async () => {
    await openTestDraft(BODY, { search: '?field=%2Fproperties%2Fgone' });
    await expect.element(page.getByRole('alertdialog', { name: 'Field not found' })).toBeVisible();
    await expectAccessible();
  });

  it('follows what another tab does, and says when the open field goes', async () => {
    const { services, stream } = await openTestDraft(BODY, { search: '?field=%2Fproperties%2Fip' });
    await expect.element(page.getByRole('dialog', { name: "Edit field 'ip'" })).toBeVisible();
    await services.store.append(stream, 1, [
      {
        format: LOCAL_FORMAT,
        id: services.ids.next(),
        at: services.clock.now(),
        author: { id: 'bob', name: 'Bob', verified: false },
        type: 'editor.mappingsReplaced',
        summary: 'Replace the mappings',
        command: { type: 'editor.replaceMappings', payload: {} },
        patch: [{ op: 'remove', path: '/properties/ip' }],
      },
    ]);
    await expect.element(page.getByRole('alertdialog', { name: "'ip' was removed while it was open" })).toBeVisible();
    await expect.poll(shownNames).toEqual(['host']);
    await expect.element(page.getByRole('dialog', { name: "Edit field 'ip'" })).not.toBeInTheDocument();
  });
});

describe('a draft whose log is of a newer format', () => {
  const prepare = async ({ store, ids, clock, author }: Services, stream: string) => {
    await store.append(stream, 1, [
      {
        format: EVENT_FORMAT + 1,
        id: ids.next(),
        at: clock.now(),
        author,
        type: 'field.added',
        summary: 'Add size',
        command: { type: 'field.add', payload: {} },
        patch: [{ op: 'add', path: '/properties/size', value: { type: 'long' } }],
      },
    ]);
  };

  it('can be looked at in every view, exported, and not changed', async () => {
    const { events } = await openTestDraft(BODY, { prepare });
    await expect.element(page.getByText('This draft is read-only')).toBeVisible();
    await expect
      .element(page.getByText(/written by a newer version of Mapledger \(event format 3\)/).first())
      .toBeVisible();
    await expect.poll(shownNames).toEqual(['host', 'ip', 'size']);
    for (const name of ['Add field', 'Load JSON', 'Edit field host', 'Remove field host']) {
      expect(page.getByRole('button', { name, exact: true }).elements()).toEqual([]);
    }
    await expectAccessible();
    tree.element().focus();
    await userEvent.keyboard('{Home}{Delete}{Insert}{Enter}{Control>}z{/Control}');
    expect(page.getByRole('alertdialog').elements()).toEqual([]);
    expect(page.getByRole('form').elements()).toEqual([]);
    await userEvent.click(page.getByRole('radio', { name: 'JSON' }));
    await expect
      .element(page.getByRole('textbox', { name: 'Mappings object' }))
      .toHaveAttribute('aria-readonly', 'true');
    expect(page.getByRole('button', { name: 'Apply' }).elements()).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: 'Show history' }));
    await userEvent.click(page.getByRole('option', { name: /^Created/ }));
    await expect.element(page.getByRole('button', { name: 'Back to current version' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Restore this version' }).elements()).toEqual([]);
    expect(await events()).toHaveLength(2);
  });
});
