import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';

const NAME = 'sandbox-logs';

describe('a template', () => {
  const at = useConsole();

  const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
  const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved template' });

  // Browsers that a server keeps together edit one document; those of different servers have copies of their own.
  const apart = useConsole('--no-shared-trail');

  async function open(address = screenAddress(at.server, `/edit_template/${NAME}`)) {
    const opened = await openPage(at.browser);
    await opened.page.goto(address);
    await field(opened.page, 'Version').waitFor();
    return opened;
  }

  async function type(page: Page, name: string, text: string): Promise<void> {
    await field(page, name).fill(text);
    await field(page, name).press('Enter');
  }

  async function save(page: Page): Promise<void> {
    await bar(page).getByRole('button', { name: 'Review and save' }).click();
    const review = page.getByRole('dialog', { name: `Update index template ${NAME}` });
    // It is managed, so its name is asked for.
    await review.getByRole('textbox', { name: `Type “${NAME}” to confirm` }).fill(NAME);
    await review.getByRole('button', { name: /^Update / }).click();
    await bar(page).waitFor({ state: 'detached' });
  }

  async function onCluster(page: Page): Promise<unknown> {
    const response = await page.request.get(
      `${new URL(page.url()).origin}/api/index_management/index_templates/${NAME}`,
      {
        headers: { 'x-mapledger': '1' },
      },
    );
    return ((await response.json()) as { readonly body: unknown }).body;
  }

  it('is not saved over what another browser has saved meanwhile', async () => {
    const address = screenAddress(apart.server, `/edit_template/${NAME}`);
    const [first, second] = [await open(address), await open(address)];
    await type(first.page, 'Version', '41');
    await type(second.page, 'Priority', '77');
    await save(first.page);
    expect(await onCluster(first.page)).toMatchObject({ version: 41 });

    await bar(second.page).getByRole('button', { name: 'Review and save' }).click();
    const conflict = second.page.getByRole('dialog', { name: `${NAME} was changed on the cluster` });
    await conflict.getByRole('row', { name: /version/i }).waitFor();
    expect(await onCluster(second.page)).not.toMatchObject({ priority: 77 });

    await conflict.getByRole('button', { name: 'Rebase my changes' }).click();
    await expect.poll(() => field(second.page, 'Version').inputValue()).toBe('41');
    await save(second.page);
    expect(await onCluster(second.page)).toMatchObject({ version: 41, priority: 77 });
    // What the other browser has saved is what was found, and no change of this person.
    await second.page.goto(screenAddress(apart.server, '/history'));
    await second.page
      .getByText(/^Changed outside/)
      .first()
      .waitFor();
    expect(await second.page.getByText('Replace template').count()).toBe(0);
    await first.close();
    await second.close();
  });

  it('is one document in two browsers of a server that records it: each sees what is unsaved, and a save is of all', async () => {
    const [first, second] = [await open(), await open()];
    await type(first.page, 'Version', '51');
    await expect.poll(() => field(second.page, 'Version').inputValue()).toBe('51');
    await type(second.page, 'Priority', '87');
    await expect.poll(() => field(first.page, 'Priority').inputValue()).toBe('87');
    await save(first.page);
    await bar(second.page).waitFor({ state: 'detached' });
    expect(await onCluster(first.page)).toMatchObject({ version: 51, priority: 87 });
    await first.close();
    await second.close();
  });

  it('keeps its step, its edits and what is typed over a reload', async () => {
    const { page, close } = await open();
    await type(page, 'Priority', '78');
    await bar(page).waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await field(page, 'Refresh interval').fill('soon');
    await page.getByText('Enter a duration such as 5s, or -1.').waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe('settings');
    await page.reload();
    await expect.poll(() => field(page, 'Refresh interval').inputValue()).toBe('soon');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('tab', { name: 'Logistics' }).click();
    await expect.poll(() => field(page, 'Priority').inputValue()).toBe('78');
    await bar(page).getByRole('button', { name: 'Discard changes' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await close();
  });

  it('is made as a draft, and names it', async () => {
    // That the name is free is a 404.
    const { page, close } = await openPage(at.browser, { isRefused: true });
    await page.goto(screenAddress(at.server, '/create_component_template'));
    await field(page, 'Name').waitFor();
    // Enter goes on to the draft.
    await type(page, 'Name', 'made-here');
    await page.getByRole('tab', { name: 'Mappings' }).click();
    await page.getByRole('textbox', { name: 'Field name' }).fill('host');
    await page.getByRole('combobox', { name: 'Field type' }).fill('keyw');
    await page.getByRole('option', { name: 'Keyword', exact: true }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /^host/ }).waitFor();
    await bar(page).getByRole('button', { name: 'Review and save' }).click();
    await page
      .getByRole('dialog', { name: 'Create component template made-here' })
      .getByRole('button', { name: 'Create component template made-here' })
      .click();
    const flyout = page.getByRole('dialog', { name: 'made-here' });
    await flyout.getByText('Created from draft').waitFor();
    await flyout.getByRole('link', { name: 'made-here' }).click();
    await page.getByRole('heading', { level: 1, name: 'made-here' }).waitFor();
    await close();
  });
});
