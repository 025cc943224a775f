import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { draftStream, type Command } from '#domain/commands';
import { replay } from '#domain/document';
import { openLog } from '#domain/log';
import { memoryEventStore, memoryHome } from '../../infra/memory-event-store.ts';
import { openDocument } from '../../machines/document-session.ts';
import { createDraft } from '../files/import-draft.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServices } from '../testing/test-services.ts';

const target = { distribution: 'elasticsearch', version: '9.5' } as const;
const bobsName = { id: 'bob', name: 'Bob', verified: false };
const notice = page.getByRole('region', { name: 'Changed by two people' });
const aside = page.getByRole('region', { name: 'Changes not applied' });
const rename = (name: string): Command => ({ type: 'field.edit', payload: { field: '/properties/host', name } });

/** An editor at an address, and another author, Bob, in the same draft. */
async function twoAt(search: string, { isBobDeaf = false } = {}) {
  const home = memoryHome();
  const services = await testServices(memoryEventStore(home));
  const draftId = await createDraft(
    services,
    { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } },
    { name: 'orders', target },
  );
  const stream = draftStream(draftId);
  const store = memoryEventStore(home);
  // An author who receives no notifications learns of the others' changes by a conflict.
  const bobs = isBobDeaf ? { ...store, subscribe: () => () => undefined } : store;
  const bob = await openDocument({ ...services, store: bobs, author: bobsName }, { stream });
  const address = `/drafts/${draftId}${search}`;
  await openTestConsole(address, services);
  const body = async () => replay(undefined, openLog(await services.store.read(stream)).events);
  /** Bob is faster: this tab has not been notified when the button is pressed. */
  const raced = (command: Command, button: Element) => {
    bob.dispatch(command);
    if (button instanceof HTMLElement) button.click();
  };
  /** Opens the draft again, as on a later visit. */
  const openAgain = async () => {
    await cleanup();
    await openTestConsole(`/drafts/${draftId}`, await testServices(memoryEventStore(home)));
  };
  return { bob, body, raced, openAgain };
}

describe('two people who change the same without having seen it', () => {
  it('is told to the one whose value stands', async () => {
    const { raced, body } = await twoAt('?field=%2Fproperties%2Fhost');
    await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), 'server');
    raced(rename('machine'), page.getByRole('button', { name: 'Update' }).element());
    await expect
      .element(notice)
      .toHaveTextContent('You changed the name of server over Bob’s change (machine → server).');
    await expectAccessible();
    await expect.poll(body).toEqual({ properties: { server: { type: 'keyword' }, ip: { type: 'ip' } } });
  });

  it('is told to the one who was overridden, also on a later visit, until it is dismissed', async () => {
    const { bob, openAgain } = await twoAt('?field=%2Fproperties%2Fhost', { isBobDeaf: true });
    await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), 'machine');
    await userEvent.click(page.getByRole('button', { name: 'Update' }));
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    bob.dispatch(rename('server'));
    const text = 'Bob changed the name of server over your change (machine → server).';
    await expect.element(notice).toHaveTextContent(text);

    await openAgain();
    await expect.element(notice).toHaveTextContent(text);
    await userEvent.click(notice.getByRole('button', { name: 'Dismiss' }));
    await expect.element(notice).not.toBeInTheDocument();

    await openAgain();
    await expect.element(page.getByRole('row', { name: /^server / })).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
  });
});

describe('a removal of what somebody else has changed', () => {
  it('says who has changed it and how, and can be made all the same', async () => {
    const { raced, body } = await twoAt('');
    await userEvent.hover(page.getByRole('row', { name: /^host / }));
    await userEvent.click(page.getByRole('button', { name: 'Remove field host' }));
    const remove = page.getByRole('alertdialog').getByRole('button', { name: 'Remove' });
    await expect.element(remove).toBeVisible();
    raced(rename('server'), remove.element());
    await expect
      .element(aside.getByRole('alert'))
      .toHaveTextContent('Bob has changed what this removes: Rename host to server. Nothing was removed.');
    await expect.element(page.getByRole('row', { name: /^server / })).toBeVisible();
    await userEvent.click(aside.getByRole('button', { name: 'Remove anyway: Remove host' }));
    await expect.element(aside).not.toBeInTheDocument();
    await expect.poll(body).toEqual({ properties: { ip: { type: 'ip' } } });
  });
});

describe('a field that somebody else renames', () => {
  it('is said at its form, which stays as it is', async () => {
    const { bob } = await twoAt('?field=%2Fproperties%2Fhost');
    const name = page.getByRole('textbox', { name: 'Field name' });
    await userEvent.fill(name, 'server');
    bob.dispatch(rename('machine'));
    await expect.element(page.getByText("'host' was renamed to 'machine' while it was open")).toBeVisible();
    await expect
      .element(page.getByText("Rename host to machine, by Bob. Your name 'server' isn’t applied yet."))
      .toBeVisible();
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveValue('server');
  });
});

describe('what was typed about a field that somebody else has removed', () => {
  it('is shown as it was typed, and can be added as a new field', async () => {
    const { bob, body } = await twoAt('?field=%2Fproperties%2Fhost');
    await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), 'server');
    bob.dispatch({ type: 'field.remove', payload: { field: '/properties/host' } });
    const stranded = page.getByRole('region', { name: 'Changes that can’t be restored' });
    await expect
      .element(stranded.getByLabelText('Changes to field host', { exact: true }))
      .toHaveTextContent(/^Name: server$/);
    await expectAccessible();
    await userEvent.click(stranded.getByRole('button', { name: 'Add as new field: field host' }));
    await expect.element(stranded).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Field name' })).toHaveValue('server');
    await userEvent.click(page.getByRole('button', { name: 'Add field' }).last());
    await expect.poll(body).toEqual({ properties: { ip: { type: 'ip' }, server: { type: 'keyword' } } });
  });
});

describe('a text of the mappings', () => {
  const text = page.getByRole('textbox', { name: 'Mappings object' });
  const toText = (bobs: Command) => async () => {
    const at = await twoAt('?view=json');
    await userEvent.fill(text, '{"properties":{"host":{"type":"ip"},"ip":{"type":"ip"}}}');
    await expect.element(page.getByText('Unapplied changes')).toBeVisible();
    at.bob.dispatch(bobs);
    await expect.element(page.getByText('The mappings were changed elsewhere since you began')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Apply', exact: true }));
    return at;
  };
  const setType = (field: string, type: string): Command => ({
    type: 'field.edit',
    payload: { field: `/properties/${field}`, set: { type } },
  });

  it('is merged with what others have changed meanwhile', async () => {
    const { body } = await toText(setType('ip', 'long'))();
    await expect.element(page.getByText('Your text was merged')).toBeVisible();
    await expect.poll(body).toEqual({ properties: { host: { type: 'ip' }, ip: { type: 'long' } } });
  });

  it('is applied after a choice where both changed the same', async () => {
    const { body } = await toText(setType('host', 'long'))();
    const dialog = page.getByRole('dialog', { name: 'The mappings were changed since you began' });
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('1 place was changed by both');
    expect(await body()).toEqual({ properties: { host: { type: 'long' }, ip: { type: 'ip' } } });
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }));
    await expect.element(dialog).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Apply', exact: true }));
    await userEvent.click(dialog.getByRole('radio', { name: 'Theirs' }));
    await userEvent.click(dialog.getByRole('radio', { name: 'Mine' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Apply merged' }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(body).toEqual({ properties: { host: { type: 'ip' }, ip: { type: 'ip' } } });
    await expect.element(page.getByText('No changes')).toBeVisible();
  });

  it('keeps what others record while it is decided, and asks again where they change the same', async () => {
    const { bob, body } = await toText(setType('host', 'long'))();
    const dialog = page.getByRole('dialog', { name: 'The mappings were changed since you began' });
    await userEvent.click(dialog.getByRole('radio', { name: 'Theirs' }));
    bob.dispatch(setType('ip', 'long'));
    bob.dispatch(setType('host', 'short'));
    await expect.poll(body).toMatchObject({ properties: { host: { type: 'short' } } });
    await userEvent.click(dialog.getByRole('radio', { name: 'Mine' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Apply merged' }));
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('1 place was changed by both');
    await expect.element(dialog.getByRole('radio', { name: 'Mine' })).toBeChecked();
    expect(await body()).toEqual({ properties: { host: { type: 'short' }, ip: { type: 'long' } } });
    await userEvent.click(dialog.getByRole('button', { name: 'Apply merged' }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(body).toEqual({ properties: { host: { type: 'ip' }, ip: { type: 'long' } } });
  });
});
