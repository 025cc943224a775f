import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { bodyOf, openForm, openNewDraft, remove, rename, row, saved } from './steps.ts';

const MAPPINGS = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };

describe('two tabs on one draft', () => {
  const at = useConsole();

  /** Two windows of different sizes on one draft; a deaf one is told nothing, as if it had been frozen. */
  async function openTwo({ isDeaf = false } = {}) {
    const { page: large, close } = await openPage(at.browser);
    await openNewDraft(large, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    const small = await large.context().newPage();
    if (isDeaf)
      await small.addInitScript(() =>
        Object.defineProperty(BroadcastChannel.prototype, 'addEventListener', { value: () => undefined }),
      );
    await small.setViewportSize({ width: 820, height: 700 });
    await small.goto(large.url());
    await row(small, 'host').waitFor();
    return { large, small, close };
  }

  const nameIn = (page: Page) => page.getByRole('textbox', { name: 'Field name' });

  it('show each other’s edits at once, and an open form follows its field', async () => {
    const { large, small, close } = await openTwo();
    await rename(large, 'ip', 'address');
    await row(small, 'address').waitFor();

    // A form that is open follows the field that the other tab renames, and keeps what was typed.
    await openForm(small, 'host');
    await nameIn(small).fill('srv');
    await rename(large, 'host', 'server');
    const followed = small.getByRole('dialog', { name: "Edit field 'server'" });
    await followed.waitFor();
    expect(await followed.getByText('server', { exact: true }).count()).toBeGreaterThan(0);
    expect(await nameIn(small).inputValue()).toBe('srv');
    await expect.poll(() => new URL(small.url()).searchParams.get('field')).toBe('/properties/server');
    await followed.getByRole('button', { name: 'Update' }).click();
    await row(large, 'srv').waitFor();

    // It says so when its field goes, and writes nothing to another one that took the name.
    await openForm(small, 'address');
    await nameIn(small).fill('typed');
    await remove(large, 'address');
    await small
      .getByRole('alertdialog', { name: "'address' was removed while it was open" })
      .getByText(/Remove address, by Unnamed author/)
      .waitFor();
    await small.getByRole('dialog', { name: /^Edit field/ }).waitFor({ state: 'detached' });
    await large.getByRole('button', { name: 'Add field' }).click();
    await nameIn(large).fill('address');
    await large.getByRole('combobox', { name: 'Field type' }).fill('keyw');
    await large.getByRole('option', { name: 'Keyword', exact: true }).click();
    await large.keyboard.press('Enter');
    await row(small, 'address').waitFor();
    expect(await small.getByRole('dialog', { name: /^Edit field/ }).count()).toBe(0);
    const body = await bodyOf(large);
    expect(body).toMatchObject({ properties: { srv: { type: 'keyword' }, address: { type: 'keyword' } } });
    expect(await bodyOf(small)).toEqual(body);
    await close();
  });

  it('share one undo: it takes back what this person did last, in whichever tab', async () => {
    const { large, small, close } = await openTwo();
    await rename(large, 'ip', 'address');
    await rename(small, 'host', 'server');
    await row(large, 'server').waitFor();
    await large.getByRole('button', { name: 'Undo: Rename host to server' }).click();
    await row(small, 'host').waitFor();
    await small.getByRole('button', { name: 'Undo: Rename ip to address' }).click();
    await row(large, 'ip').waitFor();
    await large.getByRole('button', { name: 'Redo: Rename ip to address' }).click();
    await row(small, 'address').waitFor();
    await close();
  });

  it('decide again what the other tab was faster with, and set aside and show what is impossible then', async () => {
    const { large, small, close } = await openTwo({ isDeaf: true });

    // It finds out when it stores its own: that is stored on the field where it is by then.
    await rename(large, 'host', 'first');
    await saved(large);
    await rename(small, 'host', 'second');
    await row(large, 'second').waitFor();
    await saved(small);
    expect(await bodyOf(large)).toEqual({ properties: { second: { type: 'keyword' }, ip: { type: 'ip' } } });

    await remove(large, 'second');
    await saved(large);
    const form = await openForm(small, 'second');
    await form.getByRole('textbox', { name: 'Field name' }).fill('third');
    await form.getByRole('button', { name: 'Update' }).click();
    const aside = small.getByRole('region', { name: 'Changes not applied' });
    await aside.getByRole('alert').getByText('Not applied: Rename second to third').waitFor();
    await row(small, 'third').waitFor({ state: 'detached' });
    await aside.getByRole('button', { name: 'Add as new field: Rename second to third' }).click();
    await aside.waitFor({ state: 'detached' });
    await saved(small);
    await row(large, 'third').waitFor();
    const added = { properties: { ip: { type: 'ip' }, third: { type: 'keyword' } } };
    expect(await bodyOf(small)).toEqual(added);
    expect(await bodyOf(large)).toEqual(added);
    await close();
  });
});
