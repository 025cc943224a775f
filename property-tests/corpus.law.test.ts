import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduce } from '#domain/commands';
import { createState } from '#domain/document';
import { applyPatch, formatJson, parseJson, readJson, valueAt, type Body, type JsonValue } from '#domain/json';
import {
  deNormalize,
  fieldCount,
  normalize,
  referencesTo,
  rootContainer,
  searchEntries,
  summaryOf,
  visibleRows,
} from '#domain/mapping';
import { locateMappings, type BodyKind, type MappingsPlace } from '#domain/template';
import { live } from '../src/fuzz/generate/histories.ts';
import { intents } from '../src/fuzz/generate/intents.ts';
import { stampSource } from '../src/fuzz/generate/stamps.ts';
import { isSameJson, objectOf } from '../src/fuzz/generate/values.ts';
import { isPlainObject, own, walkFields } from '../src/fuzz/generate/walk.ts';
import { NO_CORPUS, readCorpus, type CorpusFile } from '../tests/corpus.ts';
import { LAW_SEED, LEAST_ACCEPTED } from './law.ts';

interface Sample extends CorpusFile {
  readonly place: MappingsPlace;
}

const LEAST_FILES = 1_000;

const corpus = readCorpus()?.map((file): Sample => ({ ...file, place: locateMappings(file.body) }));

/** A law about every body of the corpus. */
function lawOfAll(name: string, holds: (samples: readonly Sample[]) => void): void {
  it(name, (context) => {
    if (corpus === undefined) return context.skip(NO_CORPUS);
    expect(corpus.length).toBeGreaterThanOrEqual(LEAST_FILES);
    holds(corpus);
  });
}

const mappingsOf = ({ body, place }: Sample): Body => valueAt(body, place.mappingsAt);
const fieldsOf = (sample: Sample) => walkFields(mappingsOf(sample), sample.place.mappingsAt);

const KINDS: ReadonlyMap<string, BodyKind> = new Map([
  ['mapping', 'mappings'],
  ['composable', 'index template'],
  ['component', 'component template'],
  ['legacy', 'legacy template'],
]);

describe('every real mapping', () => {
  lawOfAll('is found in its body, with all of its fields', (samples) => {
    for (const sample of samples) {
      const { file, kind, body, place } = sample;
      const fields = fieldsOf(sample);
      const root = rootContainer(body, place.mappingsAt);
      if (KINDS.has(kind)) expect(place.kind, file).toBe(KINDS.get(kind));
      if (place.types !== undefined) expect(root, file).toBeUndefined();
      expect(root === undefined ? 0 : fieldCount(summaryOf(root)), file).toBe(fields.length);
      // To the manifest several types are counted together, and one that is called "type" is none.
      if (place.types === undefined && !place.mappingsAt.endsWith('/type'))
        expect(fields, file).toHaveLength(sample.fields);
    }
  });

  lawOfAll('is what its normalized set says', (samples) => {
    for (const sample of samples) {
      const mappings = mappingsOf(sample);
      if (mappings === undefined) continue;
      const properties = isPlainObject(mappings) ? own(mappings, 'properties') : undefined;
      for (const mappingsAt of ['', sample.place.mappingsAt]) {
        expect(isSameJson(deNormalize(normalize(mappings, { mappingsAt })), properties), sample.file).toBe(true);
      }
    }
  });

  lawOfAll('keeps every value as text, and is read as the platform reads it where it can', (samples) => {
    for (const { file, text } of samples) {
      const { value, notices } = readJson(text);
      expect(notices, file).toEqual([]);
      for (const indent of [0, 2]) expect(isSameJson(parseJson(formatJson(value, indent)), value), file).toBe(true);
      expect(isSameJson(withDoubles(value), JSON.parse(text) as JsonValue), file).toBe(true);
    }
  });

  lawOfAll('stays as it was while somebody looks at all of it, and is saved without an event', (samples) => {
    for (const sample of samples) {
      const {
        file,
        body,
        place: { mappingsAt },
      } = sample;
      const before = formatJson(body);
      const state = createState({ body, mappingsAt });
      const fields = fieldsOf(sample);
      for (const isExpandedByDefault of [true, false]) {
        const rows = visibleRows(body, mappingsAt, { isExpandedByDefault, exceptions: {} });
        const shown = isExpandedByDefault ? fields : fields.filter(({ parent }) => parent === null);
        expect(
          Array.from({ length: rows.count }, (_, index) => rows.rowAt(index).id),
          file,
        ).toEqual(shown.map(({ id }) => id));
      }
      expect(
        searchEntries(body, mappingsAt).map(({ id }) => id),
        file,
      ).toEqual(fields.map(({ id }) => id));
      for (const { id } of fields) referencesTo(body, mappingsAt, id);
      const mappings = mappingsOf(sample);
      if (isPlainObject(mappings)) {
        const command = { type: 'editor.replaceMappings', payload: { mappings: parseJson(formatJson(mappings, 2)) } };
        expect(reduce(state, command, stampSource()()), file).toEqual({ unchanged: true });
      }
      expect(formatJson(body), file).toBe(before);
    }
  });

  lawOfAll('comes back, change by change, from what people do to it', (samples) => {
    const wants = fc.sample(intents(undefined, { minLength: 8, maxLength: 8 }), {
      numRuns: samples.length,
      seed: LAW_SEED,
    });
    let given = 0;
    let accepted = 0;
    samples.forEach(({ file, body, place: { mappingsAt } }, index) => {
      const before = formatJson(body);
      const history = live({ body, mappingsAt, fromNothing: false, authorCount: 2, wants: wants[index] ?? [] });
      given += history.given;
      accepted += history.accepted;
      let back = history.state.body;
      for (const { inverse } of [...history.events].reverse()) back = applyPatch(back, inverse ?? []).body;
      expect(isSameJson(back, body), file).toBe(true);
      expect(formatJson(body), file).toBe(before);
    });
    expect(accepted / given, 'the share of accepted commands').toBeGreaterThanOrEqual(LEAST_ACCEPTED);
  });
});

function withDoubles(value: JsonValue): JsonValue {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withDoubles);
  return isPlainObject(value)
    ? objectOf(Object.entries(value).map(([name, item]) => [name, withDoubles(item)] as const))
    : value;
}
