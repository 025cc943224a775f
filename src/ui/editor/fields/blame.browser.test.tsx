import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DocumentCommand } from '#domain/commands';
import { valueAt, type JsonObject } from '#domain/json';
import { openDocument } from '../../../machines/document-session.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { setRowNotes } from '../../platform/tree-preferences.ts';
import type { Services } from '../../platform/services.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestDraft } from '../../testing/open-test-draft.ts';
import { openMapping, openTestIndex } from '../../testing/open-test-index.ts';

const BODY = { properties: { host: { type: 'keyword', store: true }, size: { type: 'long' } } };

/** Makes edits as Bob, before the draft is opened by Ada. */
const byBob =
  (...commands: readonly DocumentCommand[]) =>
  async ({ store, clock, ids }: Services, stream: string): Promise<void> => {
    const session = await openDocument(
      { store, clock, ids, author: { id: 'bob', name: 'Bob <b>', verified: true } },
      { stream, mappingsAt: '' },
    );
    for (const command of commands) session.dispatch(command);
    await session.whenSaved();
    session.close();
  };

const prepare = byBob(
  { type: 'field.edit', payload: { field: '/properties/host', set: { ignore_above: 10 } } },
  { type: 'field.edit', payload: { field: '/properties/host', name: 'server' } },
);

afterEach(() => setRowNotes('none'));

describe('blame', () => {
  it('says in the form of a field who changed it last, and on demand who set each parameter, with links', async () => {
    const { router } = await openTestDraft(BODY, { prepare, search: '?field=%2Fproperties%2Fserver' });
    const blame = page.getByRole('region', { name: 'Changes of this field' });
    await expect.element(blame).toHaveTextContent('Last changed by Bob <b> Verified');
    await expect.element(blame.getByRole('link', { name: 'Rename host to server' })).toBeVisible();
    blame.getByRole('button', { name: 'Show changes by parameter' }).element().focus();
    await userEvent.keyboard('{Enter}');
    const row = (name: string) =>
      blame.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
    await expect.element(row('Name')).toHaveTextContent('Rename host to server');
    await expect.element(row('ignore_above')).toHaveTextContent('Edit host: ignore_above');
    await expect.element(row('store')).toHaveTextContent('Ada');
    await expectAccessible();
    await userEvent.click(row('ignore_above').getByRole('link'));
    await expect.element(page.getByRole('heading', { name: /^Version 2/ })).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ at: '2' });
  });

  it('leads from a field to its changes in the history, across renames', async () => {
    const { router, stream } = await openTestDraft(BODY, { prepare, search: '?field=%2Fproperties%2Fserver' });
    const blame = page.getByRole('region', { name: 'Changes of this field' });
    await userEvent.click(blame.getByRole('link', { name: 'Show field history' }));
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/history`);
    expect(router.state.location.search).toEqual({ document: stream, field: 'server' });
    await expect.element(page.getByText('3 changes shown')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Edit host: ignore_above' })).toBeVisible();
  });

  it('has no history of a field that nobody has changed since the record', async () => {
    await openTestIndex('/mapping?field=%2Fmappings%2Fproperties%2Fmessage');
    const blame = page.getByRole('region', { name: 'Changes of this field' });
    await expect.element(blame).toHaveTextContent('Not changed in Mapledger yet.');
    await expect.element(blame.getByRole('link')).not.toBeInTheDocument();
  });

  it('says in the tree who changed each field last, and follows what is edited', async () => {
    const { services, stream } = await openTestDraft(BODY, { prepare });
    await userEvent.click(page.getByRole('button', { name: 'Show last changes' }));
    await expect.element(page.getByRole('row', { name: /server/ })).toHaveTextContent('Bob <b>, just now');
    await expect.element(page.getByRole('row', { name: /size/ })).toHaveTextContent('Ada, just now');
    const session = await services.documents.open({ stream, mappingsAt: '' });
    session.dispatch({ type: 'field.edit', payload: { field: '/properties/server', set: { index: false } } });
    await expect.element(page.getByRole('row', { name: /server/ })).toHaveTextContent('Ada, just now');
    await userEvent.click(page.getByRole('button', { name: 'Hide last changes' }));
    await expect.element(page.getByRole('row', { name: /size/ })).not.toHaveTextContent('Ada');
  });
});

describe('what a reading of the cluster brought', () => {
  const reading = (properties: JsonObject) =>
    ({ type: 'mapping.follow', payload: { mappings: { properties } } }) as const;

  it('reads as the cluster’s in the form of a field, with who reported it', async () => {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    await index.server.ask('PUT', ['logs', '_mapping'], { properties: { theirs: { type: 'ip' } } });
    const found = valueAt(await index.mappings(), '/properties') as JsonObject;
    session.dispatch(reading(found), 'reading');
    index.router.history.push(`${APP_BASE}/indices/logs/mapping?field=%2Fmappings%2Fproperties%2Ftheirs`);
    const blame = page.getByRole('region', { name: 'Changes of this field' });
    await expect
      .element(blame)
      .toHaveTextContent('Last changed by Cluster (seen by Ada) just now: Synced from cluster');
  });

  it('names the cluster where it removed the field of the open form', async () => {
    const index = await openTestIndex('/mapping?field=%2Fmappings%2Fproperties%2Fmessage');
    const session = await openMapping(index);
    await expect.element(page.getByRole('region', { name: 'Changes of this field' })).toBeVisible();
    session.dispatch(reading({}), 'reading');
    await expect
      .element(page.getByRole('alertdialog').filter({ hasText: 'was removed while it was open' }))
      .toHaveTextContent(/Synced from cluster .*, by Cluster \(seen by Ada\)\./);
  });
});
