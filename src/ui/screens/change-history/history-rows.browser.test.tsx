import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { given } from '../../../../tests/builders/given.ts';
import { draftStream } from '#domain/commands';
import { indexStream, liveDocument } from '#domain/document';
import { clusterAuthor } from '#domain/events';
import { parseJson, valueAt } from '#domain/json';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const ADA = { id: 'ada', name: 'Ada', verified: false };
const rows = page.getByRole('table', { name: 'Changes, newest first' }).getByRole('row');
/** What a person reads in the rows, the newest first. */
const read = () =>
  rows
    .elements()
    .slice(1)
    .map((row) => (row as HTMLElement).innerText.replaceAll(/\s+/g, ' '));
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const bar = page.getByRole('region', { name: 'Unsaved template' });

async function retype(name: string, text: string): Promise<void> {
  await userEvent.fill(box(name), text);
  await userEvent.keyboard('{Enter}');
}

describe('the rows of the history', () => {
  it('say of each save from what to what, why, that it reached the cluster, and who, as it was sent', async () => {
    const server = testServer();
    await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['logs-*'], priority: 7 });
    const services = await testServices(undefined, { http: server.http });
    const { router } = await openTestConsole('/edit_template/logs', services);
    await expect.element(box('Priority')).toHaveValue('7');
    await retype('Priority', '8');
    await retype('Version', '3');
    await retype('Priority', '9');
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /^Update / }));
    await expect.element(bar).not.toBeInTheDocument();
    await retype('Version', '4');
    await retype('Priority', '5');
    await expect.element(bar).toBeVisible();
    router.history.push(`${APP_BASE}/history`);
    await expect.poll(() => read().length).toBe(3);
    const textOf = (words: RegExp) => read().find((text) => words.test(text)) ?? '';
    const unsent = textOf(/^2 changes /);
    expect(unsent).toMatch(/version: 3 → to 4 .*Not sent.*Ada/);
    expect(unsent).toContain('priority: 9 → to 5');
    const saved = textOf(/^Updated index template logs /);
    expect(saved).toMatch(/Reached the cluster .*Ada/);
    expect(textOf(/^Found on the cluster/)).toMatch(/Cluster \(seen by Ada\)/);
    // What the row says is what the cluster has.
    const answer = parseJson(await server.ask('GET', ['_index_template', 'logs']));
    const sent = valueAt(answer, '/index_templates/0/index_template') as { priority: number; version: number };
    expect(saved).toContain(`priority: 7 → to ${sent.priority}`);
    expect(saved).toContain(`version: not set → to ${sent.version}`);
    await expectAccessible();

    // It unfolds by key, to its events and the request.
    const row = rows.filter({ hasText: 'Updated index template logs' });
    row
      .getByRole('button', { name: /^Show events of version/ })
      .element()
      .focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(row).toHaveTextContent(/Saved to cluster.*Sent with .*PUT \/_index_template\/logs.*200/);
    await expect.element(row.getByRole('button', { name: /^Hide events/ })).toHaveFocus();
    await expectAccessible();
    await userEvent.click(row.getByRole('link', { name: 'Updated index template logs' }).first());
    await expect.element(page.getByRole('dialog')).toHaveTextContent('PUT /_index_template/logs');
  });

  it('have what others did in the row, and only what a filter finds of it', async () => {
    const stream = indexStream({ cluster: 'sandbox', name: '<b>orders</b>', uuid: 'u' });
    const bob = { id: 'bob', name: 'Bob', verified: false };
    const keyword = { type: 'keyword' };
    const document = given(undefined, '/mappings')
      .after('document.create', { body: liveDocument({ properties: { host: keyword } }) }, clusterAuthor(ADA))
      .after('field.add', { parent: null, name: 'mine', definition: keyword }, ADA)
      .after('field.edit', { field: '/mappings/properties/host', set: { ignore_above: 20 } }, bob);
    const store = memoryEventStore();
    const withReasons = document.events.map((event, at) => (at === 2 ? { ...event, reason: 'OPS-7' } : event));
    await store.append(stream, 0, withReasons);
    const { router } = await openTestConsole('/history', await testServices(store));
    await expect.poll(() => read().length).toBe(2);
    expect(read()[0]).toMatch(/^2 changes ignore_above of host: not set → to 20 Added mine \(keyword\) Not sent/);
    expect(read()[0]).toMatch(/Why: OPS-7 .*Bob ?Ada/);
    await userEvent.click(page.getByRole('button', { name: /Author/ }));
    await userEvent.click(page.getByRole('option', { name: 'Bob' }));
    await expect.element(page.getByText('1 change shown')).toBeVisible();
    expect(read()[0]).toContain('ignore_above of host: not set → to 20');
    expect(read()[0]).not.toContain('mine');
    await expect.poll(() => router.state.location.search).toEqual({ author: 'bob' });
  });

  it('are quick to read where an object has ten thousand changes, which are listed a few at a time', async () => {
    const definition = { type: 'long' };
    const [first, second] = given(undefined)
      .after('document.create', { body: {} }, ADA)
      .after('field.add', { parent: null, name: 'f0', definition }, ADA).events;
    if (first === undefined || second === undefined) throw new Error('No events');
    const many = Array.from({ length: 9_999 }, (_, at) => ({
      ...second,
      id: `e${at}`,
      summary: `Add f${at} (long)`,
      patch: [{ op: 'add' as const, path: `/properties/f${at}`, value: definition }],
      inverse: [{ op: 'remove' as const, path: `/properties/f${at}` }],
    }));
    const store = memoryEventStore();
    await store.append(draftStream('large'), 0, [first, ...many]);
    await openTestConsole('/history', await testServices(store));
    await expect.element(page.getByText('100 changes shown')).toBeVisible();
    expect(read()).toHaveLength(1);
    const events = rows.nth(1).getByRole('list', { name: 'Events' }).getByRole('listitem');
    expect(events.elements()).toHaveLength(20);
    await userEvent.click(page.getByRole('button', { name: 'Show 80 more events' }));
    await expect.poll(() => events.elements().length).toBe(100);
    await userEvent.click(page.getByRole('button', { name: 'Show more', exact: true }));
    await expect.element(page.getByText('200 changes shown')).toBeVisible();
    // As many were read for the timeline.
    expect(read()[0]).toMatch(/^2,000\+ changes .*and 1,980 more/);
  });
});
