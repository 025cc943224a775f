import { describe, expect, it } from 'vitest';
import type { Index } from './index-entities.ts';
import { hasExpression, quoteValue, withExpression, withoutExpression } from './filter-text.ts';
import { INDEX_FILTER_FIELDS } from './index-fields.ts';
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
    ['logs health:', 5, '“health:” has no value. Enter one after the colon.'],
    ['nothing:x', 0, 'Unknown field “nothing”'],
    ['__proto__:x', 0, 'Unknown field “__proto__”'],
    ['a constructor:x', 2, 'Unknown field “constructor”'],
    ['-', 0, '“-” excludes nothing. Enter a term after it.'],
    ['a "b c', 2, 'Unclosed quote. Close it with ".'],
    ['"a"b', 3, '“b” follows a quote. Add a space between them.'],
    ['hidden:maybe', 0, '“maybe” is neither true nor false. Use hidden:true or hidden:false.'],
    ['hidden:tr*', 0, '“tr*” is neither true nor false. Use hidden:true or hidden:false.'],
    ['documents:1.5', 0, '“1.5” is not a number. Use for example documents:>1000.'],
    ['documents:many', 0, '“many” is not a number. Use for example documents:>1000.'],
    ['size:>big', 0, '“>big” is not a size. Use for example size:>1gb.'],
  ])('says what is wrong with %j, and where', (filter, at, message) => {
    const { faults } = indexFilter(filter);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ at });
    expect(faults[0]?.message).toContain(message);
  });

  it('names the fields that there are where one is unknown', () => {
    expect(indexFilter('nothing:x').faults[0]?.message).toBe(
      `Unknown field “nothing”. Available fields: ${INDEX_FILTER_FIELDS.join(', ')}. Quote names that contain a colon.`,
    );
  });

  it('says all that is wrong in the order of the text, and holds to what can be read', () => {
    const { faults, conditions } = indexFilter('nothing:x "a"b size:>big logs');
    expect(faults.map(({ at }) => at)).toEqual([0, 13, 15]);
    expect(filterIndices(ROWS, { conditions, faults }).map(({ name }) => name)).toEqual([APP, WEB]);
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
    expect(withExpression(' logs  ', 'isFrozen:true')).toBe(' logs isFrozen:true');
  });
  it('are taken out, and what is around them stays', () => {
    expect(withoutExpression('a  isFrozen:true  "b  c"', 'isFrozen:true')).toBe('a  "b  c"');
    expect(withoutExpression('-isFrozen:true', 'isFrozen:true')).toBe('-isFrozen:true');
    expect(withoutExpression('x a y b z a', 'a b')).toBe('x y z');
    expect(withoutExpression('a ', 'a')).toBe('');
  });
  it('are found by their terms', () => {
    expect(hasExpression('x health:green -a', '-a health:green')).toBe(true);
    expect(hasExpression('health:green', '')).toBe(false);
    expect(hasExpression('x health:green', '-a health:green')).toBe(false);
  });
});
