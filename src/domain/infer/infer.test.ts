import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '../catalogue/index.ts';
import { tryDocument } from '../documents/index.ts';
import { parseJson } from '../json/index.ts';
import { DocumentCollector } from './collector.ts';
import { MAX_DOCUMENT_BYTES, MAX_EXACT_DISTINCT, MAX_FAULTS, MAX_PATHS, MAX_SAMPLE_LENGTH } from './limits.ts';
import { missingFields, proposeMapping } from './propose.ts';
import { DATE_FORMATS, formsOf, formsOfBytes, FORM, ALL_FORMS } from './text-forms.ts';
import { encodeUtf8 } from './utf8.ts';
import { figuresText } from './words.ts';

const ES: TargetEngine = { distribution: 'elasticsearch', version: '9.5.0' };
const ES7: TargetEngine = { distribution: 'elasticsearch', version: '7.17.0' };
const OS: TargetEngine = { distribution: 'opensearch', version: '3.4.0' };
const OS1: TargetEngine = { distribution: 'opensearch', version: '1.3.0' };

function collect(texts: Iterable<string>): DocumentCollector {
  const collector = new DocumentCollector();
  let line = 0;
  for (const text of texts) collector.addText(text, ++line);
  return collector;
}

const infer = (texts: Iterable<string>, target = ES) => proposeMapping(collect(texts), target);
const ofValues = (values: readonly string[], target = ES) =>
  infer(
    values.map((value) => `{"field":${value}}`),
    target,
  ).fields[0];

const times = (count: number, make: (at: number) => string) => Array.from({ length: count }, (_, at) => make(at));
const TEXT = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
const vector = (length: number, item = '0.25') => `[${times(length, () => item).join(',')}]`;

describe('the type of a field', () => {
  it.each<[string, readonly string[], object, string]>([
    ['whole numbers', ['1', '-5', 'null'], { type: 'long' }, 'Every value is a whole number, from -5 to 1.'],
    ['a number with a fraction of zero', ['1.0', '2'], { type: 'float' }, '1 of 2 values are written with a fraction'],
    ['an exponent', ['1e3'], { type: 'float' }, 'Every value is written with a fraction or an exponent'],
    ['many digits', ['0.123456789'], { type: 'double' }, 'with up to 9 digits: a float keeps 7.'],
    ['more than a float holds', ['1e39'], { type: 'double' }, 'a float keeps 7'],
    ['more than a double holds', ['1e400'], { type: 'keyword' }, 'beyond the range of a double'],
    ['the last long', ['9223372036854775807'], { type: 'long' }, 'Every value is the whole number'],
    ['one more', ['9223372036854775808', '1'], { type: 'unsigned_long' }, '1 of 2 whole numbers are beyond a long'],
    ['beyond 64 bits', ['18446744073709551616'], { type: 'keyword' }, 'a keyword keeps all digits'],
    ['beyond a long, and one below zero', ['9223372036854775808', '-1'], { type: 'keyword' }, 'keeps all digits'],
    ['true and false', ['true', '[false]'], { type: 'boolean' }, 'Every value is true or false.'],
    ['true as a string', ['true', '"false"'], { type: 'boolean' }, 'some of them as strings'],
    ['numbers as strings', ['"007"', '"12"'], { type: 'keyword' }, 'a number written as a string'],
    ['numbers, some as strings', ['7', '"12"'], { type: 'long' }, '1 of 2 as strings'],
    ['addresses', ['"10.0.0.1"', '"2001:db8::1"'], { type: 'ip' }, 'IPv4 or IPv6'],
    ['nearly addresses', ['"10.0.0.1"', '"10.0.0.256"'], { type: 'keyword' }, 'Strings of up to 10 characters'],
    ['points as text', ['"52.5,13.4"'], { type: 'geo_point' }, 'a latitude and a longitude'],
    ['points as objects', ['{"lat":52.5,"lon":13}', '[]'], { type: 'geo_point' }, 'lat, lon'],
    ['default dates', ['"2026-11-26T20:15:30.123Z"', '"2026-01"'], { type: 'date' }, 'the default format'],
    [
      'dates of one other format',
      ['"26/Nov/2026:20:15:30 +0000"'],
      { type: 'date', format: 'dd/MMM/yyyy:HH:mm:ss Z' },
      'in the format dd/MMM/yyyy:HH:mm:ss Z',
    ],
    [
      'dates of two formats',
      ['"2026/01/02"', '"02.01.2026"'],
      { type: 'date', format: 'yyyy/MM/dd||dd.MM.yyyy' },
      'in one of 2 formats',
    ],
    ['a day that is none', ['"2026-02-30"'], { type: 'keyword' }, 'Strings of'],
    ['scalars of all types', ['1', '"x y"', 'true'], TEXT, 'of several types (1 string, 1 long, 1 boolean)'],
    ['an enumeration', times(20, (at) => `"state ${at % 2}"`), { type: 'keyword' }, '2 distinct values in 20 strings'],
    ['names', ['"Ada Lovelace"', '"Alan Turing"'], TEXT, 'searched by words, sorted as a whole'],
    ['prose', [JSON.stringify('word '.repeat(60))], { type: 'text' }, 'prose'],
    ['long strings', [`"${'x'.repeat(2_000)}"`], { type: 'keyword', ignore_above: 8191 }, 'Strings of up to 2,000'],
    ['empty strings', ['""'], { type: 'keyword' }, 'Every string is empty.'],
    [
      'identifiers',
      times(3, (at) => `"0b9b8d5e-33ae-4d4a-9f5e-a1b2c3d4e5f${at}"`),
      { type: 'keyword' },
      'look like UUIDs (in a sample of 3)',
    ],
    ['vectors', [vector(64), vector(64, '-1.5')], { type: 'dense_vector', dims: 64 }, 'Every list has 64 numbers'],
    ['vectors of several lengths', [vector(64), vector(65)], { type: 'float' }, 'written with a fraction'],
    ['two vectors in a document', [`[${vector(64)},${vector(64, '0.5')}]`], { type: 'float' }, 'with a fraction'],
    [
      'a vector of zeros',
      [vector(64), vector(64, '0.0')],
      { type: 'dense_vector', dims: 64, similarity: 'l2_norm' },
      'cosine similarity refuses',
    ],
  ])('%s', (_what, values, definition, reason) => {
    const field = ofValues(values);
    expect(field?.definition).toEqual(definition);
    expect(field?.reason).toContain(reason);
    for (const each of values.filter((value) => value !== '1e400')) {
      const { mappings } = infer(values.map((value) => `{"field":${value}}`));
      expect(tryDocument({ mappings, engine: ES }, parseJson(`{"field":${each}}`)).outcome).toBe('accepted');
    }
  });

  it('is the one that the engine has', () => {
    const beyond = ['9223372036854775808'];
    expect([ES, ES7, OS, OS1].map((target) => ofValues(beyond, target)?.definition['type'])).toEqual([
      'unsigned_long',
      'unsigned_long',
      'unsigned_long',
      'keyword',
    ]);
    const values = [vector(64), vector(64, '0.5')];
    expect(ofValues(values, OS)?.definition).toEqual({ type: 'knn_vector', dimension: 64 });
    expect(infer([`{"v":${values[0] ?? ''},"w":1}`, `{"v":${values[1] ?? ''}}`], OS).settings).toEqual({
      'index.knn': true,
    });
  });

  it('is an object that is not enabled where some values are objects and some are not, which is named', () => {
    const { mappings, fields, hasManyFallbacks } = infer(['{"a":{"b":1}}', '{"a":5}', '{"a.c":1}']);
    expect(mappings).toEqual({ properties: { a: { type: 'object', enabled: false } } });
    expect(fields[0]?.reason).toBe(
      '2 values are objects and 1 is not: no type takes both, so they are only kept in _source.',
    );
    expect([fields[0]?.isFallback, hasManyFallbacks]).toEqual([true, true]);
  });

  it('is one for all keys where keys look like data', () => {
    const documents = times(60, (at) => `{"labels":{"key-${at}":"v${at}","key-${at + 1}":"w"},"n":${at}}`);
    expect(infer(documents).mappings).toEqual({
      properties: { labels: { type: 'flattened' }, n: { type: 'long' } },
    });
    expect(infer(documents, OS).fields[0]).toMatchObject({
      definition: { type: 'flat_object' },
      reason: '61 different keys in 60 objects: keys look like data, and one field takes all of them.',
    });
    expect(Object.keys(infer(documents, OS1).mappings['properties'] ?? {})).toEqual(['labels', 'n']);
    expect(infer(documents, OS1).fields.length).toBe(63);
  });

  it('is left open where there are only null and empty lists', () => {
    expect(infer(['{"a":null,"b":[],"c":[[]]}'])).toMatchObject({
      mappings: { properties: {} },
      withoutValues: [['a'], ['b'], ['c']],
    });
  });

  it('has levels where names have dots', () => {
    expect(infer(['{"a.b":1,"a":{"c":true},"d.":"x"}']).mappings).toEqual({
      properties: {
        a: { properties: { b: { type: 'long' }, c: { type: 'boolean' } } },
        d: { type: 'keyword' },
      },
    });
  });

  it('says what dynamic mapping makes of the first value, and what that refuses', () => {
    const field = ofValues(['1', '"x"', '"y"']);
    expect(field?.dynamic).toEqual({ type: 'long' });
    expect(field?.dynamicRefuses).toEqual({ count: 2, of: 3 });
    expect(ofValues(['"2026-01-02"'])?.dynamic).toEqual({ type: 'date' });
    expect(ofValues([vector(200)])?.dynamic).toEqual({ type: 'dense_vector', dims: 200 });
    expect(ofValues([vector(200)], OS)?.dynamic).toEqual({ type: 'float' });
  });

  it('comes with figures of every value, and capped examples', () => {
    const long = 'ä'.repeat(500);
    const { fields } = infer(['{"a":"x"}', `{"a":["${long}",null,7]}`, '{"b":1}', '{"b":1}']);
    const figures = fields[0]?.figures;
    expect(figures).toMatchObject({
      documents: 2,
      missingShare: 0.5,
      types: { string: 2, long: 1, null: 1 },
      lists: 1,
      distinct: { count: 3, isExact: true },
      length: { min: 1, max: 500, average: 250.5 },
      range: { min: 7, max: 7 },
    });
    for (const example of figures?.examples ?? []) expect(example.length).toBeLessThanOrEqual(41);
  });

  it('offers times where whole numbers may be some', () => {
    expect(ofValues(['1700000000000'])?.alternatives[0]?.definition).toEqual({ type: 'date', format: 'epoch_millis' });
    expect(ofValues(['1700000000'])?.alternatives[0]?.definition).toEqual({ type: 'date', format: 'epoch_second' });
    expect(ofValues(['"03/02/2026"'])?.alternatives[0]?.definition).toEqual({ type: 'date', format: 'MM/dd/yyyy' });
  });
});

describe('documents that no engine takes', () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  it.each<[string, string, RegExp]>([
    ['a key that is there twice', '{"a":1,"b":{"c":1,"c":2}}', /^The key "c" is named twice in one object\.$/],
    ['the same key with an escape', '{"a":1,"\\u0061":2}', /^The key "a" is named twice/],
    ['a torn end', '{"a":1', /^The document ends in the middle\.$/],
    ['a string that is not closed', '{"a":"x', /^The document ends in the middle\.$/],
    ['text behind it', '{"a":1} x', /^Unexpected text after the value\.$/],
    ['a control character', '{"a":"\u0001"}', /must be escaped/],
    ['an escape that is none', '{"a":"\\x"}', /Invalid escape/],
    ['a number that is none', '{"a":01}', /A comma or a closing brace/],
    ['a word that is none', '{"a":nul}', /Not a JSON value/],
    ['a list', '[1]', /^A document is an object, not a list\.$/],
    ['nothing', '', /A value is expected|ends in the middle/],
    ['an empty name', '{"a":{"":1}}', /^No engine takes a field by the name ""\.$/],
    ['an empty level', '{"a..b":1}', /^No engine takes a field by the name "a\.\.b"\.$/],
    ['too many levels', deep(201), /nest deeper than 200 levels/],
    ['a long number', `{"a":${'1'.repeat(1_001)}}`, /longer than 1,000 characters/],
  ])('are listed by line and count for nothing: %s', (_what, text, reason) => {
    const collector = collect(['{"ok":1}', text]);
    expect(collector.faults).toEqual([expect.objectContaining({ line: 2, reason: expect.stringMatching(reason) })]);
    expect([collector.documents, collector.total]).toEqual([1, 2]);
    expect(proposeMapping(collector, ES).mappings).toEqual({ properties: { ok: { type: 'long' } } });
  });

  it.each<[string, readonly number[]]>([
    ['a byte that is no UTF-8', [0xff]],
    ['an overlong form', [0xc0, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a character that is cut off', [0xe2, 0x82]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ])('are those of other encodings: %s', (_what, bytes) => {
    const document = Uint8Array.from([...encodeUtf8('{"a":"'), ...bytes, ...encodeUtf8('"}')]);
    const fault = new DocumentCollector().add(document, 0, document.length, 1);
    expect(fault).toMatchObject({ kind: 'encoding', reason: 'It is not valid UTF-8.' });
  });

  it('are those with names of the engine, by line', () => {
    const texts = ['{"_id":"x"}', '{"a":1,"_source":{}}', '{"a":2,"_tier":1}', '{"_id":"y","b":{"_id":1}}'];
    const named = (target: TargetEngine) =>
      infer(texts, target).refusedNames.map(({ path, lines, documents }) => [path.join('.'), lines, documents]);
    expect(named(ES)).toEqual([
      ['_id', [1, 4], 2],
      ['_source', [2], 1],
      ['_tier', [3], 1],
    ]);
    expect(named(OS).map(([name]) => name)).toEqual(['_id', '_source']);
    expect(infer(texts).mappings['properties']).toEqual({
      a: { type: 'long' },
      b: { properties: { _id: { type: 'long' } } },
    });
  });

  it('are kept up to a limit, and counted beyond', () => {
    const collector = collect(times(MAX_FAULTS + 50, () => '{'));
    expect([collector.faults.length, collector.faultCount]).toEqual([MAX_FAULTS, MAX_FAULTS + 50]);
  });

  it('are those beyond a limit of bytes, of which nothing is read', () => {
    const collector = new DocumentCollector();
    const bytes = new Uint8Array(MAX_DOCUMENT_BYTES + 1);
    expect(collector.add(bytes, 0, bytes.length, 3)).toMatchObject({
      line: 3,
      kind: 'size',
      reason: 'The document is larger than 16 MiB.',
    });
  });
});

describe('hostile documents', () => {
  it('have names of the platform as any other', () => {
    const { mappings } = infer(['{"__proto__":{"constructor":1},"toString":{"__proto__":true},"hasOwnProperty":"x"}']);
    const properties = Object.entries(mappings['properties'] ?? {});
    expect(properties).toEqual([
      ['__proto__', { properties: { constructor: { type: 'long' } } }],
      ['toString', { properties: Object.fromEntries([['__proto__', { type: 'boolean' }]]) }],
      ['hasOwnProperty', { type: 'keyword' }],
    ]);
    expect(Object.getPrototypeOf(mappings['properties'])).toBe(Object.prototype);
  });

  it('have no more paths than the limit; the object with the most keys is summed up', () => {
    const collector = new DocumentCollector();
    for (let at = 0; at < 30_000; at++)
      collector.addText(`{"id":${at},"by_user":{"user-${at}":{"count":${at}}},"tail":"x"}`, at + 1);
    expect(collector.tree.size).toBeLessThanOrEqual(MAX_PATHS);
    const { mappings, fields, summedUp } = proposeMapping(collector, ES);
    expect(mappings).toEqual({
      properties: { id: { type: 'long' }, by_user: { type: 'flattened' }, tail: { type: 'keyword' } },
    });
    expect(summedUp).toEqual([['by_user']]);
    const count = Number(
      /^About ([\d,]+) different keys in 30,000 objects/.exec(fields[1]?.reason ?? '')?.[1]?.replace(',', ''),
    );
    expect(Math.abs(count / 60_000 - 1)).toBeLessThan(0.55);
    expect(proposeMapping(collector, OS1).mappings['properties']).toMatchObject({
      by_user: { type: 'object', dynamic: false },
    });
  });

  it('leave out what is beyond the limit where no object can be summed up', () => {
    const { mappings, settings, summedUp } = infer([
      `{${times(MAX_PATHS + 1, (at) => `"f${at}":1`).join(',')}}`,
      '{"f10000":{"x":1}}',
    ]);
    expect(Object.keys(mappings['properties'] ?? {}).length).toBe(MAX_PATHS);
    expect(mappings['dynamic']).toBe(false);
    expect(summedUp).toEqual([[]]);
    expect(settings).toEqual({ 'index.mapping.total_fields.limit': MAX_PATHS });
  });

  it('have objects deeper than mappings, which are only kept', () => {
    const text = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`;
    const { mappings, fields } = infer([text]);
    expect(fields.filter(({ isFallback }) => isFallback).map(({ path }) => path.length)).toEqual([19]);
    expect(tryDocument({ mappings, engine: ES }, parseJson(text)).outcome).toBe('accepted');
  });

  it('count distinct values exactly up to a limit, and about beyond', () => {
    const distinct = (count: number) =>
      infer(times(count, (at) => `{"a":"value ${at % count}"}`)).fields[0]?.figures.distinct;
    expect(distinct(MAX_EXACT_DISTINCT)).toEqual({ count: MAX_EXACT_DISTINCT, isExact: true });
    const about = distinct(40_000);
    expect(about?.isExact).toBe(false);
    expect(Math.abs((about?.count ?? 0) / 40_000 - 1)).toBeLessThan(0.05);
  });

  it('keep the beginning of long values alone', () => {
    const collector = collect([`{"a":"${'x'.repeat(100_000)}"}`]);
    const [node] = [...collector.tree.root.children.values()];
    expect(node?.samples[0]?.json.length).toBeLessThanOrEqual(MAX_SAMPLE_LENGTH + 2);
    expect(node?.firstValue?.length).toBeLessThanOrEqual(MAX_SAMPLE_LENGTH + 2);
  });
});

describe('the forms of strings', () => {
  it('are told by bytes as by text', () => {
    const texts = [
      '2026-11-26T20:15:30Z',
      '2026-11-26T20:15:30.123456789+01:30',
      '2026-11-31T20:15:30Z',
      '2026-11-26T24:15:30Z',
      '2026-13-26T20:15:30Z',
      '2026-11-26T20:15:30.Z',
      '2026-11-26T20:15:30+1',
      '2026-11-26 20:15:30',
      '0000-01-01T00:00:00',
      '9999-12-28T23:59:59-17:59',
      '10.0.0.1',
      '255.255.255.255',
      '256.1.1.1',
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '1234567',
    ];
    for (const text of texts) {
      const bytes = encodeUtf8(text);
      const quick = formsOfBytes(bytes, 0, bytes.length);
      if (quick !== null) expect(quick, text).toEqual(formsOf(text, ALL_FORMS));
    }
    expect(texts.filter((text) => formsOfBytes(encodeUtf8(text), 0, text.length) !== null).length).toBe(5);
  });

  it.each([
    ['yyyy-MM-dd HH:mm:ss', '2026-11-26 20:15:30'],
    ['yyyy-MM-dd HH:mm:ss.SSS', '2026-11-26 20:15:30.123'],
    ['EEE, dd MMM yyyy HH:mm:ss Z', 'Thu, 26 Nov 2026 20:15:30 +0000'],
    ['dd.MM.yyyy HH:mm:ss', '26.11.2026 20:15:30'],
    ['MM/dd/yyyy HH:mm:ss', '11/26/2026 20:15:30'],
  ])('know dates in the format %s', (format, text) => {
    const { forms, dates } = formsOf(text, ALL_FORMS);
    expect(forms & FORM.date).toBe(FORM.date);
    expect(DATE_FORMATS.filter((_, at) => (dates & (1 << at)) !== 0)).toContain(format);
  });
});

describe('against other mappings', () => {
  it('are the fields that they lack', () => {
    const { fields } = infer(['{"a":1,"b":{"c":1,"d":2},"e":{"x":{"y":1}}}']);
    const missing = missingFields(fields, {
      properties: { a: { type: 'keyword' }, b: { properties: { c: { type: 'long' } } }, e: { type: 'flattened' } },
    });
    expect(missing.map(({ path }) => path.join('.'))).toEqual(['b.d']);
    const dotted = missingFields(fields, { properties: { a: {}, 'b.c': { type: 'long' }, 'b.d': { type: 'long' } } });
    expect(dotted.map(({ path }) => path.join('.'))).toEqual(['e', 'e.x', 'e.x.y']);
    const flat = { subobjects: false, properties: { a: {}, 'b.c': {}, 'e.x.y': {} } };
    expect(missingFields(fields, flat).map(({ path }) => path.join('.'))).toContain('b.d');
  });
});

describe('words about a field', () => {
  it('have a range only where there is one', () => {
    const figures = (...values: readonly string[]) => {
      const field = ofValues(values);
      return field === undefined ? '' : figuresText(field);
    };
    expect(figures('"a"', '"b"')).toContain('; 1 character; ');
    expect(figures('"abcdefghij"', '"bcdefghijk"')).toContain('; 10 characters; ');
    expect(figures('"a"', '"bcd"')).toContain('; 1 to 3 characters; ');
    expect(ofValues(['7', '7'])?.reason).toBe('Every value is the whole number 7.');
  });

  it('are cut between characters, wherever that is', () => {
    for (const filler of ['', 'x', 'xx', 'xxx']) {
      const long = `${filler}${'🎈'.repeat(300)}`;
      const texts = [
        `{"a":"${long}"}`,
        `{"n":{"${long}":1,"${long}":2}}`,
        `{"a":"${long}","_id${long}":1,"a..${long}":2}`,
      ];
      const collector = collect(texts);
      const said = JSON.stringify([proposeMapping(collector, ES), collector.faults]);
      expect(said).toContain('🎈…');
      expect(said).not.toMatch(/\\\\?ud[89a-f]|\p{Surrogate}/iu);
    }
  });
});
