import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { recordedLog } from '../../../../tests/builders/recorded.ts';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { APP_BASE } from '../../platform/app-base.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { openMapping, openTestIndex } from '../../testing/open-test-index.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const blame = page.getByRole('region', { name: 'Changes of this field' });

async function expectNoAuthor(): Promise<void> {
  await expect.element(blame).toHaveTextContent('Not changed in Mapledger yet.');
  await userEvent.click(blame.getByRole('button', { name: 'Show changes by parameter' }));
  await expect.element(blame.getByRole('row', { name: /^type/ })).toHaveTextContent('Older than this history');
  await expect.element(blame).not.toHaveTextContent('Ada');
  await expect.element(blame).not.toHaveTextContent('Cluster');
}

/** The store contains only the list of the device's own drafts, which is not anybody's document. */
async function expectNothingStored(store: EventStore): Promise<void> {
  const streams = await store.streams();
  expect(streams.filter(({ stream }) => !stream.startsWith('workspace/'))).toEqual([]);
}

async function expectNoHistory(router: Awaited<ReturnType<typeof openTestConsole>>['router']): Promise<void> {
  router.history.push(`${APP_BASE}/history`);
  await expect.element(page.getByRole('heading', { name: 'No changes on this device yet' })).toBeVisible();
}

describe('looking', () => {
  it('at the mapping of an index records nothing, and says nothing about an author', async () => {
    const { router, store } = await openTestIndex('/mapping?field=%2Fmappings%2Fproperties%2Fmessage');
    await expectNoAuthor();
    await expectNothingStored(store);
    await expectNoHistory(router);
  });

  it('at a template records nothing, and says nothing about an author', async () => {
    const server = testServer();
    await server.ask('PUT', ['_component_template', 'base'], {
      template: { mappings: { properties: { message: { type: 'text' } } } },
    });
    const store = memoryEventStore();
    const services = await testServices(store, { http: server.http });
    const { router } = await openTestConsole(
      '/edit_component_template/base?step=mappings&field=%2Fbody%2Ftemplate%2Fmappings%2Fproperties%2Fmessage',
      services,
    );
    await expectNoAuthor();
    await expectNothingStored(store);
    await expectNoHistory(router);
  });
});

describe('a log of before, whose first event has the viewer as its author', () => {
  const ANA = { id: 'ana', name: 'Ana', verified: false };

  /**
   * The mapping of an index, to which a field was added, as the first rules recorded it: on a device whose clock was
   * years ahead.
   */
  async function openOldMapping(path: string) {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    session.dispatch({ type: 'field.add', payload: { parent: null, name: 'mine', definition: { type: 'ip' } } });
    await session.whenSaved();
    const { events } = openLog(await index.store.read(session.stream));
    await cleanup();
    const old = events.map(({ rules: _rules, ...event }) => ({
      ...event,
      at: '2036-11-20T12:00:00.000Z',
      author: ANA,
    }));
    const store = memoryEventStore();
    const { records, names } = recordedLog(session.stream, old, '2026-11-20T12:00:00.000Z');
    await store.appendSealed(session.stream, 0, records);
    await store.keptNames?.keep(names);
    const services = await testServices(store, { http: index.server.http });
    return openTestConsole(`/indices/logs/mapping${path}`, services);
  }

  it('names nobody in the form of a field that was there, and who added one since', async () => {
    await openOldMapping('?field=%2Fmappings%2Fproperties%2Fmessage');
    await expectNoAuthor();
    await expect.element(blame).not.toHaveTextContent('Ana');
    await cleanup();
    await openOldMapping('?field=%2Fmappings%2Fproperties%2Fmine');
    await expect.element(blame).toHaveTextContent('Last changed by Ana 15 hours ago: Add mine (ip)');
  });

  it('names the cluster in its versions, and goes by the time of the server', async () => {
    await openOldMapping('');
    await expect.element(page.getByRole('tab', { name: 'Mapped fields' })).toBeVisible();
    await userEvent.keyboard('{Alt>}h{/Alt}');
    const events = page.getByRole('listbox', { name: 'Events, newest first' });
    await expect.element(events.getByRole('option').last()).toHaveTextContent(/Cluster \(seen by Ana\)\s*15 hours ago/);
    await expect.element(events.getByRole('option').first()).toHaveTextContent(/2Ana\s*15 hours ago/);
    await userEvent.click(events.getByRole('option').last());
    const version = page.getByRole('region', { name: 'Version 1', exact: true });
    await expect
      .element(version.getByRole('heading', { level: 2 }))
      .toHaveTextContent(/as of Friday, 20 November 2026.*\(Device clock: .*20 November 2036/);
    await expect.element(version).toHaveTextContent(', by Cluster (seen by Ana)');
    await expectAccessible();
  });
});
