import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { breakable, addField } from '../../../tests/builders/sessions.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestDraft } from '../testing/open-test-draft.ts';
import { openMapping, openTestIndex } from '../testing/open-test-index.ts';
import { testServices } from '../testing/test-services.ts';

const head = page.getByRole('banner');
const state = head.getByRole('status');
const nameField = page.getByRole('textbox', { name: 'Field name' });

describe('the state of a document', () => {
  it('of a draft is "Saved", or how many changes are not applied, and mentions no device', async () => {
    await openTestDraft({ properties: { host: { type: 'keyword' } } }, { search: '?field=%2Fproperties%2Fhost' });
    await expect.element(state).toHaveTextContent(/^Saved$/);
    await userEvent.fill(nameField, 'server');
    const menu = state.getByRole('button', { name: 'Unsaved · 1: 1 change not applied' });
    await expect.element(menu).toBeVisible();
    await expect.element(menu.getByText('Unsaved · 1', { exact: true })).toBeVisible();
    expect(head.element().textContent).not.toMatch(/device|recorded/i);
    await expectAccessible();
    await userEvent.click(menu);
    await expect.element(page.getByRole('menuitem', { name: 'Field host' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.fill(nameField, 'host');
    await expect.element(state).toHaveTextContent(/^Saved$/);
  });

  it('of something live counts what its cluster does not have, and the bar below does not count it again', async () => {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    await expect.element(state).toHaveTextContent(/^Saved$/);
    session.dispatch(addField('coupon'));
    session.dispatch(addField('voucher'));
    await expect.element(state).toHaveTextContent(/^Unsaved · 2$/);
    const bar = page.getByRole('region', { name: 'Unsent changes' });
    await expect.element(bar).toHaveTextContent(/^Unsent changes\D*$/);
    await userEvent.click(page.getByRole('row', { name: /^message / }).getByText('message', { exact: true }));
    await userEvent.fill(nameField, 'text');
    await expect.element(state.getByRole('button', { name: 'Unsaved · 3: 1 change not applied' })).toBeVisible();
    await userEvent.fill(nameField, 'message');
    await userEvent.click(bar.getByRole('button', { name: 'Discard changes' }));
    await expect.element(state).toHaveTextContent(/^Saved$/);
  });

  it('that this device can not store is an alert, and "Saved" again after a retry', async () => {
    const { through, broken } = breakable();
    const services = await testServices(through(memoryEventStore()));
    const { stream, events } = await openTestDraft({ properties: { host: { type: 'keyword' } } }, { services });
    await expect.element(state).toHaveTextContent(/^Saved$/);
    broken.error = new Error('The disk is full.');
    const session = services.documents.all().find((open) => open.stream === stream);
    session?.dispatch(addField('ip'));
    const alert = head.getByRole('alert');
    await expect.element(alert).toHaveTextContent('Unsaved · 1');
    await expect.element(state).not.toBeInTheDocument();
    broken.error = null;
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    await expect.element(state).toHaveTextContent(/^Saved$/);
    expect(await events()).toHaveLength(2);
  });
});
