import { describe, expect, it } from 'vitest';
import type { Index } from './index-entities.ts';
import { hasExpression, quoteValue, withExpression, withoutExpression } from './filter-text.ts';
import { filterIndices, indexFilter } from './index-filter.ts';

const ROWS: readonly Index[] = [
  {
    name: 'logs-app-1',
    health: 'green',
    status: 'open',
    documents: 10,
    size: 2048,
    isFrozen: false,
    hidden: false,
    aliases: ['Current Logs'],
    data_stream: 'logs-app',
    mode: 'logsdb',
  },
  { name: 'logs-web-2', health: 'yellow', status: 'close', isFrozen: true, hidden: false, aliases: [] },
  {
    name: '.ds-metrics',
    health: 'red',
    status: 'open',
    documents: 0,
    size: '3gb',
    isFrozen: false,
    hidden: true,
    aliases: [],
    data_stream: 'metrics',
  },
  {
    name: 'a.b*c(d',
    health: 'green',
    status: 'open',
    documents: 1_000,
    size: 0,
    isFrozen: false,
    hidden: false,
    aliases: [],
  },
];

function found(filter: string): readonly string[] {
  const read = indexFilter(filter);
  expect(read.faults).toEqual([]);
  return filterIndices(ROWS, read).map(({ name }) => name);
}

const [APP, WEB, METRICS, ODD] = ROWS.map(({ name }) => name);

describe('indexFilter', () => {
  it.each([
    ['', [APP, WEB, METRICS, ODD]],
    ['logs', [APP, WEB]],
    ['LOGS', [APP, WEB]],
    ['logs web', [WEB]],
    ['-logs', [METRICS, ODD]],
    ['health:green', [APP, ODD]],
    ['health:gre', []],
    ['health:green -logs', [ODD]],
    ['-health:green logs', [WEB]],
    ['status:close', [WEB]],
    ['status:closed', [WEB]],
    ['data_stream:logs-app', [APP]],
    ['data_stream:*', [APP, METRICS]],
    ['-data_stream:*', [WEB, ODD]],
    ['data_stream:logs', [APP]],
    ['data_stream:"logs"', []],
    ['data_stream:"logs-app"', [APP]],
    ['isFrozen:true', [WEB]],
    ['isfrozen:TRUE', [WEB]],
    ['hidden:true', [METRICS]],
    ['system:true', [METRICS]],
    ['aliases:"current logs"', [APP]],
    ['aliases:logs', [APP]],
    ['mode:logsdb', [APP]],
    ['logs-*', [APP, WEB]],
    ['*-2', [WEB]],
    ['*app*', [APP]],
    ['l*-*-1', [APP]],
    ['logs*logs', []],
    ['"logs-app-1"', [APP]],
    ['"logs"', []],
    ['documents:0', [METRICS]],
    ['documents:>=10', [APP, ODD]],
    ['documents:<10', [METRICS]],
    ['size:>1gb', [METRICS]],
    ['size:2kb', [APP]],
    ['size:<=2048', [APP, ODD]],
    ['documents:*', [APP, METRICS, ODD]],
    ['b\\*c', [ODD]],
    ['"a.b*c(d"', [ODD]],
    ['c(d', [ODD]],
    ['[^', []],
    ['.*', [METRICS]],
    ['  logs   app ', [APP]],
  ])('%j finds %j', (filter, names) => expect(found(filter)).toEqual(names));

  it.each([
    ['logs health:', 5, 'has no value'],
    ['nothing:x', 0, 'Unknown field “nothing”'],
    ['__proto__:x', 0, 'Unknown field “__proto__”'],
    ['a constructor:x', 2, 'Unknown field “constructor”'],
    ['-', 0, 'excludes nothing'],
    ['a "b c', 2, 'Unclosed quote'],
    ['"a"b', 3, 'follows a quote'],
    ['hidden:maybe', 0, 'neither true nor false'],
    ['documents:many', 0, 'is not a number'],
    ['size:>big', 0, 'is not a size'],
  ])('says what is wrong with %j, and where', (filter, at, message) => {
    const { faults } = indexFilter(filter);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ at });
    expect(faults[0]?.message).toContain(message);
  });

  it('takes no time over a pattern that would undo a regular expression', () => {
    const row: Index = { name: 'a'.repeat(10_000), isFrozen: false, hidden: false, aliases: [] };
    expect(filterIndices([row], indexFilter(`${'a*'.repeat(1_000)}b`))).toEqual([]);
  });

  it('finds any name that is quoted', () => {
    for (const name of ['a"b', 'a\\b', '-x', 'a:b', ' ', '*', '\\"', 'health:green', '']) {
      const row: Index = { name, isFrozen: false, hidden: false, aliases: [] };
      const filter = indexFilter(quoteValue(name));
      expect([filter.faults, filterIndices([{ ...row, name: `${name}x` }, row], filter)], name).toEqual([[], [row]]);
    }
  });
});

describe('expressions of a filter', () => {
  it('are put at the end once', () => {
    expect(withExpression('logs', 'isFrozen:true')).toBe('logs isFrozen:true');
    expect(withExpression('isFrozen:true logs', 'isFrozen:true')).toBe('isFrozen:true logs');
    expect(withExpression(' ', 'isFrozen:true')).toBe('isFrozen:true');
  });
  it('are taken out, and what is around them stays', () => {
    expect(withoutExpression('a  isFrozen:true  "b  c"', 'isFrozen:true')).toBe('a  "b  c"');
    expect(withoutExpression('-isFrozen:true', 'isFrozen:true')).toBe('-isFrozen:true');
  });
  it('are found by their terms', () => {
    expect(hasExpression('x health:green -a', '-a health:green')).toBe(true);
    expect(hasExpression('health:green', '')).toBe(false);
  });
});
