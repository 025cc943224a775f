import type { Locator, Page } from 'playwright';
import { openForm, row } from '../../e2e/steps.ts';

/** An input of a form, by its label; editors of JSON are told apart, since they have their text in lines. */
export interface TypedInput {
  readonly label: string;
  readonly isEditor?: boolean;
  /** Only digits, so that what is typed is a value of it. */
  readonly isNumber?: boolean;
}

/** A form whose content is kept without being applied. */
export interface TypedForm {
  /** As the menu of the header calls its content. */
  readonly label: string;
  readonly inputs: readonly TypedInput[];
  /** Shows the form where it has no content. */
  open(page: Page): Promise<void>;
  /** The row that says that it has content; absent where the form is of no field. */
  readonly field?: string;
  /** The name of the button that drops the content. */
  readonly discard?: 'Cancel' | 'Discard';
  /** The name of the button that applies it. */
  readonly apply?: string;
  /** It is left with Escape. */
  readonly isPanel: boolean;
  /** Its tab can't be left while what is typed is not valid, as letters in JSON are not. */
  readonly holdsTab: boolean;
}

/** The mapping whose fields the forms are of. */
export const TYPED_MAPPINGS = {
  properties: {
    host: { type: 'keyword', null_value: 'none' },
    title: { type: 'text' },
    rate: { type: 'scaled_float', scaling_factor: 1, unknown_to_all: true },
    ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`other${index}`, { type: 'keyword' }])),
  },
};

async function showTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

async function showTree(page: Page): Promise<void> {
  await showTab(page, 'Mapped fields');
  const tree = page.getByRole('radio', { name: 'Tree' });
  if (!(await tree.isChecked())) await tree.check({ force: true });
}

function fieldForm(field: string, inputs: readonly TypedInput[], rest: Partial<TypedForm> = {}): TypedForm {
  return {
    label: `Field ${field}`,
    inputs,
    field,
    discard: 'Cancel',
    isPanel: true,
    holdsTab: false,
    async open(page) {
      await showTree(page);
      await row(page, field).waitFor();
      // The form for a new field comes back open, and no row opens beside it.
      const newName = page.getByRole('textbox', { name: 'Field name' });
      if (await newName.isVisible()) {
        await newName.click();
        await page.keyboard.press('Escape');
        await newName.waitFor({ state: 'detached' });
      }
      await openForm(page, field);
    },
    ...rest,
  };
}

export const TYPED_FORMS: readonly TypedForm[] = [
  fieldForm('host', [{ label: 'Set null value' }], { apply: 'Update' }),
  fieldForm('title', [{ label: 'Field name' }]),
  fieldForm('rate', [
    { label: 'Scaling factor', isNumber: true },
    { label: 'Other parameters (JSON)', isEditor: true },
  ]),
  {
    label: 'The new field',
    inputs: [{ label: 'Field name' }],
    discard: 'Cancel',
    isPanel: true,
    holdsTab: false,
    async open(page) {
      await showTree(page);
      await page.getByRole('button', { name: 'Add field', exact: true }).first().click();
    },
  },
  {
    label: 'The new runtime field',
    inputs: [{ label: 'Name' }, { label: 'Script source' }, { label: 'Script params (JSON)', isEditor: true }],
    discard: 'Cancel',
    isPanel: true,
    holdsTab: false,
    async open(page) {
      await showTab(page, 'Runtime fields');
      await page.getByRole('button', { name: 'Create runtime field' }).first().click();
    },
  },
  {
    label: 'Dynamic templates',
    inputs: [{ label: 'Dynamic templates data', isEditor: true }],
    discard: 'Discard',
    isPanel: false,
    holdsTab: true,
    open: (page) => showTab(page, 'Dynamic templates'),
  },
  {
    label: 'Advanced options',
    inputs: [{ label: '_meta field data', isEditor: true }],
    discard: 'Discard',
    isPanel: false,
    holdsTab: true,
    open: (page) => showTab(page, 'Advanced options'),
  },
  {
    label: 'The JSON text',
    inputs: [{ label: 'Mappings object', isEditor: true }],
    discard: 'Discard',
    isPanel: false,
    holdsTab: true,
    async open(page) {
      await showTab(page, 'Mapped fields');
      await page.getByRole('radio', { name: 'JSON' }).check({ force: true });
    },
  },
];

/** The settings of an index are a page of their own, without a menu in its header. */
export const SETTINGS_FORM: TypedForm = {
  label: 'Settings',
  inputs: [{ label: 'Index settings', isEditor: true }],
  discard: 'Discard',
  isPanel: false,
  holdsTab: false,
  open: async () => undefined,
};

export function inputOf(page: Page, { label }: TypedInput): Locator {
  return page.getByRole('textbox', { name: label, exact: true });
}

/** What stands in an input; of an editor, its last line, where all typing is. */
export async function readInput(page: Page, input: TypedInput): Promise<string> {
  const locator = inputOf(page, input);
  if (input.isEditor !== true) return locator.inputValue();
  await goBehind(page, input);
  return locator.evaluate((content) => {
    const line = content.querySelector('.cm-line:last-of-type')?.cloneNode(true) as Element;
    line.querySelectorAll('.cm-placeholder').forEach((hint) => hint.remove());
    return line.textContent;
  });
}

/** Puts the keyboard behind what stands in an input. */
export async function goBehind(page: Page, input: TypedInput): Promise<void> {
  await inputOf(page, input).click();
  await page.keyboard.press(input.isEditor === true ? 'Control+End' : 'End');
}

/** What is not applied, as the menu of the header lists it; empty where it says that there is nothing. */
export async function listUnapplied(page: Page): Promise<readonly string[]> {
  const button = page.getByRole('button', { name: /changes? not applied$/ });
  if ((await button.count()) === 0) return [];
  await button.click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const labels = await items.allInnerTexts();
  await page.keyboard.press('Escape');
  await items.first().waitFor({ state: 'detached' });
  return labels.map((label) => label.trim());
}

/** Goes to a form by what the menu of the header lists. */
export async function showByMenu(page: Page, { label, inputs }: TypedForm): Promise<void> {
  await page.getByRole('button', { name: /changes? not applied$/ }).click();
  await page.getByRole('menuitem', { name: label, exact: true }).click();
  const [first] = inputs;
  if (first !== undefined) await inputOf(page, first).waitFor();
}
