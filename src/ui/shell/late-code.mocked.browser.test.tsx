import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';

/** Code that finishes loading when a test says so. */
const { palette, name } = vi.hoisted(() => {
  const held = () => {
    let release: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      release = resolve;
    });
    return { arrived, release: () => release() };
  };
  return { palette: held(), name: held() };
});
vi.mock('./command-palette.tsx', async (load) => {
  await palette.arrived;
  return load();
});
vi.mock('./name-dialog.tsx', async (load) => {
  await name.arrived;
  return load();
});

describe('a dialog whose code is on its way', () => {
  it('takes what is typed, and the palette goes on with it', async () => {
    await openTestConsole('/drafts');
    const create = page.getByRole('button', { name: 'New draft' });
    await expect.element(create).toBeVisible();
    create.element().focus();
    await userEvent.keyboard('{Control>}k{/Control}');
    const early = page.getByRole('textbox', { name: 'Search commands' });
    await expect.element(early).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(create).toHaveFocus();

    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(early).toHaveFocus();
    await userEvent.keyboard('new');
    palette.release();
    const search = page.getByRole('combobox', { name: 'Search commands' });
    await expect.element(search).toHaveFocus();
    await expect.element(search).toHaveValue('new');
    await userEvent.keyboard(' draft');
    await expect.element(search).toHaveValue('new draft');
    await expect.element(page.getByRole('option', { name: /New draft/ })).toBeVisible();
    // One Escape, although something is typed.
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(create).toHaveFocus();
  });

  it('takes a name that is typed at once', async () => {
    const { services } = await openTestConsole('/drafts');
    const open = page.getByRole('button', { name: 'Your name' });
    await expect.element(open).toBeVisible();
    await userEvent.click(open);
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('Gra');
    name.release();
    await expect.element(page.getByRole('button', { name: 'Save name' })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
    await userEvent.keyboard('ce{Enter}');
    await expect.poll(() => services.author.name).toBe('Grace');
  });
});
