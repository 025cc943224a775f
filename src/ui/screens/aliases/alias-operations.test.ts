import { expect, it } from 'vitest';
import { idOfEntry, moveOperations, removeOperations, requestOfOperations } from './alias-operations.ts';

const FILTERED = {
  alias: 'all',
  index: 'logs-1',
  filter: { term: { k: 'v' } },
  index_routing: '1',
  is_write_index: true,
};
const PLAIN = { alias: 'old', index: 'logs-2' };

it('moves aliases with their options, and leaves those that are there already', () => {
  expect(moveOperations([FILTERED, PLAIN], 'logs-2')).toEqual([
    { index: 'logs-1', remove: { alias: 'all' } },
    {
      index: 'logs-2',
      add: { alias: 'all', filter: { term: { k: 'v' } }, index_routing: '1', is_write_index: true },
    },
  ]);
});

it('writes the operations as the one request that is sent', () => {
  const { method, path, body } = requestOfOperations(removeOperations([PLAIN]));
  expect([method, path]).toEqual(['POST', '/_aliases']);
  expect(JSON.parse(body ?? '')).toEqual({ actions: [{ remove: { index: 'logs-2', alias: 'old' } }] });
});

it('tells entries apart whose names are put together alike', () => {
  expect(idOfEntry({ alias: 'a', index: 'b-c' })).not.toBe(idOfEntry({ alias: 'a-b', index: 'c' }));
});
