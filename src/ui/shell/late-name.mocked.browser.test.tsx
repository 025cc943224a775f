import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openTestConsole } from '../testing/open-test-console.tsx';

/** The code of the dialog finishes loading when the test says so. */
const dialog = vi.hoisted(() => {
  let release: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { arrived, release: () => release() };
});
vi.mock('./name-dialog.tsx', async (load) => {
  await dialog.arrived;
  return load();
});

it('saves a name that is entered before the code of its dialog is there', async () => {
  const { services } = await openTestConsole('/drafts');
  const open = page.getByRole('button', { name: 'Your name' });
  await expect.element(open).toBeVisible();
  await userEvent.click(open);
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('Ada{Enter}');
  dialog.release();
  await expect.poll(() => services.author.name).toBe('Ada');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
