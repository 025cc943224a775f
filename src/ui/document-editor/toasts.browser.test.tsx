import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LOCAL_FORMAT } from '#domain/events';
import type { Patch } from '#domain/json';
import { openTestDraft, type TestDraft } from '../testing/open-test-draft.ts';

const BODY = { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } };
const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog');
const undoButton = page.getByRole('button', { name: /^Undo: / });

/** Appends a change of another tab to the draft after its version `after`. */
async function changeElsewhere({ services, stream }: TestDraft, after: number, summary: string, patch: Patch) {
  await services.store.append(stream, after, [
    {
      format: LOCAL_FORMAT,
      id: services.ids.next(),
      at: services.clock.now(),
      author: { id: 'bob', name: 'Bob', verified: false },
      type: 'editor.mappingsReplaced',
      summary,
      command: { type: 'editor.replaceMappings', payload: {} },
      patch,
    },
  ]);
}

/** Prevents the toast from timing out: it stays while the pointer is on it. */
async function holdToast(title: string): Promise<void> {
  await expect.element(toasts).toHaveTextContent(title);
  await userEvent.hover(toasts);
}

async function removeHost(): Promise<void> {
  const tree = page.getByRole('treegrid', { name: 'Fields' });
  await expect.element(tree).toBeVisible();
  tree.element().focus();
  await userEvent.keyboard('{Home}{Delete}');
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }));
  await expect.element(undoButton).toBeEnabled();
}

describe('a warning of the editor', () => {
  it('goes when the tab can be left again', async () => {
    await openTestDraft(BODY, { search: '?tab=templates' });
    const text = page.getByRole('textbox', { name: 'Dynamic templates data' });
    await userEvent.click(text);
    await userEvent.keyboard('x');
    await userEvent.click(page.getByRole('tab', { name: 'Mapped fields' }));
    await holdToast('not applied to the draft yet');
    text.element().focus();
    await userEvent.keyboard('{Backspace}');
    await expect.element(toasts).not.toBeInTheDocument();
  });

  it('goes when the field is back that was removed while it was open', async () => {
    const draft = await openTestDraft(BODY, { search: '?field=%2Fproperties%2Fip' });
    await expect.element(page.getByRole('dialog', { name: "Edit field 'ip'" })).toBeVisible();
    await changeElsewhere(draft, 1, 'Remove ip', [{ op: 'remove', path: '/properties/ip' }]);
    await holdToast('was removed while it was open');
    await changeElsewhere(draft, 2, 'Add ip', [{ op: 'add', path: '/properties/ip', value: { type: 'ip' } }]);
    await expect.element(toasts).not.toBeInTheDocument();
  });

  it('goes when the next change is accepted', async () => {
    const draft = await openTestDraft(BODY);
    await removeHost();
    await changeElsewhere(draft, 2, 'Add host', [{ op: 'add', path: '/properties/host', value: { type: 'long' } }]);
    await userEvent.click(undoButton);
    await expect.element(toasts).toHaveTextContent('Nothing was changed');
    await removeHost();
    await expect.element(toasts).not.toBeInTheDocument();
  });

  it('goes when the editor is left', async () => {
    const draft = await openTestDraft(BODY);
    await removeHost();
    await changeElsewhere(draft, 2, 'Add host', [{ op: 'add', path: '/properties/host', value: { type: 'long' } }]);
    await userEvent.click(undoButton);
    await expect.element(toasts).toHaveTextContent('Nothing was changed');
    await userEvent.click(page.getByRole('link', { name: 'Drafts' }).last());
    await expect.element(page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible();
    await expect.element(toasts).not.toBeInTheDocument();
  });
});

describe('the form of a runtime field', () => {
  it('leaves the list beside it free, as that of a mapped field does', async () => {
    await openTestDraft({ ...BODY, runtime: { day: { type: 'keyword' } } }, { search: '?tab=runtime' });
    const list = page.getByRole('listitem').filter({ hasText: 'day' });
    const tree = page.getByRole('treegrid', { name: 'Fields' });
    const right = (element: Element) => Math.round(element.getBoundingClientRect().right);
    const left = (element: Element) => Math.round(element.getBoundingClientRect().left);
    await userEvent.click(page.getByRole('button', { name: 'Edit runtime field day' }));
    const flyout = page.getByRole('dialog', { name: "Edit runtime field 'day'" });
    await expect.poll(() => right(list.element()) - left(flyout.element())).toBe(0);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => right(list.element())).toBe(window.innerWidth);
    await userEvent.click(page.getByRole('tab', { name: 'Mapped fields' }));
    tree.element().focus();
    await userEvent.keyboard('{Home}{Enter}');
    const form = page.getByRole('dialog', { name: "Edit field 'host'" });
    await expect.poll(() => right(tree.element()) - left(form.element())).toBe(0);
  });
});
