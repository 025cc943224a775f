import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { reduce } from '#domain/commands';
import {
  createState,
  indexStream,
  liveDocument,
  LIVE_MAPPINGS_AT,
  parseIndexStream,
  type Origin,
} from '#domain/document';
import { SERVER_READER, type DocumentEvent } from '#domain/events';
import { parseJson, valueAt } from '#domain/json';
import type { HttpService } from '#domain/ports';
import { recordedLog } from '../../../../tests/builders/recorded.ts';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { openMapping, openTestIndex } from '../../testing/open-test-index.ts';
import { manualTimer, testServices } from '../../testing/test-services.ts';

const message = `${LIVE_MAPPINGS_AT}/properties/message`;
const MAPPINGS = { properties: { message: { type: 'text', norms: false, index_phrases: true } } };

interface MadeOptions {
  /** The log that the index was made from is not on this device, and the server does not answer for it. */
  readonly isElsewhere?: boolean;
  /** What the index was also made from. */
  readonly others?: readonly Origin[];
}

/** An index with a log of one change, and the index logs-2, whose log begins with that one. */
async function openMade(path: string, { isElsewhere = false, others = [] }: MadeOptions = {}) {
  const old = await openTestIndex('/mapping');
  const session = await openMapping(old);
  session.dispatch({ type: 'field.edit', payload: { field: message, set: { index_phrases: true } } });
  await session.whenSaved();
  const records = await old.store.read(session.stream);
  await cleanup();
  await old.server.ask('PUT', ['logs-2'], { mappings: MAPPINGS });
  const settings = parseJson(await old.server.ask('GET', ['logs-2', '_settings']));
  const uuid = String(valueAt(settings, '/logs-2/settings/index/uuid'));
  const stream = indexStream({ ...parseIndexStream(session.stream), name: 'logs-2', uuid });
  const continues = [{ stream: session.stream, version: records.length, hash: records.at(-1)?.hash }, ...others];
  const made = reduce(
    createState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT }),
    { type: 'document.create', payload: { body: liveDocument(MAPPINGS), continues } },
    { id: '01J00000000000000000000000', at: '2026-11-20T12:00:00.000Z', author: SERVER_READER },
  ) as { readonly event: DocumentEvent };
  const log = recordedLog(stream, [made.event], '2026-11-20T12:00:00.000Z');
  await old.store.appendSealed(stream, 0, log.records);
  await old.store.keptNames?.keep(log.names);
  const store = isElsewhere ? memoryEventStore() : old.store;
  if (isElsewhere) {
    await store.appendSealed(stream, 0, log.records);
    await store.keptNames?.keep(log.names);
  }
  let isSilent = isElsewhere;
  const http: HttpService = {
    send: (request) =>
      isSilent && request.query?.['prefix'] === session.stream
        ? new Promise(() => undefined)
        : old.server.http.send(request),
  };
  const timer = manualTimer();
  const services = await testServices(store, { http, timer });
  const { router } = await openTestConsole(`/indices/logs-2${path}`, services);
  const answer = async () => {
    isSilent = false;
    if (isElsewhere) await store.appendSealed(session.stream, 0, records);
  };
  return { router, stream, old: session.stream, timer, answer };
}

it('who set a parameter in the index that one was made from is named, and found in its history', async () => {
  const { router, old } = await openMade(`/mapping?field=${encodeURIComponent(message)}`);
  const blame = page.getByRole('region', { name: 'Changes of this field' });
  await expect.element(blame).toHaveTextContent(/^Last changed by Ada .*: Edit message: index_phrases in logs/);
  await userEvent.click(blame.getByRole('button', { name: 'Show changes by parameter' }));
  const row = (name: RegExp) => blame.getByRole('row', { name });
  await expect.element(row(/^index_phrases/)).toHaveTextContent(/Ada.*Edit message: index_phrases in logs/);
  await expect.element(row(/^norms/)).toHaveTextContent('Older than this history');
  await expectAccessible();
  await userEvent.click(blame.getByRole('link', { name: 'Show field history' }));
  const list = page.getByRole('table', { name: 'Changes' });
  await expect.element(list.getByRole('row', { name: /Made from logs/ })).toHaveTextContent('logs-2');
  await expect.element(list.getByRole('row', { name: /Edit message: index_phrases/ })).toHaveTextContent('Ada');
  router.history.push(`${APP_BASE}/indices/logs-2/mapping?field=${encodeURIComponent(message)}`);
  await userEvent.click(blame.getByRole('link', { name: 'Edit message: index_phrases' }));
  await expect.poll(() => router.state.location.search).toEqual({ document: old });
});

it('shows what is known while the server does not answer for the log that an index was made from', async () => {
  await openMade(`/mapping?field=${encodeURIComponent(message)}`, { isElsewhere: true });
  const blame = page.getByRole('region', { name: 'Changes of this field' });
  await expect.element(blame).toHaveTextContent(/: Made from logs Loading changes of logs\.\.\./);
  await userEvent.click(blame.getByRole('button', { name: 'Show changes by parameter' }));
  await expect.element(blame.getByRole('row', { name: /^index_phrases/ })).toHaveTextContent('Made from logs');
});

it('ends the wait for a server that never answers, and reads the log on a retry', async () => {
  const { timer, answer } = await openMade(`/mapping?field=${encodeURIComponent(message)}`, { isElsewhere: true });
  const blame = page.getByRole('region', { name: 'Changes of this field' });
  const late = blame.getByRole('status');
  const retry = blame.getByRole('button', { name: 'Retry' });
  await expect.element(blame).toHaveTextContent(/Loading changes of logs\.\.\./);
  timer.tick();
  await expect.element(late).toHaveTextContent('Couldn’t load the changes of logs: no response.');
  await expect.element(blame).not.toHaveTextContent('Loading changes');
  await expectAccessible();
  await userEvent.click(retry);
  await expect.element(blame).toHaveTextContent(/Loading changes of logs\.\.\./);
  await expect.element(late).not.toBeInTheDocument();
  timer.tick();
  await expect.element(late).toBeVisible();
  await answer();
  await userEvent.click(retry);
  await expect.element(blame).toHaveTextContent(/: Edit message: index_phrases in logs/);
  await expect.element(late).not.toBeInTheDocument();
  timer.tick();
  await expect.element(late).not.toBeInTheDocument();
});

it('the first change of an index says what it was made from, with a link', async () => {
  const { router, old } = await openMade('?tab=history');
  const first = page.getByRole('listitem').filter({ hasText: 'Made from logs' });
  // It was found there by the server that had sent it.
  await expect.element(first).toHaveTextContent('Reached the cluster');
  await expect.element(first).not.toHaveTextContent('Found on the cluster');
  await userEvent.click(page.getByRole('link', { name: 'Open in History' }));
  await userEvent.click(page.getByRole('link', { name: 'Made from logs' }));
  const entry = page.getByRole('dialog', { name: 'Made from logs' });
  await userEvent.click(entry.getByRole('link', { name: 'logs, version 2' }));
  await expect.poll(() => router.state.location.search).toMatchObject({ document: old });
  await expect.element(page.getByRole('dialog', { name: 'Edit message: index_phrases' })).toBeVisible();
});

it('the first change of an index names the cluster of what it was made from, where that is another one', async () => {
  const elsewhere = indexStream({ cluster: 'far away', name: 'old', uuid: 'u' });
  await openMade('?tab=history', { others: [{ stream: elsewhere, version: 1, hash: '0'.repeat(64) }] });
  await userEvent.click(page.getByRole('link', { name: 'Open in History' }));
  await userEvent.click(page.getByRole('link', { name: /^Made from/ }));
  const entry = page.getByRole('dialog', { name: /^Made from/ });
  await expect.element(entry.getByRole('link', { name: 'old on another cluster, version 1' })).toBeVisible();
  await expect.element(entry.getByRole('link', { name: 'logs, version 2' })).toBeVisible();
});

it('the changes of a field before its index was made are filtered as all others', async () => {
  const { router, stream } = await openMade('?tab=history');
  router.history.push(`${APP_BASE}/history?document=${encodeURIComponent(stream)}&field=message`);
  const list = page.getByRole('table', { name: 'Changes' });
  await expect.element(list.getByRole('row', { name: /Edit message: index_phrases/ })).toBeVisible();
  router.history.push(`${APP_BASE}/history?document=${encodeURIComponent(stream)}&field=message&kind=template`);
  await expect.element(page.getByText('No changes found')).toBeVisible();
});
