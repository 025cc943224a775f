import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JsonValue } from '#domain/json';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft, shownNames } from '../../testing/open-test-draft.ts';

const BODY = {
  properties: { client: { properties: { ip: { type: 'ip' } } }, host: { type: 'keyword' }, size: { type: 'long' } },
};

const tree = page.getByRole('treegrid', { name: 'Fields' });
const text = page.getByRole('textbox', { name: 'Mappings object' });
const status = page.getByRole('region', { name: 'Mappings as JSON' }).getByRole('status');
const view = (name: 'Tree' | 'JSON') => userEvent.click(page.getByRole('radio', { name }));

async function openJson() {
  const draft = await openTestDraft(BODY, { search: '?view=json' });
  await expect.element(text).toHaveFocus();
  return draft;
}

describe('the JSON view', () => {
  it('is reached and left by Alt+J, has what the draft has, and is in the address', async () => {
    const { router } = await openTestDraft(BODY);
    await expect.element(tree).toBeVisible();
    await userEvent.keyboard('{Alt>}j{/Alt}');
    await expect.element(text).toHaveFocus();
    await expect.element(status).toHaveTextContent('No changes');
    expect(router.state.location.search).toEqual({ view: 'json' });
    await userEvent.keyboard('{Alt>}j{/Alt}');
    await expect.element(tree).toBeVisible();
    await expect.element(text).not.toBeInTheDocument();
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('says line, column and reason of a broken text, stays, and changes nothing', async () => {
    const { events } = await openJson();
    await userEvent.fill(text, '{\n  "properties": {,}\n}');
    await expect.element(status).toHaveTextContent(/^Line 2, column 18: /);
    await expect.element(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await view('Tree');
    const alert = page.getByRole('alert').filter({ hasText: 'JSON is invalid' });
    await expect.element(alert).toHaveTextContent(/Line 2, column 18: .+ Nothing was changed\./);
    await expect.element(text).toBeVisible();
    await expectAccessible();
    expect(await events()).toHaveLength(1);
    await userEvent.click(page.getByRole('button', { name: 'Discard' }));
    await expect.element(status).toHaveTextContent('No changes');
    await view('Tree');
    await expect.poll(shownNames).toEqual(['client', 'host', 'size']);
  });

  it('refuses mappings that are no object', async () => {
    const { events } = await openJson();
    await userEvent.fill(text, '[]');
    await expect.element(status).toHaveTextContent('Line 1, column 1: Mappings must be a JSON object.');
    expect(await events()).toHaveLength(1);
  });

  it('applies by its button or on leaving, as one edit that can be taken back', async () => {
    const { body, events } = await openJson();
    await userEvent.fill(text, '{"properties": {"one": {"type": "long"}}}');
    await expect.element(status).toHaveTextContent('Unapplied changes');
    await userEvent.click(page.getByRole('button', { name: 'Apply' }));
    await expect.poll(body).toEqual({ properties: { one: { type: 'long' } } });
    await userEvent.fill(text, '{"properties": {"two": {"type": "long"}}}');
    await view('Tree');
    await expect.poll(shownNames).toEqual(['two']);
    await expect.poll(events).toHaveLength(3);
    await userEvent.click(page.getByRole('button', { name: /^Undo: / }));
    await expect.poll(shownNames).toEqual(['one']);
  });

  it('does not become a tree beyond the nesting limit', async () => {
    await openJson();
    let nested: JsonValue = { type: 'long' };
    for (let depth = 0; depth < 25; depth++) nested = { properties: { a: nested } };
    await userEvent.fill(text, JSON.stringify(nested));
    await view('Tree');
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Max depth for Mappings Editor exceeded' }))
      .toBeVisible();
  });

  it('keeps the field that the cursor is in, both ways', async () => {
    await openTestDraft(BODY);
    await expect.element(tree).toBeVisible();
    tree.element().focus();
    await userEvent.keyboard('{Home}{ArrowDown}');
    await view('JSON');
    await expect.poll(() => document.querySelector('.cm-activeLine')?.textContent.trim()).toBe('"host": {');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
    await expect.poll(() => document.querySelector('.cm-activeLine')?.textContent.trim()).toBe('"type": "ip"');
    await view('Tree');
    await expect.element(tree).toHaveFocus();
    await expect.poll(shownNames).toEqual(['client', 'ip', 'host', 'size']);
    await expect.element(page.getByRole('row', { name: /^ip / })).toHaveAttribute('data-active');
  });
});
