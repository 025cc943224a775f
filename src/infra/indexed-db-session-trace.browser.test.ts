import { expect, it } from 'vitest';
import { describeSessionTrace } from '../../tests/contracts/session-trace.contract.ts';
import { indexedDbSessionTrace } from './indexed-db-session-trace.ts';
import { testDatabase } from './test-database.ts';
import { TRACE_LIMIT } from './trace-text.ts';

describeSessionTrace('IndexedDB', async () => {
  const home = testDatabase();
  return { trace: indexedDbSessionTrace(await home.open()), limit: TRACE_LIMIT, destroy: home.destroy };
});

it('is there on the next visit, and goes on after the newest entry', async () => {
  const home = testDatabase();
  const database = await home.open();
  const entry = (payload: string) => ({
    at: '2026-11-21T03:10:08.123Z',
    stream: 'draft/a',
    visit: 'visit',
    version: 1,
    command: { type: 'search:update', payload },
    patch: [],
  });
  await indexedDbSessionTrace(database).append(entry('h'));
  database.close();
  const trace = indexedDbSessionTrace(await home.open());
  await trace.append(entry('ho'));
  expect(await trace.read('draft/a')).toEqual([entry('h'), entry('ho')]);
  await home.destroy();
});
