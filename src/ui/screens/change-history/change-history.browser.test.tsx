import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { APP_BASE } from '../../platform/app-base.ts';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { testServices } from '../../testing/test-services.ts';
import { createDraft } from '../../files/import-draft.ts';
import { draftStream } from '#domain/commands';
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
    await expect
      .element(page.getByRole('link', { name: /field 3/ }))
      .toHaveAttribute('href', `${APP_BASE}/drafts/${id}?at=4`);
    await expect.element(page.getByRole('cell', { name: /^<img src=x>/ })).toBeVisible();
    await expect.element(page.getByText('5 changes shown')).toBeVisible();
    await expectAccessible();
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
      // Where there is a column for the document, its cell says the version too.
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
    const session = await services.documents.open({ stream: draftStream(id), mappingsAt: '' });
    session.dispatch(
      { type: 'field.add', payload: { parent: null, name: 'theirs', definition: { type: 'ip' } } },
      { id: 'bob', name: '<b>Bob</b>', verified: false },
    );
    await session.whenSaved();
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
    await expect
      .element(page.getByRole('link', { name: 'Created' }).last())
      .toHaveAttribute('href', `${APP_BASE}/drafts/${id}?at=1`);
  });

  it('is saved as CSV, as it is filtered', async () => {
    const saved = catchDownload();
    await consoleWith(3, '/history?filter=field%202');
    await expect.element(page.getByText('1 change shown')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Export as CSV' }));
    await expect.poll(saved.name).toBe('history.csv');
    const lines = (await saved.text()).trim().split(/\r?\n/);
    expect(lines[0]).toBe('at,author,author_id,change,event,document,stream,version,reason,undoes,id');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Add field 2 (long)');
  });
});
