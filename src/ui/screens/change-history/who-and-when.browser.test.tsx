import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { given, type Given } from '../../../../tests/builders/given.ts';
import { recordedLog } from '../../../../tests/builders/recorded.ts';
import { clusterAuthor, type DocumentEvent } from '#domain/events';
import { draftStream } from '#domain/commands';
import { liveDocument } from '#domain/document';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServices } from '../../testing/test-services.ts';

const EARLIER = '2026-11-20T12:00:00.000Z';
const LATER = '2026-11-21T00:00:00.000Z';
const IN_TEN_YEARS = '2036-11-21T00:00:00.000Z';
const ANA = { id: 'ana', name: 'Ana', verified: false };
const BOB = { id: 'bob', name: '<b>Bob</b>', verified: true };
const OLD_CLUSTER = { id: 'cluster', name: 'Cluster', verified: false };
const INDEX = 'index/orders/uuid';
const keyword = { type: 'keyword' };
const fields = (...names: readonly string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, keyword])),
});
const add = (name: string) => ['field.add', { parent: null, name, definition: keyword }] as const;

/** An index that had the fields `found` and `theirs`, and a field that Ana added. */
const orders = given(undefined, '/mappings')
  .after('document.create', { body: liveDocument(fields('found')) }, clusterAuthor(ANA))
  .after(...add('mine'), ANA)
  .after('mapping.follow', { mappings: fields('found', 'theirs') }, clusterAuthor(BOB));

type Changed = Partial<Pick<DocumentEvent, 'at' | 'author'>>;

/** The history of a device with these logs; each was recorded at a time, or by no server. */
async function historyOf(
  logs: Readonly<Record<string, { document: Given; recordedAt?: string; but?: Changed }>>,
  path = '/history',
) {
  const store = memoryEventStore();
  for (const [stream, { document, recordedAt, but = {} }] of Object.entries(logs)) {
    const events = document.events.map((event) => ({ ...event, at: EARLIER, ...but }));
    if (recordedAt === undefined) await store.append(stream, 0, events);
    else {
      const { records, names } = recordedLog(stream, events, recordedAt);
      await store.appendSealed(stream, 0, records);
      await store.keptNames?.keep(names);
    }
  }
  return openTestConsole(path, await testServices(store));
}

const draft = (name: string) => given(undefined).after('document.create', { body: fields(name) }, ANA);
const rows = page.getByRole('row');
const shown = () =>
  rows
    .elements()
    .slice(1)
    .map((row) => row.textContent);
const flyout = page
  .getByRole('dialog')
  .or(page.getByRole('complementary'))
  .filter({ has: page.getByText('Who', { exact: true }) })
  .first();

describe('when a change was made', () => {
  it('is when the server recorded it; a device’s clock that was ahead is told beside it, and puts nothing on top', async () => {
    await historyOf({
      [draftStream('fast')]: { document: draft('a'), recordedAt: EARLIER, but: { at: IN_TEN_YEARS } },
      [draftStream('later')]: { document: draft('b'), recordedAt: LATER, but: { at: LATER } },
    });
    await expect.poll(shown).toEqual([expect.stringContaining('3 hours ago'), expect.stringContaining('15 hours ago')]);
    await userEvent.click(rows.nth(2).getByRole('link', { name: 'Created' }));
    await expect.element(flyout).toHaveTextContent(/20 November 2026.*\(Device clock: .*21 November 2036/);
    await expectAccessible();
  });

  it('is not known where no server recorded it and the device’s clock was ahead', async () => {
    await historyOf({
      [draftStream('fast')]: { document: draft('a'), but: { at: IN_TEN_YEARS } },
      [draftStream('later')]: { document: draft('b'), but: { at: LATER } },
    });
    await expect.poll(shown).toEqual([expect.stringContaining('3 hours ago'), expect.stringContaining('time unknown')]);
    await userEvent.click(rows.nth(2).getByRole('link', { name: 'Created' }));
    await expect.element(flyout).toHaveTextContent(/Not known \(Device clock: .*21 November 2036/);
  });

  it('decides whether it is in a time range', async () => {
    const logs = { [draftStream('fast')]: { document: draft('a'), recordedAt: EARLIER, but: { at: IN_TEN_YEARS } } };
    await historyOf(logs, '/history?from=2026-11-20T11%3A00%3A00.000Z&to=2026-11-20T13%3A00%3A00.000Z');
    await expect.element(page.getByText('1 change shown')).toBeVisible();
    const timeline = page.getByRole('listbox', { name: 'Changes over time' });
    await expect.element(timeline.getByRole('option', { name: /20 Nov 2026.*: 1 change$/ })).toBeInTheDocument();
  });
});

describe('who made a change', () => {
  it('is the cluster for what it was found to have, with who reported it, in rows, filter and details', async () => {
    const { router } = await historyOf({
      [INDEX]: { document: orders, recordedAt: EARLIER },
      'index/older/uuid': { document: orders, but: { author: OLD_CLUSTER } },
    });
    const names = () =>
      rows
        .elements()
        .slice(1)
        .map((row) => row.querySelectorAll('td')[1]?.textContent);
    await expect
      .poll(() => names().sort())
      .toEqual([
        'Ana',
        'Cluster',
        'Cluster',
        'Cluster',
        'Cluster (seen by <b>Bob</b>)Verified',
        'Cluster (seen by Ana)',
      ]);
    await userEvent.click(page.getByRole('button', { name: /Author/ }));
    const options = page.getByRole('listbox', { name: 'Author' }).getByRole('option').elements();
    expect(options.map(({ textContent }) => textContent).sort()).toEqual([
      'All authors',
      'Ana',
      'Cluster',
      'Cluster (seen by <b>Bob</b>)',
      'Cluster (seen by Ana)',
    ]);
    await userEvent.click(page.getByRole('option', { name: 'Cluster (seen by <b>Bob</b>)' }));
    await expect.poll(() => router.state.location.search).toEqual({ author: 'cluster:bob' });
    await userEvent.click(page.getByRole('link', { name: 'Synced from cluster (1 change)' }));
    await expect.element(flyout).toHaveTextContent(/Cluster \(seen by <b>Bob<\/b>\) Verified/);
    await expectAccessible();
  });

  it('is told apart by id in the filter where two people have one name', async () => {
    await historyOf({
      [draftStream('one')]: { document: draft('a') },
      [draftStream('other')]: { document: draft('b'), but: { author: { ...ANA, id: 'other ana' } } },
    });
    await expect.poll(shown).toHaveLength(2);
    await userEvent.click(page.getByRole('button', { name: /Author/ }));
    await expect.element(page.getByRole('option', { name: 'Ana (ana)' })).toBeVisible();
    await expect.element(page.getByRole('option', { name: 'Ana (other ana)' })).toBeVisible();
  });

  it('is found by the words that are shown', async () => {
    await historyOf({ [INDEX]: { document: orders, recordedAt: EARLIER } }, '/history?filter=seen%20by%20ana');
    await expect.poll(shown).toEqual([expect.stringContaining('Found on the cluster')]);
  });

  it('is nobody for what a field was before the record', async () => {
    await historyOf({ [INDEX]: { document: orders, recordedAt: EARLIER } }, '/history?field=found');
    await expect.poll(shown).toEqual([expect.stringMatching(/Found on the cluster.*Older than this history/)]);
  });

  it('is not the viewer in a log of before', async () => {
    const { rules: _rules, ...created } = draft('found').events[0] as DocumentEvent;
    const document: Given = { ...draft('found'), events: [created] };
    await historyOf({ [INDEX]: { document, recordedAt: EARLIER } });
    await expect.poll(shown).toEqual([expect.stringContaining('Cluster (seen by Ana)')]);
    await userEvent.click(page.getByRole('link', { name: 'Created' }));
    await expect.element(flyout).toHaveTextContent('Cluster (seen by Ana) Unverified name');
  });
});
