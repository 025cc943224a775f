import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { realisticMappings } from '../../../../tests/builders/realistic-tree.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft, shownNames } from '../../testing/open-test-draft.ts';

const BODY = {
  properties: {
    agent: { properties: { id: { type: 'keyword' }, name: { type: 'text', fields: { raw: { type: 'keyword' } } } } },
    cloud: { properties: { region: { type: 'keyword' } } },
    message: { type: 'text' },
    metric: { type: 'double' },
  },
};

const tree = page.getByRole('treegrid', { name: 'Fields' });
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });

/** The name in the active row. */
function activeName(): string | null | undefined {
  const id = tree.element().getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id)?.querySelector('[data-open]')?.textContent;
}

/** Presses keys in the tree, and waits until the row of this name is active. */
async function press(keys: string, name: string): Promise<void> {
  await userEvent.keyboard(keys);
  await expect.poll(activeName).toBe(name);
}

async function openTree(body: typeof BODY | ReturnType<typeof realisticMappings> = BODY) {
  const draft = await openTestDraft(body);
  await expect.element(tree).toBeVisible();
  tree.element().focus();
  return draft;
}

describe('keys of a row while a form is open', () => {
  const name = page.getByRole('textbox', { name: 'Field name' });
  const focusTree = async (filter: string) => {
    if (filter !== '') await userEvent.fill(page.getByRole('searchbox', { name: 'Search fields' }), filter);
    const grid = filter === '' ? tree : page.getByRole('grid');
    await expect.element(grid).toBeVisible();
    grid.element().focus();
    await userEvent.keyboard('{Home}');
  };

  it.each([
    ['{Delete}', ''],
    ['{Enter}', ''],
    ['{Insert}', ''],
    ['{Delete}', 'message'],
    ['{Enter}', 'message'],
  ])('%s leads to the new field, which is not lost, with the filter "%s"', async (key, filter) => {
    const draft = await openTree();
    await userEvent.click(page.getByRole('button', { name: 'Add field' }));
    await userEvent.fill(name, 'typed');
    await focusTree(filter);
    await userEvent.keyboard(key);
    await expect.element(page.getByText('Add or cancel the new field first')).toBeVisible();
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveValue('typed');
    expect(page.getByRole('alertdialog', { name: /^Remove/ }).elements()).toEqual([]);
    expect(await draft.body()).toEqual(BODY);
  });

  it('leads to the form of a field, where one is to be removed', async () => {
    await openTree();
    await userEvent.keyboard('{End}{Enter}');
    await expect.element(name).toHaveFocus();
    await focusTree('');
    await userEvent.keyboard('{Delete}');
    await expect.element(page.getByText('Close the form first')).toBeVisible();
    await expect.element(name).toHaveFocus();
  });
});

describe('keys of the tree', () => {
  it('go up and down, to the ends, into children and out of them', async () => {
    await openTree();
    await expect.poll(activeName).toBe('agent');
    await press('{ArrowDown}', 'cloud');
    await press('{End}', 'metric');
    await press('{Home}', 'agent');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(row('agent')).toHaveAttribute('aria-expanded', 'true');
    await press('{ArrowRight}', 'id');
    await press('{ArrowDown}{ArrowRight}{ArrowRight}', 'raw');
    await expect.element(row('raw')).toHaveAttribute('aria-level', '3');
    await press('{ArrowLeft}', 'name');
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(shownNames).toEqual(['agent', 'id', 'name', 'cloud', 'message', 'metric']);
    await press('{ArrowLeft}', 'agent');
  });

  it('expand everything beside the field by *', async () => {
    await openTree();
    await userEvent.keyboard('*');
    await expect.poll(shownNames).toEqual(['agent', 'id', 'name', 'cloud', 'region', 'message', 'metric']);
  });

  it('find a field by its first letters, and the next one by the same letter again', async () => {
    await openTree();
    await press('m', 'message');
    await press('m', 'metric');
    await press('m', 'message');
  });

  it('keep the field in view that type-ahead or an arrow leads to', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`f${1000 + index}`, { properties: { child: { type: 'long' } } }]),
    );
    await openTestDraft({ properties: { ...properties, zebra: { properties: { child: { type: 'long' } } } } });
    await expect.element(tree).toBeVisible();
    tree.element().focus();
    await press('z', 'zebra');
    await expect.element(row('zebra')).toBeInViewport({ ratio: 1 });
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(row('zebra')).toHaveAttribute('aria-expanded', 'true');
    await press('{ArrowRight}', 'child');
    await expect.element(row('child')).toBeInViewport({ ratio: 1 });
  });

  it('edit by Enter, add by Insert, remove by Delete', async () => {
    await openTree();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: "Edit field 'agent'" })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(tree).toHaveFocus();
    await userEvent.keyboard('{Insert}');
    await expect
      .element(page.getByRole('form', { name: 'Add field' }).getByRole('textbox', { name: 'Field name' }))
      .toHaveFocus();
    await expect.element(row('agent')).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(tree).toHaveFocus();
    await userEvent.keyboard('{Delete}');
    await expect.element(page.getByRole('alertdialog', { name: "Remove field 'agent'?" })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await expect.element(tree).toHaveFocus();
  });
});

describe('rows', () => {
  afterEach(() => page.viewport(1440, 900));

  it('offer what their type can have, and name it', async () => {
    await openTree();
    await userEvent.click(row('cloud').getByText('Object'));
    await expect.element(page.getByRole('button', { name: 'Add property to cloud' })).toBeVisible();
    await userEvent.click(row('message').getByText('Text'));
    await expect.element(page.getByRole('button', { name: 'Add multi-field to message' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Edit field message' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Remove field message' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: /cloud/ })).not.toBeInTheDocument();
  });

  it('have their actions in the middle of the row and inside the window, on a phone too', async () => {
    await openTree();
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.viewport(width, height);
      for (const name of ['agent', 'metric']) {
        // Clicks beside the name: on a phone, the buttons of a row that the pointer is over cover its end.
        await userEvent.click(row(name).getByRole('gridcell').first());
        const edit = page.getByRole('button', { name: `Edit field ${name}` });
        await expect.element(edit).toBeInViewport({ ratio: 1 });
        const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
        const [button, line] = [edit.element().getBoundingClientRect(), row(name).element().getBoundingClientRect()];
        expect(Math.abs(middle(button) - middle(line))).toBeLessThan(2);
        expect(line.height).toBe(64);
      }
      await expectAccessible();
    }
  });

  it('are compact at one click, with parameters in a column, and remembered', async () => {
    await page.viewport(1440, 900);
    const body = {
      properties: {
        id: { type: 'keyword', ignore_above: 256, fields: { text: { type: 'text' } } },
        user: { type: 'alias', path: 'id' },
      },
    };
    await openTestDraft(body);
    await expect.element(tree).toBeVisible();
    expect(row('id').element().getBoundingClientRect().height).toBe(64);
    await expect.element(row('id').getByText('ignore_above: 256, +text')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Use compact rows' }));
    await expect.poll(() => row('id').element().getBoundingClientRect().height).toBe(36);
    await expect.element(page.getByRole('columnheader', { name: 'Parameters' })).toBeVisible();
    await expect.element(row('user').getByRole('gridcell').nth(2)).toHaveTextContent('→ id');
    await expectAccessible();
    await page.viewport(390, 844);
    await expect.element(row('user').getByRole('gridcell').nth(2)).not.toBeVisible();
    await page.viewport(1440, 900);
    expect(localStorage.getItem('mapledger.density')).toBe('compact');
    await userEvent.click(page.getByRole('button', { name: 'Use comfortable rows' }));
    await expect.poll(() => row('id').element().getBoundingClientRect().height).toBe(64);
  });

  it('leave room for the form at 1440 pixels: no tool is cut', async () => {
    await openTree();
    await userEvent.keyboard('{Enter}');
    const flyout = page.getByRole('dialog', { name: "Edit field 'agent'" });
    await expect.element(flyout).toBeVisible();
    const { left } = flyout.element().getBoundingClientRect();
    for (const name of ['Expand all', 'Collapse all', 'Add field']) {
      expect(
        page.getByRole('button', { name, exact: true }).element().getBoundingClientRect().right,
      ).toBeLessThanOrEqual(left);
    }
    // The tabs stay on one line, which scrolls; no tab and no type of a field is cut.
    const tabs = page.getByRole('tab').elements();
    const types = Array.from(document.querySelectorAll('[role="row"] [title]'));
    for (const element of [page.getByRole('tablist').element(), ...types])
      expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(left);
    for (const element of [...tabs, ...types]) {
      expect({ text: element.textContent, isCut: element.scrollWidth > element.clientWidth + 1 }).toEqual({
        text: element.textContent,
        isCut: false,
      });
    }
    await expectAccessible();
  });

  it('exist only in view: fewer than 300 elements for 50,000 fields, and End leads to the last', async () => {
    await openTree(realisticMappings({ fields: 50_000 }));
    await userEvent.click(page.getByRole('button', { name: 'Expand all' }));
    await expect.element(tree).toHaveAttribute('aria-rowcount', '50001');
    expect(tree.element().querySelectorAll('*').length).toBeLessThan(300);
    tree.element().focus();
    await userEvent.keyboard('{End}');
    await expect.poll(() => tree.getByRole('row').elements().at(-1)?.getAttribute('aria-rowindex')).toBe('50001');
    expect(tree.element().querySelectorAll('*').length).toBeLessThan(300);
  });
});
