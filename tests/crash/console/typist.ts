import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Random } from '../../../src/fuzz/generate/random.ts';
import type { Fault } from '../ledger.ts';
import {
  goBehind,
  inputOf,
  listUnapplied,
  readInput,
  SETTINGS_FORM,
  showByMenu,
  type TypedForm,
} from './typed-forms.ts';
import type { FoundForm, TypedLedger } from './typed-ledger.ts';

/** Enough for a busy machine. */
const PATIENCE_MS = 30_000;
/** Of the visits, one in so many discards or applies what it has found. */
const REMOVALS = 3;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const LONGEST_TEXT = 40;
const LONGEST_PAUSE_MS = 60;
/** Of the letters, one in so many is followed by a rest, in which all that was typed has to be kept. */
const RESTS = 15;
const REST_MS = 400;

/** A document whose forms are typed in. */
export interface TypedDocument {
  readonly address: string;
  readonly forms: readonly TypedForm[];
  readonly ledger: TypedLedger;
}

/** Opens a document after a kill, and compares what its forms have with what was typed. */
export async function checkTyped(
  page: Page,
  { address, forms, ledger }: TypedDocument,
  isOver: () => boolean,
): Promise<readonly Fault[]> {
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(address);
  const isOfSettings = forms.includes(SETTINGS_FORM);
  const { required, applied } = ledger;
  const listed = isOfSettings ? await listSettings(page, required) : await listDraft(page, required);
  const found: Record<string, FoundForm> = {};
  // A form that holds its tab is looked at first, and discarded: without that there is no way to the others.
  const inOrder = forms.toSorted((a, b) => Number(b.holdsTab) - Number(a.holdsTab));
  for (const form of inOrder) {
    const isListed = listed.includes(form.label);
    if (isListed) {
      if (!isOfSettings) await showByMenu(page, form);
    } else if (applied.includes(form.label)) await form.open(page);
    else continue;
    found[form.label] = await readForm(page, form, ledger);
    if (form.holdsTab) await remove(page, form, ledger, false);
    if (form.isPanel) await leavePanel(page, form);
    if (form.field !== undefined && isListed)
      await page
        .getByRole('row', { name: new RegExp(`^${form.field} `) })
        .getByText('Not applied')
        .waitFor();
  }
  // What is looked at while everything around it is dying is no finding.
  return isOver() ? [] : ledger.check(listed, found);
}

/** What the header lists, once that is all which it has to; or else what it lists in the end. */
async function listDraft(page: Page, required: readonly string[]): Promise<readonly string[]> {
  await page
    .getByText(/^(?:Saved|Unsaved · [\d,]+)$/)
    .first()
    .waitFor();
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const listed = await listUnapplied(page);
    if (required.every((form) => listed.includes(form)) || performance.now() > end) return listed;
    await wait(100);
  }
}

async function listSettings(page: Page, required: readonly string[]): Promise<readonly string[]> {
  const [input] = SETTINGS_FORM.inputs;
  if (input !== undefined) await inputOf(page, input).waitFor();
  const mark = page.getByText('Not applied', { exact: true });
  if (required.length > 0) await mark.waitFor().catch(() => undefined);
  return (await mark.count()) > 0 ? [SETTINGS_FORM.label] : [];
}

async function readForm(page: Page, { label, inputs }: TypedForm, ledger: TypedLedger): Promise<FoundForm> {
  const texts: Record<string, string> = {};
  for (const input of inputs)
    if (ledger.inputsOf(label).includes(input.label)) texts[input.label] = await readInput(page, input);
  return texts;
}

/** With Escape, which counts where the keyboard is in the form. */
async function leavePanel(page: Page, { inputs }: TypedForm): Promise<void> {
  const [input] = inputs;
  if (input === undefined) return;
  await goBehind(page, input);
  await page.keyboard.press('Escape');
  await inputOf(page, input).waitFor({ state: 'detached' });
}

/** Discards or applies some of what was found, then types in one form after another until the kill. `onTyped` is told of each letter. */
export async function type(
  page: Page,
  { forms, ledger }: TypedDocument,
  random: Random,
  onTyped: () => void,
  isOver: () => boolean,
): Promise<void> {
  if (random.below(REMOVALS) === 0) {
    const removable = forms.filter(({ label, discard }) => discard !== undefined && ledger.present.includes(label));
    if (removable.length > 0) {
      const form = random.pick(removable);
      await show(page, form, ledger);
      await remove(page, form, ledger, form.apply !== undefined && random.below(2) === 0);
    }
  }
  while (!isOver()) {
    const form = random.pick(forms);
    await show(page, form, ledger);
    const input = random.pick(form.inputs);
    await goBehind(page, input);
    const before = await readInput(page, input);
    ledger.opened(form.label, input.label, before);
    let text = before;
    for (let left = 1 + random.below(LONGEST_TEXT); left > 0 && !isOver(); left--) {
      const letter =
        input.isNumber === true ? String(1 + random.below(9)) : LETTERS.charAt(random.below(LETTERS.length));
      text += letter;
      const had = ledger.typing(form.label, input.label, text);
      await page.keyboard.insertText(letter);
      had(Date.now());
      onTyped();
      await wait(random.below(RESTS) === 0 ? REST_MS : random.below(LONGEST_PAUSE_MS));
    }
    if (form.isPanel) await leavePanel(page, form);
    // What is not valid holds the tab: the person stays there.
    if (form.holdsTab) while (!isOver()) await wait(LONGEST_PAUSE_MS);
  }
}

async function show(page: Page, form: TypedForm, ledger: TypedLedger): Promise<void> {
  if (form === SETTINGS_FORM) return;
  if (ledger.present.includes(form.label)) await showByMenu(page, form);
  else await form.open(page);
}

/** Discards or applies what the form on the screen has. */
async function remove(page: Page, form: TypedForm, ledger: TypedLedger, isApplied: boolean): Promise<void> {
  const name = (isApplied ? form.apply : form.discard) ?? '';
  // Off where there is nothing to discard any more.
  const button = page.getByRole('button', { name, exact: true, disabled: false });
  await button.waitFor();
  const done = ledger.removing(form.label, isApplied);
  await button.click();
  const [input] = form.inputs;
  if (form.isPanel && input !== undefined) await inputOf(page, input).waitFor({ state: 'detached' });
  else await button.waitFor({ state: 'detached' });
  done(Date.now());
}
