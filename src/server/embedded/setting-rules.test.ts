import Schema from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import { INDEX_SETTINGS, type SettingValue } from '#domain/catalogue';
import { codeSchema } from '#domain/code';
import { formatJson, type JsonValue } from '#domain/json';
import { settingRule } from './setting-rules.ts';
import { nest } from './settings.ts';
import { ENGINE_VERSION } from './version.ts';

const TARGET = { distribution: 'elasticsearch', version: ENGINE_VERSION } as const;
const SCHEMA = Schema.Compile(JSON.parse(formatJson(codeSchema('component_template', TARGET))) as object);
const takes = (settings: object) => SCHEMA.Check({ template: { settings } });

const SAMPLES: readonly JsonValue[] = [
  ...[-2, -1, 0, 1, 2, 50, 1_024, 1_025, 1.5, true, false],
  ...[
    '-1',
    '0',
    '1',
    '50',
    '+7',
    '1.5',
    ' 1',
    'x',
    '',
    'true',
    'false',
    'True',
    '5s',
    '5 s',
    ' 5S ',
    '00',
    '5sec',
    '1d',
    '1.5h',
  ],
  ...['5gb', '1.5gb', '5GB', '5 gb', '5k', 'gb', '0-all', '0-5', '5-', 'all', 'NONE', 'async', 'REQUEST', 'checksum'],
];
/** A setting is text to the engine. What a document has no other way to say is compared as text, too. */
const TEXTS: readonly SettingValue['kind'][] = ['integer', 'long'];

const shared = Object.entries(INDEX_SETTINGS).flatMap(([name, { value, changes }]) => {
  const rule = settingRule(`index.${name}`);
  return rule === undefined || changes === 'private' ? [] : [{ name, value, rule }];
});

describe('the settings of the sandbox and the schema of templates', () => {
  it('are most of those of the reference', () => {
    expect(shared.length).toBeGreaterThan(100);
  });

  it.each(shared)('agree on the values of $name', ({ name, value, rule }) => {
    const wrong = SAMPLES.flatMap((sample) => {
      const isTaken = rule.problem(String(sample), `index.${name}`) === null;
      const isOffered = takes({ [`index.${name}`]: sample });
      // The range of a number that is written as text is left to the engine, and so is a word of a plugin.
      const isLeft =
        isOffered && !isTaken && typeof sample === 'string' && (TEXTS.includes(value.kind) || name === 'codec');
      return isTaken === isOffered || isLeft ? [] : [[sample, { isTaken, isOffered }]];
    });
    expect(wrong).toEqual([]);
    for (const sample of SAMPLES) {
      const isOffered = takes({ [`index.${name}`]: sample });
      const text = String(sample);
      expect([sample, takes(nest({ [`index.${name}`]: text }))]).toEqual([sample, takes({ [`index.${name}`]: text })]);
      expect([sample, takes({ index: nestedIn(name, sample) })]).toEqual([sample, isOffered]);
      expect([sample, takes(nestedIn(name, sample))]).toEqual([sample, isOffered]);
    }
  });

  it('takes what it does not know', () => {
    expect(takes({ 'index.of_a_plugin': { a: [1] }, index: { of_a_plugin: 1, knn: 'x' }, analysis: {} })).toBe(true);
  });
});

function nestedIn(name: string, value: JsonValue): object {
  return name.split('.').reduceRight<unknown>((below, part) => ({ [part]: below }), value) as object;
}
