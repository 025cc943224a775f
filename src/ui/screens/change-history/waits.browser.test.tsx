import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { LIVE_MAPPINGS_AT } from '#domain/document';
import { openLog } from '#domain/log';
import type { HttpService } from '#domain/ports';
import { API_BASE, type RouteInput } from '#domain/wire';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { consoleApi } from '../../platform/console-api.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { openMapping, openTestIndex } from '../../testing/open-test-index.ts';
import { manualTimer, testServices } from '../../testing/test-services.ts';

/** A screen of an index whose changes only the server has, and which does not answer one of its routes. */
async function openSilent(screen: string, route: string) {
  const first = await openTestIndex('/mapping');
  const session = await openMapping(first);
  const field = `${LIVE_MAPPINGS_AT}/properties/message`;
  session.dispatch({ type: 'field.edit', payload: { field, set: { index_phrases: true } } });
  await session.whenSaved();
  const { stream } = session;
  const { events } = openLog(await first.store.read(stream), { names: new Map(await first.store.authorNames?.()) });
  const { http } = first.server;
  const body = { stream, after: 0, events, author: 'ada' } as unknown as RouteInput<'trail.append'>['body'];
  await consoleApi(http, null).call('trail.append', { body });
  await cleanup();
  let isSilent = true;
  const silent: HttpService = {
    send: (request) =>
      isSilent && request.path === `${API_BASE}${route}` ? new Promise(() => undefined) : http.send(request),
  };
  const timer = manualTimer();
  const services = await testServices(memoryEventStore(), { http: silent, timer });
  await openTestConsole(screen.replace('{stream}', encodeURIComponent(`2 ${stream}`)), services);
  return { timer, answer: () => (isSilent = false) };
}

const SCREENS = {
  History: ['/history', () => page.getByRole('row', { name: /Edit message: index_phrases/ })],
  'the history of an object': ['/indices/logs?tab=history', () => page.getByText('index_phrases').first()],
  'an entry of History': ['/history?entry={stream}', () => page.getByRole('dialog', { name: /index_phrases/ })],
} as const;

it.each([
  ['History', '/trail/streams', 'Couldn’t read the changes on the server'],
  ['History', '/trail/records', 'Couldn’t read 1 log'],
  ['History', '/sample_history', 'Couldn’t read the history of the sample data'],
  ['History', '/actions', /^Couldn’t read the actions on/],
  ['the history of an object', '/trail/streams', 'Couldn’t read the changes on the server'],
  ['the history of an object', '/trail/records', 'Couldn’t read this log'],
  ['the history of an object', '/actions', 'Couldn’t read the recorded actions'],
  ['an entry of History', '/trail/records', 'Couldn’t read this log'],
] as const)('%s ends its wait for %s, and requests it anew', async (screen, route, title) => {
  const [path, found] = SCREENS[screen];
  const { timer, answer } = await openSilent(path, route);
  const notice = page.getByRole('alert').filter({ hasText: title });
  await expect.poll(() => (timer.tick(), notice.query())).not.toBeNull();
  await expectAccessible();
  answer();
  await userEvent.click(notice.getByRole('button', { name: /^(Retry|Try again)$/ }));
  await expect.element(found()).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});
