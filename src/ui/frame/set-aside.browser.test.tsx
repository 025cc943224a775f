import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftStream, type Command } from '#domain/commands';
import { replay } from '#domain/document';
import { openLog } from '#domain/log';
import { memoryEventStore, memoryHome } from '../../infra/memory-event-store.ts';
import { openDocument } from '../../machines/document-session.ts';
import { testServices } from '../testing/test-services.ts';
import { createDraft } from '../files/import-draft.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';

const target = { distribution: 'elasticsearch', version: '9.5' } as const;
const draft = { name: 'logs', target, mappingsAt: '', kind: 'mappings', createdAt: '2026-11-21T03:10:08.123Z' };
const aside = page.getByRole('region', { name: 'Changes not applied' });

/**
 * An editor with the form of `host` open and a name typed, and another author, Bob, who changes the same draft first.
 */
async function twoAtHost() {
  const home = memoryHome();
  const services = await testServices(memoryEventStore(home));
  const draftId = await createDraft(
    services,
    { properties: { host: { type: 'keyword' }, ip: { type: 'ip' } } },
    { name: 'orders', target },
  );
  const stream = draftStream(draftId);
  const bob = await openDocument(
    { ...services, store: memoryEventStore(home), author: { id: 'bob', name: 'Bob', verified: false } },
    { stream },
  );
  await openTestConsole(`/drafts/${draftId}?field=%2Fproperties%2Fhost`, services);
  await userEvent.fill(page.getByRole('textbox', { name: 'Field name' }), 'server');
  const update = page.getByRole('button', { name: 'Update' }).element();
  const raced = (command: Command) => {
    bob.dispatch(command);
    // In the same task, before this tab is notified.
    if (update instanceof HTMLElement) update.click();
  };
  const body = async () => replay(undefined, openLog(await services.store.read(stream)).events);
  return { bob, raced, body };
}

describe('a change that somebody else made impossible', () => {
  it('is shown with the reason, is applied again once it can be, and is announced', async () => {
    const { bob, raced, body } = await twoAtHost();
    raced({ type: 'field.add', payload: { parent: null, name: 'server', definition: { type: 'long' } } });
    await expect.element(aside.getByRole('alert')).toHaveTextContent('Not applied: Rename host to server');
    await expect
      .element(aside.getByRole('alert'))
      .toHaveTextContent(
        'There is already a field with this name. Someone else changed this first. Your other changes were kept.',
      );
    await expectAccessible();

    // While the name is taken, retrying fails with the reason, and the change stays in the list.
    const again = aside.getByRole('button', { name: 'Apply again: Rename host to server' });
    await userEvent.click(again);
    await expect
      .element(aside.getByRole('alert'))
      .toHaveTextContent('Retried: There is already a field with this name. Nothing was changed.');

    bob.dispatch({ type: 'field.remove', payload: { field: '/properties/server' } });
    await expect.element(page.getByRole('row', { name: /^server / })).not.toBeInTheDocument();
    again.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(aside).not.toBeInTheDocument();
    await expect.element(page.getByText('Applied: Rename host to server')).toBeInTheDocument();
    await expect.poll(body).toEqual({ properties: { ip: { type: 'ip' }, server: { type: 'keyword' } } });
  });

  it('is never applied to another field that took the name, and can be dismissed', async () => {
    const { bob, raced, body } = await twoAtHost();
    raced({ type: 'field.remove', payload: { field: '/properties/host' } });
    await expect.element(aside.getByRole('alert')).toHaveTextContent('Its target was removed in the meantime.');
    bob.dispatch({ type: 'field.add', payload: { parent: null, name: 'host', definition: { type: 'long' } } });
    await expect.element(page.getByRole('row', { name: /^host / })).toBeVisible();
    await expect.element(aside.getByRole('button', { name: /^Apply/ })).not.toBeInTheDocument();
    await userEvent.click(aside.getByRole('button', { name: 'Dismiss: Rename host to server' }));
    await expect.element(aside).not.toBeInTheDocument();
    expect(await body()).toEqual({ properties: { host: { type: 'long' }, ip: { type: 'ip' } } });
  });

  it('becomes a new field where its field is gone, with what was typed, once its name is free', async () => {
    const { bob, raced, body } = await twoAtHost();
    raced({ type: 'field.remove', payload: { field: '/properties/host' } });
    bob.dispatch({ type: 'field.add', payload: { parent: null, name: 'server', definition: { type: 'long' } } });
    await expect.element(page.getByRole('row', { name: /^server / })).toBeVisible();
    const addNew = aside.getByRole('button', { name: 'Add as new field: Rename host to server' });
    await userEvent.click(addNew);
    await expect
      .element(aside.getByRole('alert'))
      .toHaveTextContent('Retried: There is already a field with this name. Nothing was changed.');
    bob.dispatch({ type: 'field.edit', payload: { field: '/properties/server', name: 'count' } });
    await expect.element(page.getByRole('row', { name: /^count / })).toBeVisible();
    addNew.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(aside).not.toBeInTheDocument();
    await expect
      .poll(body)
      .toEqual({ properties: { ip: { type: 'ip' }, count: { type: 'long' }, server: { type: 'keyword' } } });
  });

  it('is shown above the list of drafts too', async () => {
    const home = memoryHome();
    const services = await testServices(memoryEventStore(home));
    const bob = await testServices(memoryEventStore(home));
    await openTestConsole('/drafts', services);
    await expect.element(page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible();
    bob.drafts.dispatch({ type: 'draft.add', payload: { id: 'theirs', draft } });
    services.drafts.dispatch({ type: 'draft.add', payload: { id: 'mine', draft } });
    await expect
      .element(aside.getByRole('alert'))
      .toHaveTextContent(/^Not applied: Add draft logs.*There is already a draft with this name\./);
    bob.drafts.dispatch({ type: 'draft.rename', payload: { id: 'theirs', name: 'metrics' } });
    await expect.element(page.getByRole('link', { name: 'metrics' })).toBeVisible();
    await userEvent.click(aside.getByRole('button', { name: 'Apply again: Add draft logs' }));
    await expect.element(page.getByRole('link', { name: 'logs' })).toBeVisible();
    await expect.element(aside).not.toBeInTheDocument();
  });
});

describe('the button of a toast', () => {
  it('goes with the document whose change it would take back', async () => {
    const services = await testServices();
    const draftId = await createDraft(
      services,
      { properties: { host: { type: 'keyword' } } },
      { name: 'orders', target },
    );
    await openTestConsole(`/drafts/${draftId}`, services);
    await userEvent.click(page.getByRole('button', { name: 'Load JSON' }));
    const dialog = page.getByRole('dialog', { name: 'Load JSON' });
    await userEvent.click(dialog.getByRole('textbox', { name: 'Mappings object' }));
    await userEvent.keyboard('{{}');
    await userEvent.click(dialog.getByRole('button', { name: 'Load and overwrite' }));
    const question = page.getByRole('alertdialog', { name: 'Remove all mappings?' });
    await userEvent.click(question.getByRole('button', { name: 'Remove all mappings' }));
    const loaded = page.getByRole('alertdialog', { name: 'Loaded 0 fields' });
    await expect.element(loaded).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Drafts' }).first());
    await expect.element(page.getByRole('heading', { name: 'Drafts', level: 1 })).toBeVisible();
    await expect.element(loaded).not.toBeInTheDocument();
  });
});
