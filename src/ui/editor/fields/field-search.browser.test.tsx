import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openTestDraft, shownNames } from '../../testing/open-test-draft.ts';

const BODY = {
  properties: {
    client: { properties: { ip: { type: 'ip' } } },
    host: { properties: { ip: { type: 'ip' }, name: { type: 'text', fields: { raw: { type: 'keyword' } } } } },
    message: { type: 'text' },
  },
};

const box = page.getByRole('searchbox', { name: 'Search fields' });
const tree = page.getByRole('treegrid', { name: 'Fields' });

async function search(words: string): Promise<void> {
  await userEvent.fill(box, words);
  await expect.element(page.getByRole('grid', { name: `Fields that match ${words}` })).toBeVisible();
}

describe('the search of fields', () => {
  it('is reached by /, finds while it is typed, and goes by Escape', async () => {
    await openTestDraft(BODY);
    await expect.element(tree).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard('ip');
    await expect.poll(shownNames).toEqual(['client > ip', 'host > ip']);
    await expect.element(page.getByText('2 fields match')).toBeVisible();
    expect(
      page
        .getByRole('mark')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['ip', 'ip']);
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveValue('');
    await expect.element(tree).toBeVisible();
  });

  it('finds by dotted path, by path with >, and by type', async () => {
    await openTestDraft(BODY);
    await expect.element(tree).toBeVisible();
    await search('host.ip');
    await expect.poll(() => shownNames()[0]).toBe('host > ip');
    await search('host > name');
    await expect.poll(() => shownNames()[0]).toBe('host > name');
    await search('keyword');
    await expect.poll(shownNames).toEqual(['host > name > raw']);
  });

  it('says so where nothing is found, and clears by its button', async () => {
    await openTestDraft(BODY);
    await expect.element(tree).toBeVisible();
    await userEvent.fill(box, 'zzz');
    await expect.element(page.getByRole('heading', { name: 'No fields match your search' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Clear search' }).last());
    await expect.element(tree).toBeVisible();
    await expect.element(box).toHaveFocus();
  });

  it('opens what it found by keyboard, and shows the change at once', async () => {
    const { router } = await openTestDraft(BODY);
    await expect.element(tree).toBeVisible();
    await search('host.ip');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('grid')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: "Edit field 'ip'" })).toBeVisible();
    await expect
      .poll(() => router.state.location.search)
      .toEqual({ q: 'host.ip', field: '/properties/host/properties/ip' });
    await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), 'ip_address');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => shownNames()[0]).toBe('host > ip_address');
  });

  it('is in the address', async () => {
    await openTestDraft(BODY, { search: '?q=message' });
    await expect.element(box).toHaveValue('message');
    await expect.poll(shownNames).toEqual(['message']);
  });
});
