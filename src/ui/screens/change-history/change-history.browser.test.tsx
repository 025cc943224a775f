import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APP_BASE } from '../../platform/app-base.ts';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { openDocument } from '../../../machines/document-session.ts';
import { consoleApi } from '../../platform/console-api.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';
import { createDraft } from '../../files/import-draft.ts';
import { draftStream } from '#domain/commands';
import { liveTemplateDocument, templateStream } from '#domain/document';
import { openLog } from '#domain/log';
import type { RouteInput } from '#domain/wire';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { catchDownload } from '../../testing/catch-download.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';

const target = { distribution: 'opensearch', version: '3.4' } as const;

/** Two drafts: one with many changes, one with a hostile name. */
async function consoleWith(changes: number, path = '/history') {
  const services = await testServices();
  const id = await createDraft(services, { properties: {} }, { name: 'orders', target });
  await createDraft(services, {}, { name: '<img src=x>', target });
  const session = await services.documents.open({ stream: draftStream(id), mappingsAt: '' });
  for (let at = 1; at <= changes; at++)
    session.dispatch({
      type: 'field.add',
      payload: { parent: null, name: `field ${at}`, definition: { type: 'long' } },
    });
  await session.whenSaved();
  return { id, ...(await openTestConsole(path, services)) };
}

describe('history', () => {
  it('says what it is for where nothing was changed', async () => {
    await openTestConsole('/history');
    await expect.element(page.getByRole('heading', { name: 'No changes on this device yet' })).toBeVisible();
    await expectAccessible();
  });

  it('lists the changes of every document, newest first, with the way to each version', async () => {
    const { id } = await consoleWith(3);
    await userEvent.click(page.getByRole('link', { name: /field 3/ }));
    await expect
      .element(page.getByRole('link', { name: 'Open version 4' }))
      .toHaveAttribute('href', `${APP_BASE}/drafts/${id}?at=4`);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('cell', { name: /^<img src=x>/ })).toBeVisible();
    await expect.element(page.getByText('5 changes shown')).toBeVisible();
  });

  it('names document and author on a phone and on a tablet too', async () => {
    await consoleWith(1);
    const row = page.getByRole('row', { name: /field 1/ });
    const countOf = (text: string) =>
      row
        .getByText(text, { exact: true })
        .elements()
        .filter((element) => element.checkVisibility()).length;
    await expect.element(row).toBeVisible();
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
      [1440, 900],
    ] as const) {
      await page.viewport(width, height);
      // Where there is a column for the document, its cell shows the version too.
      const shown = () => ({ width, document: countOf('orders'), author: countOf('Ada') });
      await expect.poll(shown).toEqual({ width, document: width === 390 ? 1 : 0, author: 1 });
    }
  });

  it('shows a hundred, and older ones on demand', async () => {
    const { router } = await consoleWith(120);
    await expect.element(page.getByText('100 changes shown')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Show more' }));
    await expect.poll(() => router.state.location.search).toEqual({ pages: '2' });
    await expect.element(page.getByText('122 changes shown')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('is filtered by text and by document, in the address', async () => {
    const { id, router } = await consoleWith(30);
    await expect.element(page.getByRole('link', { name: /field 30/ })).toBeVisible();
    await userEvent.keyboard('/');
    await userEvent.keyboard('field 7');
    await expect.element(page.getByText('1 change shown')).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ filter: 'field 7' });
    await userEvent.keyboard('{Escape}');
    await userEvent.fill(page.getByRole('combobox', { name: 'Document' }), 'ord');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => router.state.location.search).toEqual({ document: draftStream(id) });
    await expect.element(page.getByText('31 changes shown')).toBeVisible();
  });

  it('is filtered by author and by time, in the address', async () => {
    const { id, services, router } = await consoleWith(2);
    const ports = { ...services, author: { id: 'bob', name: '<b>Bob</b>', verified: false } };
    const session = await openDocument(ports, { stream: draftStream(id), mappingsAt: '' });
    session.dispatch({ type: 'field.add', payload: { parent: null, name: 'theirs', definition: { type: 'ip' } } });
    await session.whenSaved();
    session.close();
    await expect.element(page.getByRole('link', { name: /theirs/ })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /Author/ }));
    await userEvent.click(page.getByRole('option', { name: '<b>Bob</b>' }));
    await expect.element(page.getByText('1 change shown')).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ author: 'bob' });
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: /Author/ }));
    await userEvent.click(page.getByRole('option', { name: 'All authors' }));
    await userEvent.click(page.getByRole('button', { name: /Time/ }));
    await userEvent.click(page.getByRole('option', { name: 'Last hour' }));
    await expect.poll(() => router.state.location.search).toEqual({ period: 'hour' });
    await expect.element(page.getByText('5 changes shown')).toBeVisible();
  });

  it('leaves out what is older than the time that is asked for', async () => {
    const store = memoryEventStore();
    const older = await testServices(store);
    const id = await createDraft(
      { ...older, clock: { now: () => '2026-11-19T03:00:00.000Z' } },
      {},
      { name: 'old', target },
    );
    await createDraft(older, {}, { name: 'new', target });
    await older.drafts.whenSaved();
    await openTestConsole('/history?period=day', await testServices(store));
    await expect.element(page.getByText('1 change shown')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /Time/ }));
    await userEvent.click(page.getByRole('option', { name: 'Any time' }));
    await userEvent.click(page.getByRole('link', { name: 'Created' }).last());
    await expect
      .element(page.getByRole('link', { name: 'Open version 1' }))
      .toHaveAttribute('href', `${APP_BASE}/drafts/${id}?at=1`);
  });

  it('is saved as CSV, as it is filtered', async () => {
    const saved = catchDownload();
    await consoleWith(3, '/history?filter=field%202');
    await expect.element(page.getByText('1 change shown')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Export as CSV' }));
    await expect.poll(saved.name).toBe('history.csv');
    const lines = (await saved.text()).trim().split(/\r?\n/);
    expect(lines[0]).toBe(
      'at,author,author_id,change,event,document,stream,version,reason,undoes,id,cluster,device_at',
    );
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Add field 2 (long)');
  });

  it('opens a change: who, when, why, before and after in words, as patch and side by side, in the address', async () => {
    const { id, router } = await consoleWith(2);
    await userEvent.click(page.getByRole('link', { name: /field 2/ }));
    const flyout = page.getByRole('dialog').or(page.getByRole('complementary')).filter({ hasText: 'Who' });
    await expect.element(flyout.first().getByText('Added field 2 (long)')).toBeVisible();
    await expect.element(flyout.first()).toHaveTextContent('No reason given');
    await expect.element(page.getByText('Unverified name')).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ entry: `3 ${draftStream(id)}` });
    await userEvent.click(page.getByRole('radio', { name: 'Patch' }));
    await expect.element(page.getByRole('textbox', { name: 'Patch' })).toHaveTextContent('"/properties/field 2"');
    await expect.element(page.getByRole('textbox', { name: 'Inverse' })).toHaveTextContent('"remove"');
    await userEvent.click(page.getByRole('radio', { name: 'Side by side' }));
    await expect.element(page.getByRole('table').last()).toHaveTextContent('Version 3');
    await expect.poll(() => router.state.location.search).toEqual({ entry: `3 ${draftStream(id)}`, view: 'diff' });
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Previous change of this object' }));
    await expect.element(page.getByRole('heading', { name: 'Add field 1 (long)' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Next change of this object' })).toBeEnabled();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.search).toEqual({});
  });

  it('says of a version that the log does not have that there is none', async () => {
    await consoleWith(1, '/history?entry=9%20draft%2Fnone');
    await expect.element(page.getByRole('heading', { name: 'Version 9' })).toBeVisible();
    await expect.element(page.getByText('There is no version 9')).toBeVisible();
  });

  it('shows what others recorded on the server beside what is only here', async () => {
    const { http } = testServer();
    const elsewhere = await testServices();
    const theirs = await createDraft(elsewhere, { properties: {} }, { name: 'theirs', target });
    const stream = draftStream(theirs);
    const bob = { id: 'bob', name: 'Bob', verified: false };
    const events = openLog(await elsewhere.store.read(stream)).events.map((event) => ({ ...event, author: bob }));
    const api = consoleApi(http, null);
    const append = { body: { stream, after: 0, events, author: 'bob' } } as unknown as RouteInput<'trail.append'>;
    await api.call('trail.append', append);
    const draft = { name: 'theirs', kind: 'mappings', mappingsAt: '', target };
    await api.call('trail.share', { body: { stream, isShared: true, draft, author: 'bob' } });
    const services = await testServices(memoryEventStore(), { http });
    await createDraft(services, {}, { name: 'mine', target });
    await openTestConsole('/history', services);
    await expect.element(page.getByText('Recent changes on the server and this device')).toBeVisible();
    await expect.element(page.getByText('2 changes shown')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'theirs' });
    await expect.element(row).toHaveTextContent('Bob');
    await expect.element(row).toHaveTextContent('Shared draft');
    await userEvent.click(row.getByRole('link'));
    await expect.element(page.getByRole('dialog').or(page.getByRole('complementary')).first()).toBeVisible();
    await expect.element(page.getByText('Unverified name')).toBeVisible();
    await expectAccessible();
  });

  it('tells templates of one name on two clusters apart, and is filtered by cluster in the address', async () => {
    const gateway = { send: () => Promise.reject(new Error('This cluster is not asked in this test')) };
    const { http } = testServer({ other: gateway });
    const services = await testServices(memoryEventStore(), { http });
    for (const [cluster, at] of [
      ['sandbox', 1],
      ['other', 2],
    ] as const) {
      const template = liveTemplateDocument({ template: { mappings: {} }, version: at });
      const stream = templateStream({ kind: 'index_template', cluster, name: 'logs' });
      const session = await services.documents.open({
        stream,
        startWith: template,
        mappingsAt: '/body/template/mappings',
      });
      await session.whenSaved();
    }
    const { router } = await openTestConsole('/history', services);
    const rows = page.getByRole('row').filter({ hasText: 'logs' });
    await expect.element(page.getByText('2 changes shown')).toBeVisible();
    await expect.element(rows.filter({ hasText: 'on Other' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /Cluster/ }).last());
    await userEvent.click(page.getByRole('option', { name: 'Other' }));
    await expect.element(page.getByText('1 change shown')).toBeVisible();
    await expect.element(rows).toHaveTextContent('on Other');
    await expect.poll(() => router.state.location.search).toEqual({ on: 'other' });
    await userEvent.click(rows.getByRole('link'));
    await expect
      .element(page.getByRole('dialog').or(page.getByRole('complementary')).first())
      .toHaveTextContent('logs on Other');
    await expectAccessible();
  });

  it('is filtered by kind and by field, across renames, in the address', async () => {
    const { id, services, router } = await consoleWith(2);
    const session = await services.documents.open({ stream: draftStream(id), mappingsAt: '' });
    session.dispatch({ type: 'field.edit', payload: { field: '/properties/field 1', name: 'first' } });
    await session.whenSaved();
    await userEvent.fill(page.getByRole('textbox', { name: 'Field', exact: true }), 'first');
    await expect.element(page.getByText('2 changes shown')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Add field 1 (long)' })).toBeVisible();
    await expect.poll(() => router.state.location.search).toEqual({ field: 'first' });
    await userEvent.click(page.getByRole('button', { name: /Kind/ }));
    await userEvent.click(page.getByRole('option', { name: 'Index' }));
    await expect.poll(() => router.state.location.search).toEqual({ field: 'first', kind: 'index' });
    await expect.element(page.getByRole('heading', { name: 'No changes found' })).toBeVisible();
  });

  it('shows how many changes there were when, and takes a time range by keyboard and by typing', async () => {
    const { router } = await consoleWith(60);
    const timeline = page.getByRole('listbox', { name: 'Changes over time' });
    await expect.element(timeline).toBeVisible();
    timeline.element().focus();
    await userEvent.keyboard('{Home}');
    await expect.element(timeline.getByRole('option', { selected: true })).toHaveAccessibleName(/: \d+ changes?$/);
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    await expect.poll(() => timeline.getByRole('option', { selected: true }).elements().length).toBeGreaterThan(0);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => Object.keys(router.state.location.search)).toEqual(['from', 'to']);
    await expect.element(page.getByLabelText('From')).toBeVisible();
    await userEvent.fill(page.getByLabelText('To', { exact: true }), '2020-01-01T00:00');
    await expect.element(page.getByRole('button', { name: 'Clear filter' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Clear filter' }));
    await expect.poll(() => router.state.location.search).toEqual({});
  });
});
