import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JsonObject } from '#domain/json';
import { openTestDraft } from '../testing/open-test-draft.ts';

const MAPPINGS: JsonObject = {
  runtime: { day: { type: 'keyword' }, hour: { type: 'long' } },
  dynamic_templates: [{ strings: { match_mapping_type: 'string', mapping: { type: 'keyword' } } }],
  properties: {
    host: { type: 'keyword', ignore_above: 256 },
    ip: { type: 'ip' },
    message: { type: 'text', fields: { raw: { type: 'keyword' } } },
  },
};
const TEMPLATE: JsonObject = { index_patterns: ['acme-*'], composed_of: ['base'], template: { mappings: MAPPINGS } };

const tree = page.getByRole('treegrid', { name: 'Fields' });
const form = page.getByRole('dialog', { name: "Edit field 'host'" });

afterEach(() => page.viewport(1440, 900));

/** Where what stands above the first row, and that row, are now. */
function places(): Readonly<Record<string, number>> {
  const topOf = (selector: string, index = 0) =>
    document.querySelectorAll(selector)[index]?.getBoundingClientRect().top;
  return {
    row: topOf('[data-index="0"]') ?? NaN,
    search: topOf('input[type="search"]') ?? NaN,
    firstTabs: topOf('[role="tablist"]') ?? NaN,
    lastTabs: topOf('[role="tablist"]', document.querySelectorAll('[role="tablist"]').length - 1) ?? NaN,
  };
}

describe.each([1440, 1100])('a window %i px wide', (width) => {
  it.each([
    ['a mapping', MAPPINGS, ''],
    ['a template', TEMPLATE, '?step=mappings'],
  ])('keeps the rows of %s in place when a form opens and when a search begins', async (_, body, search) => {
    await page.viewport(width, 900);
    await openTestDraft(body, { search });
    await expect.element(tree.getByRole('row', { name: /^host / })).toBeVisible();
    const before = places();
    expect(Object.values(before)).not.toContain(NaN);
    await userEvent.click(tree.getByRole('row', { name: /^host / }).getByText('host', { exact: true }));
    await expect.element(form.getByRole('textbox', { name: 'Field name' })).toBeVisible();
    expect(places()).toEqual(before);
    expect(document.documentElement.scrollWidth).toBe(width);
    await userEvent.keyboard('{Escape}');
    await expect.element(form).not.toBeInTheDocument();
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search fields' }), 'h');
    await expect.element(page.getByRole('grid', { name: 'Fields that match h' })).toBeVisible();
    expect(places()).toEqual(before);
    await userEvent.click(page.getByRole('row', { name: /^host / }).getByText('host', { exact: true }));
    await expect.element(form.getByRole('textbox', { name: 'Field name' })).toBeVisible();
    expect(places()).toEqual(before);
  });
});

it('scrolls to the tabs that a form leaves no room for, by wheel and by key', async () => {
  await openTestDraft(MAPPINGS, { search: '?field=%2Fproperties%2Fhost' });
  await page.viewport(1100, 900);
  await expect.element(form.getByRole('textbox', { name: 'Field name' })).toBeVisible();
  const tabs = page.getByRole('tablist', { name: 'Mapping sections' });
  const last = page.getByRole('tab', { name: 'Lint' });
  await expect.element(last).not.toBeInViewport({ ratio: 1 });
  tabs.element().dispatchEvent(new WheelEvent('wheel', { deltaY: 1000, bubbles: true }));
  await expect.poll(() => tabs.element().scrollLeft).toBeGreaterThan(0);
  tabs.element().scrollLeft = 0;
  page.getByRole('tab', { name: 'Mapped fields' }).element().focus();
  await userEvent.keyboard('{End}');
  await expect.element(last).toHaveFocus();
  await expect.poll(() => tabs.element().scrollLeft).toBeGreaterThan(0);
});

it('shows at most 600 px of search results', async () => {
  await page.viewport(1440, 1400);
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, { type: 'long' }]));
  await openTestDraft({ properties: many });
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search fields' }), 'field');
  const results = page.getByRole('grid', { name: 'Fields that match field' });
  await expect.element(results).toBeVisible();
  expect(results.element().getBoundingClientRect().height).toBe(600);
  await expect.element(results.getByText('40 found')).toBeVisible();
  await expect.element(page.getByText('40 fields match')).toBeInTheDocument();
});
