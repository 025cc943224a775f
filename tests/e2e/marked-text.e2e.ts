import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { openForm, openNewDraft } from './steps.ts';

const MAPPINGS = {
  dynamic_templates: [{ strings: { match_mapping_type: 'string', mapping: { type: 'keyword' } } }],
  properties: { host: { type: 'keyword', meta: { unit: 'ms' } } },
};

/** Breaks a text and points at its mark, in the margin and in the text, which shows what is wrong. */
async function breakText(page: Page, label: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('x');
  for (const mark of ['.cm-lint-marker', '.cm-lintRange-error']) {
    await page.locator(mark).first().hover();
    await page
      .locator('.cm-tooltip')
      .getByText(/^Line 1, column 1/)
      .waitFor();
  }
}

async function mendText(page: Page, label: string): Promise<void> {
  await page.getByRole('textbox', { name: label }).press('Control+Home');
  await page.keyboard.press('Delete');
  await page.locator('.cm-lint-marker').waitFor({ state: 'detached' });
}

describe('the text editor', () => {
  const at = useConsole();

  // `openPage` fails the test with any style that the policy refuses.
  it('marks errors, selection, matches and folds without a style that the policy refuses', async () => {
    const { page, problems, close } = await openPage(at.browser);
    await openNewDraft(page, screenAddress(at.server, '/drafts'), 'orders', MAPPINGS);

    await page.getByRole('radio', { name: 'JSON' }).click();
    await breakText(page, 'Mappings object');
    await page.keyboard.press('Control+A');
    await page.locator('.cm-selectionBackground').first().waitFor();
    await mendText(page, 'Mappings object');
    await page.keyboard.press('Control+F');
    await page.getByRole('textbox', { name: 'Find' }).pressSequentially('keyword');
    await page.locator('.cm-searchMatch').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.cm-foldGutter [title="Fold line"]').nth(1).click();
    await page.locator('.cm-foldPlaceholder').waitFor();
    await page.getByRole('radio', { name: 'Tree' }).click();

    const form = await openForm(page, 'host');
    await form.getByRole('textbox', { name: 'Field name' }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Load JSON' }).click();
    await page.getByRole('dialog', { name: 'Load JSON' }).getByRole('textbox', { name: 'Mappings object' }).click();
    await page.keyboard.type('x');
    await page.getByRole('button', { name: 'Load and overwrite' }).click();
    await page
      .getByRole('dialog', { name: 'Load JSON' })
      .getByText(/Line 1|not valid|invalid/i)
      .first()
      .waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
