import { expect, it } from 'vitest';
import {
  entriesIn,
  existingEntry,
  idOfEntry,
  moveOperations,
  moveProblem,
  removeOperations,
  statesAfter,
  statesBefore,
} from './alias-operations.ts';

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

it('removes aliases from their indices', () => {
  expect(removeOperations([PLAIN])).toEqual([{ index: 'logs-2', remove: { alias: 'old' } }]);
});

it('tells entries apart whose names are put together alike', () => {
  expect(idOfEntry({ alias: 'a', index: 'b-c' })).not.toBe(idOfEntry({ alias: 'a-b', index: 'c' }));
});

it('compares what a move changes: both ends, and a write flag that is off', () => {
  const operations = moveOperations([FILTERED], 'logs-2');
  const there = { ...FILTERED, index: 'logs-2', is_write_index: false, filter: { term: { k: 'w' } } };
  const options = { filter: { term: { k: 'v' } }, index_routing: '1', is_write_index: true };
  expect(statesBefore(operations, [FILTERED, there, PLAIN])).toEqual({
    'all → logs-1': options,
    'all → logs-2': { filter: { term: { k: 'w' } }, index_routing: '1', is_write_index: false },
  });
  expect(statesAfter(operations)).toEqual({ 'all → logs-1': null, 'all → logs-2': options });
  expect(statesBefore(operations, [FILTERED], { 'all → logs-1': null })).toEqual({
    'all → logs-1': null,
    'all → logs-2': null,
  });
});

it('has entries as they are now, without those that are gone', () => {
  expect(entriesIn({ 'all → logs-1': { search_routing: '2' }, 'old → logs-2': null }, [FILTERED, PLAIN])).toEqual([
    { alias: 'all', index: 'logs-1', search_routing: '2' },
  ]);
  expect(entriesIn({}, [PLAIN])).toEqual([PLAIN]);
});

it('moves properties that are unknown here along', () => {
  const others = { priority: 9007199254740993n };
  expect(moveOperations([{ ...PLAIN, others }], 'logs-3')).toEqual([
    { index: 'logs-2', remove: { alias: 'old' } },
    { index: 'logs-3', add: { alias: 'old', others } },
  ]);
});

it('moves no alias over other properties of the same alias', () => {
  const there = { ...FILTERED, index: 'logs-2', filter: { term: { k: 'w' } } };
  expect(moveProblem([FILTERED], 'logs-2', [FILTERED, there])).toBe(
    '“logs-2” already has “all” with other properties. Edit or remove it there first.',
  );
  expect(moveProblem([FILTERED, there], 'logs-3', [FILTERED, there])).toBe(
    '“all” has different properties on its indices. Move one of them at a time.',
  );
  for (const harmless of [{ ...FILTERED, index: 'logs-2' }, { alias: 'all', index: 'logs-2' }, PLAIN])
    expect(moveProblem([FILTERED], 'logs-2', [FILTERED, harmless])).toBeNull();
});

it('finds an alias that exists already, as it was read last', () => {
  const named = { alias: 'all', index: 'logs-1' };
  expect(existingEntry(named, [FILTERED, PLAIN], {})).toEqual(FILTERED);
  expect(existingEntry(named, [PLAIN], {})).toBeUndefined();
  expect(existingEntry(named, [FILTERED], { 'all → logs-1': null })).toBeUndefined();
  expect(existingEntry(named, [], { 'all → logs-1': { x: 1 } })).toEqual({ ...named, others: { x: 1 } });
});
