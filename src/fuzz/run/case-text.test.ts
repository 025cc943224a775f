import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '#domain/document';
import type { JsonValue } from '#domain/json';
import { openLog, parseLogFile } from '#domain/log';
import { live, type HistoryScript } from '../generate/histories.ts';
import { isSameJson } from '../generate/values.ts';
import { lawsTarget } from '../targets/laws.ts';
import { editorTarget } from '../targets/editors.ts';
import { sessionTarget } from '../targets/sessions.ts';
import { textOfCase } from './case-text.ts';

/** So many cases of a target, always the same. */
const SAMPLES = { numRuns: 60, seed: 20261122 };

describe('textOfCase', () => {
  it('has the history of a case of edits as a log that comes to the same document', async () => {
    let logs = 0;
    for (const value of fc.sample(lawsTarget.values([]), SAMPLES)) {
      const { script } = value as unknown as { readonly script: HistoryScript };
      const text = await textOfCase({ target: 'laws', value }, 'fuzz-laws-1-2');
      if (text === null) {
        expect(script.mappingsAt).toBe('/none');
        continue;
      }
      const { events, stream } = openLog(parseLogFile(text).records);
      expect(stream).toBe('draft/fuzz-laws-1-2');
      expect(isSameJson(replay(undefined, events), live(script).state.body)).toBe(true);
      logs++;
    }
    expect(logs).toBeGreaterThan(SAMPLES.numRuns / 2);
  });

  it.each([sessionTarget, editorTarget])('has what a case of the target $name stored as a log', async (target) => {
    for (const value of fc.sample(target.values([]), { ...SAMPLES, numRuns: 10 })) {
      const text = await textOfCase({ target: target.name, value }, 'fuzz-1-2');
      const { events } = openLog(parseLogFile(text ?? '').records);
      expect(events[0]).toMatchObject({ type: 'document.created', stream: 'draft/fuzz-1-2' });
      expect(replay(undefined, events)).toBeTypeOf('object');
    }
  });

  it.each([
    ['import', { properties: {} }, '{\n  "properties": {}\n}'],
    ['import', [1], null],
    ['engine', { mappings: { properties: {} }, wanted: {} }, '{\n  "properties": {}\n}'],
    ['templates', { components: [], template: { index_patterns: ['a'] } }, '{\n  "index_patterns": [\n    "a"\n  ]\n}'],
    ['other', { numbers: [1] }, null],
    ['other', 7, null],
  ] satisfies [string, JsonValue, string | null][])(
    'has of a case of %s %j its mapping',
    async (target, value, text) => {
      expect(await textOfCase({ target, value }, 'name')).toBe(text);
    },
  );
});
