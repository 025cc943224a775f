import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { APP_BASE } from '../platform/app-base.ts';

describe('console', () => {
  it('leads from its base to the indices', async () => {
    const { router } = await openTestConsole('');
    await expect.element(page.getByRole('heading', { name: 'Indices' })).toBeVisible();
    expect(router.state.location.pathname).toBe(`${APP_BASE}/indices`);
  });

  it('says that an address leads nowhere, and leads to the indices', async () => {
    const { router } = await openTestConsole('/shortcut');
    await expect.element(page.getByRole('heading', { name: 'Page not found.' })).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Go to Indices' }));
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/indices`);
  });

  it('finds what can be done by typing, and does it', async () => {
    await openTestConsole('/drafts');
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(page.getByRole('combobox', { name: 'Search commands' })).toHaveFocus();
    await userEvent.keyboard('new dr');
    await expect.element(page.getByRole('option', { name: /New draft/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'New draft' })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  });

  it('shows the keys on ?, and gives the focus back on Escape', async () => {
    await openTestConsole('/drafts');
    const create = page.getByRole('button', { name: 'New draft' });
    await expect.element(create).toBeVisible();
    create.element().focus();
    await userEvent.keyboard('?');
    await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(create).toHaveFocus();
  });

  it('takes a name from the palette or the rail, and none for a blank one', async () => {
    const { services } = await openTestConsole('/drafts');
    await expect.element(page.getByRole('button', { name: 'New draft' })).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('your name');
    await expect.element(page.getByRole('option', { name: 'Set your name' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    const name = page.getByRole('dialog', { name: 'Your name' }).getByRole('textbox', { name: 'Name' });
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveValue('Ada');
    await userEvent.clear(name);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(services.author).toEqual({ id: 'ada', name: 'Unnamed author', verified: false });
    await userEvent.click(page.getByRole('button', { name: 'Your name' }));
    await expect.element(name).toHaveValue('');
    await expect.element(name).toHaveAttribute('placeholder', 'Unnamed author');
    await userEvent.fill(name, 'Grace');
    await userEvent.click(page.getByRole('button', { name: 'Save name' }));
    await expect.poll(() => services.author.name).toBe('Grace');
  });

  it('changes the theme', async () => {
    await openTestConsole('/shortcuts');
    await userEvent.click(page.getByRole('button', { name: 'Theme' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Dark theme' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await userEvent.click(page.getByRole('button', { name: 'Theme' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'System theme' }));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });
});
