import type { Page } from 'playwright';
import type { Random } from '../../../src/fuzz/generate/random.ts';

/** What somebody who types and clicks quickly has done in a tab. */
export interface Done {
  given: number;
  /** Those that the screen let through. */
  done: number;
}

/** An editor changes the document most of the time; a reader searches, folds and switches views, which leaves a session trace; a stepper undoes and redoes. */
export type Habit = 'editor' | 'reader' | 'stepper';

/** What the screen does not answer within this time is given up: the other tab may have taken the field away. */
const PATIENCE_MS = 5_000;

const ACTIONS = { add, rename, edit, remove, undo, redo, waver, search, fold, look };
type ActionName = keyof typeof ACTIONS;

const HABITS: Readonly<Record<Habit, readonly ActionName[]>> = {
  editor: [
    'add',
    'add',
    'add',
    'rename',
    'rename',
    'rename',
    'edit',
    'edit',
    'remove',
    'undo',
    'redo',
    'waver',
    'waver',
    'waver',
    'waver',
    'search',
    'fold',
  ],
  stepper: ['waver', 'waver', 'waver', 'fold', 'search'],
  reader: ['search', 'search', 'search', 'search', 'fold', 'fold', 'look', 'undo', 'waver', 'rename'],
};

/** Works on the draft that a tab shows until it is told to stop or the page is gone; `name` begins the names of its fields. */
export async function work(
  page: Page,
  random: Random,
  habit: Habit,
  name: string,
  done: Done,
  isOver: () => boolean,
): Promise<void> {
  page.setDefaultTimeout(PATIENCE_MS);
  for (let count = 0; !isOver(); count++) {
    const action = random.pick(HABITS[habit]);
    done.given++;
    try {
      await ACTIONS[action](page, random, `${name}x${count}`);
      done.done++;
    } catch (error) {
      // What the kill has cut short was let through or not: nobody can tell.
      if (isOver() || page.isClosed()) {
        done.given--;
        return;
      }
      if (!(error instanceof Error)) throw error;
      // Whatever stands open is closed, as a person would: a form, the dialog before it, a search.
      await calmDown(page).catch(() => undefined);
    }
  }
}

async function calmDown(page: Page): Promise<void> {
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape');
  if (await page.getByRole('button', { name: 'Dismiss' }).first().isVisible())
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
}

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Fields' });
/** Without the heads of the columns. */
const fieldRows = (page: Page) =>
  tree(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });

/** Goes to one of the rows that are shown, and has the keyboard there. */
async function goToRow(page: Page, random: Random): Promise<void> {
  const rows = fieldRows(page);
  await rows
    .nth(random.below(Math.min(await rows.count(), 7)))
    .getByRole('gridcell')
    .first()
    .click();
}

async function add(page: Page, random: Random, name: string): Promise<void> {
  const input = page.getByRole('form', { name: 'Add field' }).getByRole('textbox', { name: 'Field name' });
  if (!(await input.isVisible())) await page.getByRole('button', { name: 'Add field' }).first().click();
  await input.focus();
  await page.keyboard.type(name);
  await page.getByRole('combobox', { name: 'Field type' }).fill('keyw');
  await page.getByRole('option', { name: 'Keyword', exact: true }).click();
  await page.keyboard.press('Enter');
  if (random.below(2) === 0) await page.keyboard.press('Escape');
}

async function openForm(page: Page, random: Random) {
  await goToRow(page, random);
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: /^Edit field/ });
  await form.waitFor();
  return form;
}

async function rename(page: Page, random: Random, name: string): Promise<void> {
  const form = await openForm(page, random);
  const input = form.getByRole('textbox', { name: 'Field name' });
  await input.fill('');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
}

async function edit(page: Page, random: Random): Promise<void> {
  const form = await openForm(page, random);
  await form.getByRole('switch').first().press(' ');
  await form.getByRole('button', { name: 'Update' }).click();
  await form.waitFor({ state: 'detached' });
}

async function remove(page: Page, random: Random): Promise<void> {
  if ((await fieldRows(page).count()) < 6) return;
  await goToRow(page, random);
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
}

async function undo(page: Page, random: Random): Promise<void> {
  await step(page, random, 'Undo', 'Control+z');
}

async function redo(page: Page, random: Random): Promise<void> {
  await step(page, random, 'Redo', 'Control+y');
}

/** By the button, or several times by the keys. */
async function step(page: Page, random: Random, verb: string, keys: string): Promise<void> {
  if (random.below(3) === 0) {
    const button = page.getByRole('group', { name: 'History' }).getByRole('button', { name: new RegExp(`^${verb}`) });
    if (await button.isEnabled()) await button.click();
    return;
  }
  await goToRow(page, random);
  for (let times = 1 + random.below(5); times > 0; times--) await page.keyboard.press(keys);
}

/** Undo and redo in turn: as many changes as the keyboard can make. */
async function waver(page: Page, random: Random): Promise<void> {
  await goToRow(page, random);
  for (let times = 4 + random.below(8); times > 0; times--) {
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+y');
  }
}

async function search(page: Page, random: Random): Promise<void> {
  const field = page.getByRole('searchbox', { name: 'Search fields' });
  await field.focus();
  await page.keyboard.type(random.pick(['field', 'keyword field1', 'v1t0x1', 'nothing of this name']));
  if (random.below(3) === 0) await goToResult(page);
  await field.fill('');
}

async function goToResult(page: Page): Promise<void> {
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
}

async function fold(page: Page, random: Random): Promise<void> {
  for (let times = 1 + random.below(3); times > 0; times--) {
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page.getByRole('button', { name: 'Collapse all' }).click();
  }
}

/** At the JSON and back. */
async function look(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'JSON' }).click({ force: true });
  await page.getByRole('radio', { name: 'Tree' }).click({ force: true });
  await tree(page).waitFor();
}
