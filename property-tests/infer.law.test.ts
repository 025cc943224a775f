import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { documentTrials, tryDocument } from '#domain/documents';
import { DocumentCollector, proposeMapping } from '#domain/infer';
import { JsonTextError, parseJson, type JsonValue } from '#domain/json';
import { foreseenRefusals, validateMappings } from '#domain/mapping';
import { checkLaw, expectMoreThan } from './law.ts';

const TARGETS: readonly TargetEngine[] = [
  { distribution: 'elasticsearch', version: '7.17.0' },
  { distribution: 'elasticsearch', version: '9.5.0' },
  { distribution: 'opensearch', version: '1.3.0' },
  { distribution: 'opensearch', version: '3.4.0' },
];

const list = (item: fc.Arbitrary<string>, max = 4) =>
  fc.array(item, { maxLength: max }).map((items) => `[${items.join(',')}]`);

const names = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('a', 'b', 'c', 'a.b', 'b.a.c', 'lat', 'lon', 'a.') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      '',
      ' ',
      '..',
      'a..b',
      '_id',
      '_doc_count',
      '_x',
      '_tier',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
);

/** The text of scalars, with several that are read as something else than they look like. */
const scalars = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '1', '-0', '1.0', '1e3', '9223372036854775807', '9223372036854775808'),
  fc.constantFrom('18446744073709551616', '-9223372036854775809', '1e39', '-1e308', '0.1234567890123', '12345678.5'),
  fc.constantFrom('""', '"true"', '"7"', '"007"', '"1.5"', '"NaN"', '"10.0.0.1"', '"::1"', '"fe80::1%eth0"'),
  fc.constantFrom('"2026-02-03"', '"2026-02-30"', '"2026-02-03T04:05:06Z"', '"2026-02-31T04:05:06Z"', '"2026"'),
  fc.constantFrom('"2026/02/03"', '"2026-02-03 04:05:06"', '"03/02/2026"', '"12/31/2026"', '"03.02.2026"'),
  fc.constantFrom('"52.5,13.4"', '"95.5,13.4"', '"\\u0041"', '"\\ud800"', '"é"', '"a b c"', '"😀"'),
  fc.integer({ min: 0, max: 3 }).map((times) => JSON.stringify('word '.repeat(times * 3_000))),
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text)),
);

const vectors = fc
  .tuple(fc.constantFrom(32, 32, 33, 130), fc.constantFrom('0.5', '0', '0.0', '1e-300', '2'))
  .map(([length, item]) => `[${Array.from({ length }, (_, at) => (at === 0 ? '0.0' : item)).join(',')}]`);

const points = fc
  .tuple(fc.constantFrom('1', '-89.5', '95', '"12"', 'null'), fc.constantFrom('2', '179.5', '181'))
  .map(([lat, lon]) => `{"lat":${lat},"lon":${lon}}`);

const { object: objects } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    { weight: 6, arbitrary: scalars },
    { weight: 1, arbitrary: points },
    { weight: 1, arbitrary: vectors },
    { weight: 2, arbitrary: list(tie('value')) },
    { weight: 2, arbitrary: tie('object') },
  ),
  object: fc
    .uniqueArray(fc.tuple(names, tie('value')), { selector: ([name]) => name, maxLength: 5 })
    .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
}));

/** Documents of one kind: conflicts are seldom where every value of a field has the same type. */
const alike = fc
  .tuple(names, scalars, scalars, fc.integer({ min: 1, max: 4 }))
  .map(([name, one, other, times]) =>
    Array.from({ length: times }, (_, at) => `{${JSON.stringify(name)}:${at % 2 === 0 ? one : other}}`),
  );
const documents = fc.oneof(fc.array(objects, { maxLength: 6 }), alike);

function collect(texts: readonly string[], maxPaths?: number): DocumentCollector {
  const collector = new DocumentCollector(maxPaths);
  texts.forEach((text, at) => collector.addText(text, at + 1));
  return collector;
}

function parsed(text: string): JsonValue | null {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonTextError) return null;
    throw error;
  }
}

describe('a mapping inferred from documents', () => {
  it('takes every document that is not listed as one that no engine takes', () => {
    let accepted = 0;
    let listed = 0;
    const accepts = (texts: readonly string[], maxPaths?: number) => {
      const collector = collect(texts, maxPaths);
      for (const engine of TARGETS) {
        const { mappings, refusedNames } = proposeMapping(collector, engine);
        const faulty = new Set([
          ...collector.faults.map(({ line }) => line),
          ...refusedNames.flatMap(({ lines }) => lines),
        ]);
        const attempt = documentTrials({ mappings, engine });
        for (const [at, text] of texts.entries()) {
          const document = parsed(text);
          if (document === null) continue;
          if (faulty.has(at + 1)) {
            listed++;
            continue;
          }
          const { outcome, refusal } = attempt(document);
          expect(
            [outcome, refusal],
            `${text} on ${JSON.stringify(mappings)} of ${engine.distribution} ${engine.version}`,
          ).toEqual(['accepted', undefined]);
          accepted++;
        }
      }
    };
    checkLaw('the inferred mapping accepts', documents, (texts) => accepts(texts), { times: 3 });
    checkLaw('with few paths', documents, (texts) => accepts(texts, 3));
    expectMoreThan(2_000, accepted);
    expectMoreThan(20, listed);
  });

  it('is one that engines take', () => {
    checkLaw('the inferred mapping is valid', documents, (texts) => {
      for (const target of TARGETS) {
        const { mappings } = proposeMapping(collect(texts), target);
        expect(validateMappings(mappings).errors).toEqual([]);
        expect(foreseenRefusals({}, mappings, target), JSON.stringify(mappings)).toEqual([]);
      }
    });
  });

  it('lists no document that a mapping without fields takes', () => {
    checkLaw('faults are faults', documents, (texts) => {
      const collector = collect(texts);
      for (const { line, kind } of collector.faults) {
        const document = parsed(texts[line - 1] ?? '');
        if (kind === 'name' && document !== null)
          for (const engine of TARGETS) expect(tryDocument({ mappings: {}, engine }, document).outcome).toBe('refused');
        else expect(document).toBeNull();
      }
    });
  });

  it('is the same in any order of the documents', () => {
    const shuffled = documents.chain((texts) =>
      fc.tuple(fc.constant(texts), fc.shuffledSubarray(texts, { minLength: texts.length })),
    );
    checkLaw('the order of documents', shuffled, ([texts, others]) => {
      for (const engine of TARGETS) {
        const [one, other] = [texts, others].map((each) => proposeMapping(collect(each), engine));
        expect(other?.mappings).toEqual(one?.mappings);
        const plain = (inferred: typeof one) =>
          new Map(inferred?.fields.map(({ path, reason, figures }) => [path.join('\0'), { reason, figures }]));
        expect(plain(other)).toEqual(plain(one));
      }
    });
  });

  it('tells no more paths apart than its limit', () => {
    checkLaw('the limit of paths', fc.tuple(documents, fc.integer({ min: 1, max: 8 })), ([texts, limit]) => {
      const { tree } = collect(texts, limit);
      expect(tree.size).toBeLessThanOrEqual(limit);
    });
  });
});

describe('the bytes of a document', () => {
  /** Texts that are nearly JSON. */
  const broken = fc
    .tuple(
      objects,
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', '{', '\\', '0', '-', '.', 'e', '\u0001', ' ', '\n', 'nul'),
    )
    .map(([text, place, other]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + other + text.slice(at + 1);
    });

  it('are read wherever the parser reads them, and nowhere else', () => {
    let read = 0;
    let refused = 0;
    checkLaw(
      'scanner and parser',
      fc.oneof(objects, broken),
      (text) => {
        const collector = collect([text]);
        const [fault] = collector.faults;
        const isJson = parsed(text) !== null;
        if (isJson) read++;
        else refused++;
        const isRead = fault === undefined || fault.kind === 'name' || fault.kind === 'root';
        // What is named first of several faults may differ.
        if (isJson) expect(isRead, `${text}: ${fault?.reason ?? ''}`).toBe(true);
        else if (isRead) expect(() => JSON.parse(text), text).not.toThrow();
      },
      { times: 3 },
    );
    expectMoreThan(500, read);
    expectMoreThan(300, refused);
  });
});
