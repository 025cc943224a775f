import { describe, expect, it } from 'vitest';
import type { Index } from './index-entities.ts';
import { formatCsv } from './csv.ts';
import { indicesCsv } from './index-csv.ts';
import { isHiddenIndex, listedIndices } from './index-rules.ts';
import { INDEX_SORT_COLUMNS, sortIndicesBy } from './index-sort.ts';
import { statusLabel } from './index-status.ts';
import { formatSize, parseSize } from './size.ts';

function index(name: string, members: Partial<Index> = {}): Index {
  return { name, health: 'green', status: 'open', isFrozen: false, hidden: false, aliases: [], ...members };
}

const names = (indices: readonly Index[]) => indices.map(({ name }) => name);

describe('statusLabel', () => {
  it.each([
    ['closing', 'closing...'],
    ['opening', 'opening...'],
    ['refreshing', 'refreshing...'],
    ['flushing', 'flushing...'],
    ['forcemerging', 'forcing merge...'],
    ['merging', 'merging...'],
    ['clearing cache', 'clearing cache...'],
  ] as const)('says of a row that is %s: %s', (rowStatus, label) => {
    expect(statusLabel('open', rowStatus)).toBe(label);
    expect(statusLabel(rowStatus)).toBe(label);
  });
  it('says of an index that is close: closed', () => expect(statusLabel('close')).toBe('closed'));
  it.each([
    ['open', 'open'],
    ['constructor', 'constructor'],
    [undefined, ''],
  ])('leaves %s', (status, label) => expect(statusLabel(status)).toBe(label));
});

describe('parseSize', () => {
  it.each([
    ['1kb', 1024],
    ['1.5mb', 1.5 * 1024 ** 2],
    ['2GB', 2 * 1024 ** 3],
    ['3tb', 3 * 1024 ** 4],
    ['1pb', 1024 ** 5],
    ['225b', 225],
    ['12', 12],
    ['', undefined],
    ['many', undefined],
    ['1kb more', undefined],
    ['-1kb', undefined],
    [undefined, undefined],
    [1024, 1024],
    [Number.NaN, undefined],
  ])('%s is %s bytes', (size, bytes) => expect(parseSize(size)).toBe(bytes));
});

describe('formatSize', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1.0 KB'],
    [1024 * 1023.7, '1.0 MB'],
    [10 * 1024 ** 2, '10 MB'],
    [1.25 * 1024 ** 3, '1.3 GB'],
    [2 * 1024 ** 6, '2048 PB'],
  ])('%d bytes is %s', (bytes, text) => expect(formatSize(bytes)).toBe(text));
});

describe('listedIndices', () => {
  const all = [index('logs'), index('.kibana'), index('inner', { hidden: true })];
  it('leaves out those with a dot and those that are flagged', () => {
    expect(names(listedIndices(all, false))).toEqual(['logs']);
    expect(all.map(isHiddenIndex)).toEqual([false, true, true]);
  });
  it('lists them where they are asked for', () => expect(listedIndices(all, true)).toBe(all));
});

describe('sortIndicesBy one column', () => {
  const rows = [
    index('b-10', {
      health: 'red',
      status: 'close',
      primary: 1,
      replica: 0,
      documents: 9,
      size: '1kb',
      primary_size: '1kb',
      data_stream: 'z',
    }),
    index('a', { health: 'yellow', primary: 10, replica: 2, documents: 10, size: '2mb', primary_size: '512kb' }),
    index('b-2', { primary: 2, replica: 1, size: '', primary_size: 2000, data_stream: 'y' }),
  ];
  it.each([
    ['name', ['a', 'b-2', 'b-10']],
    ['status', ['b-10', 'a', 'b-2']],
    ['health', ['b-2', 'a', 'b-10']],
    ['primary', ['b-10', 'b-2', 'a']],
    ['replica', ['b-10', 'b-2', 'a']],
    ['documents', ['b-10', 'a']],
    ['size', ['b-10', 'a']],
    ['primary_size', ['b-10', 'b-2', 'a']],
    ['data_stream', ['b-2', 'b-10']],
  ] as const)('by %s, with absent values last in both directions', (column, sorted) => {
    const absent = names(rows).filter((name) => !sorted.some((each) => each === name));
    expect(names(sortIndicesBy(rows, [{ column, order: 'asc' }]))).toEqual([...sorted, ...absent]);
    expect(names(sortIndicesBy(rows, [{ column, order: 'desc' }]))).toEqual([...sorted.toReversed(), ...absent]);
  });
  it('has every column of the list, and those of its facts', () => {
    expect([...INDEX_SORT_COLUMNS]).toEqual([
      'name',
      'status',
      'health',
      'primary',
      'replica',
      'documents',
      'size',
      'primary_size',
      'data_stream',
      'created',
      'policy',
      'phase',
      'tier',
      'template',
      'fields',
    ]);
  });

  it('sorts by facts, and what has none last', () => {
    const [a, b, c] = [index('a'), index('b', { ilmPolicyName: 'p2' }), index('c')];
    const facts = new Map([
      [
        'a',
        {
          ...{ created: 2, policy: 'p1', phase: 'warm', tier: 'hot' },
          templates: { names: ['late', 'more'], isLegacy: true },
          fields: { fields: 900, limit: 1_000 },
        },
      ],
      [
        'b',
        {
          ...{ created: 1, policy: 'p1', phase: 'hot', tier: 'warm' },
          templates: { names: ['early'], isLegacy: false },
          fields: { fields: 1_000, limit: 2_000 },
        },
      ],
    ]);
    const by = (column: (typeof INDEX_SORT_COLUMNS)[number]) =>
      names(sortIndicesBy([a, b, c], [{ column, order: 'asc' }], facts));
    expect(by('created')).toEqual(['b', 'a', 'c']);
    expect(by('policy')).toEqual(['a', 'b', 'c']);
    expect(by('phase')).toEqual(['b', 'a', 'c']);
    expect(by('tier')).toEqual(['a', 'b', 'c']);
    expect(by('template')).toEqual(['b', 'a', 'c']);
    expect(by('fields')).toEqual(['b', 'a', 'c']);
  });

  it.each(INDEX_SORT_COLUMNS)('sorts what has no %s last in both directions', (column) => {
    const bare: Index = { name: 'bare' };
    const full = index('full', {
      ...{ primary: 0, replica: 0, documents: 0, size: '0b', primary_size: 0, data_stream: 's', health: 'green' },
    });
    const facts = new Map([
      [
        'full',
        {
          created: 0,
          policy: 'p',
          phase: 'hot',
          tier: 'hot',
          templates: { names: ['t'], isLegacy: false },
          fields: { fields: 0 },
        },
      ],
    ]);
    for (const order of ['asc', 'desc'] as const) {
      if (column === 'name') continue;
      expect(names(sortIndicesBy([bare, full], [{ column, order }], facts))).toEqual(['full', 'bare']);
      expect(names(sortIndicesBy([full, bare], [{ column, order }], facts))).toEqual(['full', 'bare']);
    }
  });
});

describe('CSV', () => {
  it('quotes what RFC 4180 says', () => {
    expect(
      formatCsv(
        ['a', 'b'],
        [
          ['x,y', 'say "hi"'],
          ['two\r\nlines', 'plain'],
        ],
      ),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"two\r\nlines",plain\r\n');
  });
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes %j harmless', (text) => {
    expect(formatCsv([], [[text]]).replaceAll('"', '')).toContain(`'${text}`);
  });
  it('writes numbers as they are, and nothing for what is absent', () =>
    expect(formatCsv([], [[-1, undefined, false]])).toContain('-1,,false'));
  it('leaves counts and sizes blank that an index does not have', () => {
    const [, ...rows] = indicesCsv([{ name: 'closed', status: 'close', size: '', primary_size: '' }, { name: 'bare' }])
      .trimEnd()
      .split('\r\n');
    expect(rows).toEqual(['closed,,,close,,,,,,,,,,,,', 'bare,,,,,,,,,,,,,,,']);
  });
  it('of indices has bytes and aliases', () => {
    const [header, row] = indicesCsv([index('=cmd', { size: '1kb', aliases: ['a', 'b'], documents: 3 })]).split('\r\n');
    expect(header).toBe(
      'name,uuid,health,status,primary,replica,documents,documents_deleted,size_bytes,primary_size_bytes,data_stream,aliases,hidden,isFrozen,mode,ilmPolicyName',
    );
    expect(row).toBe("'=cmd,,green,open,,,3,,1024,,,a b,false,false,,");
  });
});

describe('sortIndicesBy', () => {
  const rows = [
    index('a', { health: 'red', size: 1 }),
    index('b', { health: 'green', size: 2 }),
    index('c', { health: 'red', size: 2 }),
    index('d', { health: 'green', size: 2 }),
  ];

  it('sorts what is equal in one column by the next', () => {
    const by = (...sorts: Parameters<typeof sortIndicesBy>[1]) => names(sortIndicesBy(rows, sorts));
    expect(by({ column: 'health', order: 'asc' }, { column: 'size', order: 'desc' })).toEqual(['d', 'b', 'c', 'a']);
    expect(by({ column: 'size', order: 'desc' }, { column: 'name', order: 'asc' })).toEqual(['b', 'c', 'd', 'a']);
    expect(by({ column: 'status', order: 'asc' }, { column: 'name', order: 'desc' })).toEqual(['d', 'c', 'b', 'a']);
  });

  it('leaves the order where there is no column', () => expect(sortIndicesBy(rows, [])).toEqual(rows));
});
