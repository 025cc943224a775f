import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { openForm, openNewDraft, row } from './steps.ts';

const MAPPINGS = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };

describe('the first edit of somebody without a name', () => {
  const at = useConsole();

  it.each([
    { width: 1440, height: 900 },
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
  ])('moves nothing between pressing and releasing at $width px, and the click counts', async (viewport) => {
    const { page, close } = await openPage(at.browser, { viewport });
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);
    const form = await openForm(page, 'ip');
    await form.getByRole('textbox', { name: 'Field name' }).fill('address');
    await form.getByRole('button', { name: 'Update' }).click();
    await row(page, 'address').waitFor();
    // The next press follows at once, while the console comes to ask for the name.
    const target = page.getByRole('button', { name: 'Add field', exact: true }).first();
    const before = await target.boundingBox();
    if (before === null) throw new Error('The button is shown');
    await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
    await page.mouse.down();
    await page.locator('nav[aria-label="Main"][data-asks]').waitFor();
    expect(await target.boundingBox()).toEqual(before);
    await page.mouse.up();
    await page.getByRole('textbox', { name: 'Field name' }).waitFor();
    const question = page.getByRole('group', { name: 'Add your name to your changes' });
    expect(await question.isVisible()).toBe(viewport.width > 1080);
    await close();
  });
});
