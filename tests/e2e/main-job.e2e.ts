import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { namesByCommitment, openLog, parseLogFile } from '#domain/log';
import { HALF_NAME, realisticMappings } from '../builders/realistic-tree.ts';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';
import { bodyOf, drop, exported, row, saved } from './steps.ts';

const MAPPINGS = realisticMappings({ fields: 4_000, seed: 7 });
const OTHER = realisticMappings({ fields: 1_500, seed: 8 });

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((content) => navigator.clipboard.writeText(content), text);
  await page.keyboard.press('Control+V');
}

/** Goes to a field of the root by typing its name; only the rows in view exist. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('treegrid', { name: 'Fields' }).focus();
  await page.keyboard.type(name);
  await row(page, name).waitFor();
}

/** Searches, so that the field is in view, and opens its form by keyboard. */
async function openField(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search fields' }).fill(name);
  const results = page.getByRole('grid', { name: `Fields that match ${name}` });
  await results.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Edit field/ }).waitFor();
}

describe('the main job', () => {
  const at = useConsole();

  it('creates, loads, edits, undoes, comes back, restores, exports, and imports the log elsewhere', async () => {
    const { page: firstPage, close } = await openPage(at.browser, {
      reducedMotion: 'no-preference',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    let page = firstPage;
    await page.goto(screenAddress(at.server, '/drafts'));

    // A draft, and a mapping of several thousand fields by pasting.
    await page.getByRole('button', { name: 'New draft' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('orders');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Load JSON' }).last().click();
    const dialog = page.getByRole('dialog', { name: 'Load JSON' });
    await dialog.getByRole('textbox', { name: 'Mappings object' }).click();
    await paste(page, JSON.stringify(MAPPINGS));
    await dialog.getByRole('button', { name: 'Load and overwrite' }).click();
    await page.getByText('Loaded 4,000 fields').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await bodyOf(page)).toEqual(MAPPINGS);

    // Take a name: the events that follow carry it.
    await page.getByRole('button', { name: 'Your name', exact: true }).click();
    await page.getByRole('dialog', { name: 'Your name' }).waitFor();
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your name' }).waitFor({ state: 'detached' });

    // Add a field, give it a parameter, rename it.
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('textbox', { name: 'Field name' }).fill('aa_note');
    await page.getByRole('combobox', { name: 'Field type' }).fill('keyw');
    await page.getByRole('option', { name: 'Keyword', exact: true }).click();
    await page.keyboard.press('Enter');
    await row(page, 'aa_note').waitFor();
    await page.keyboard.press('Escape');
    await openField(page, 'aa_note');
    await page.getByRole('button', { name: 'Show advanced settings' }).click();
    await page.getByRole('switch', { name: 'Set length limit' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('textbox', { name: 'Set length limit' }).fill('77');
    await page.getByRole('textbox', { name: 'Field name' }).fill('aa_remark');
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByRole('dialog', { name: /^Edit field/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear search' }).first().click();
    await row(page, 'aa_remark').waitFor();
    const edited = {
      ...MAPPINGS,
      properties: { ...(MAPPINGS['properties'] as object), aa_remark: { type: 'keyword', ignore_above: 77 } },
    };
    expect(await bodyOf(page)).toEqual(edited);

    // Remove half of all fields, and take it back.
    await goTo(page, HALF_NAME);
    await page.keyboard.press('Delete');
    const question = page.getByRole('alertdialog', { name: `Remove field '${HALF_NAME}'?` });
    await question.getByText('2,000 child fields will also be deleted.').waitFor();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await row(page, HALF_NAME).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo: Remove integration/ }).click();
    await row(page, HALF_NAME).waitFor();
    await saved(page);

    // Come back later in the same profile: everything is there, and so is the redo.
    const draftAddress = page.url();
    const context = page.context();
    await page.close();
    page = await context.newPage();
    await page.goto(draftAddress);
    await goTo(page, HALF_NAME);
    expect(await bodyOf(page)).toEqual(edited);
    await page.getByRole('button', { name: /^Redo: Remove integration/ }).click();
    await row(page, HALF_NAME).waitFor({ state: 'detached' });

    // Look at the history, and restore the version before the removal.
    await page.getByRole('button', { name: 'Show history' }).click();
    const events = page.getByRole('listbox', { name: 'Events, newest first' });
    await expect.poll(() => events.getByRole('option').count()).toBe(7);
    await events.getByRole('option', { name: /^(Edit|Rename|Change).*aa_/ }).click();
    await page.getByRole('treegrid', { name: /^Fields of version/ }).waitFor();
    await page.getByRole('button', { name: 'Restore this version' }).click();
    await goTo(page, HALF_NAME);
    await saved(page);
    expect(await bodyOf(page)).toEqual(edited);

    // The log has every event, and brings the same body to another device.
    const log = await exported(page, 'Export log (NDJSON)');
    expect(log.name).toBe('orders.ndjson');
    const file = parseLogFile(log.text);
    const { events: logged } = openLog(file.records, { names: namesByCommitment(file.names) });
    expect(logged.map(({ type, author }) => `${type} by ${author.name}`)).toEqual([
      'document.created by Unnamed author',
      'editor.mappingsReplaced by Unnamed author',
      'field.added by Ada',
      'field.edited by Ada',
      'field.removed by Ada',
      'history.undone by Ada',
      'history.redone by Ada',
      'history.restored by Ada',
    ]);
    await close();

    const elsewhere = await openPage(at.browser);
    await elsewhere.page.goto(screenAddress(at.server, '/drafts'));
    await elsewhere.page.getByRole('heading', { name: 'No drafts yet' }).waitFor();
    await drop(elsewhere.page, log.name, log.text);
    await goTo(elsewhere.page, HALF_NAME);
    expect(await bodyOf(elsewhere.page)).toEqual(edited);
    // The server has it for somebody else, so that it is a draft of its own there, sealed anew.
    const again = await exported(elsewhere.page, 'Export log (NDJSON)');
    expect(openLog(parseLogFile(again.text).records).events.map(({ id, at, patch }) => ({ id, at, patch }))).toEqual(
      logged.map(({ id, at, patch }) => ({ id, at, patch })),
    );
    await elsewhere.close();
  });

  it('makes a draft of a dropped file, and loads another dropped file over it', async () => {
    const { page, close } = await openPage(at.browser);
    await page.goto(screenAddress(at.server, '/drafts'));
    await page.getByRole('heading', { name: 'No drafts yet' }).waitFor();
    await drop(page, 'metrics.json', JSON.stringify(MAPPINGS));
    await goTo(page, HALF_NAME);
    await drop(page, 'other.json', JSON.stringify({ index_patterns: ['a*'], template: { mappings: OTHER } }));
    await page.getByText('Loaded 1,500 fields').waitFor();
    expect(await bodyOf(page)).toEqual(OTHER);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => bodyOf(page)).toEqual(MAPPINGS);
    await close();
  });
});
