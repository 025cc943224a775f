import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { reduce } from '#domain/commands';
import { createState } from '#domain/document';
import { deepEqual, isObject, valueAt, type Body, type JsonObject, type JsonValue } from '#domain/json';
import { lint, RULE_IDS, type LintInput } from '#domain/lint';
import { foreseenRefusals, validateMappings } from '#domain/mapping';
import { locateMappings } from '#domain/template';
import { body } from '../src/fuzz/generate/definitions.ts';
import { engineMappings } from '../src/fuzz/generate/engine-mappings.ts';
import { randomFrom } from '../src/fuzz/generate/random.ts';
import { stampSource } from '../src/fuzz/generate/stamps.ts';
import { jsonValue, objectOf } from '../src/fuzz/generate/values.ts';
import { damagedMappings } from '../src/fuzz/laws/import.ts';
import { checkLaw, expectMoreThan } from './law.ts';

const ENGINES: readonly TargetEngine[] = [
  { distribution: 'elasticsearch', version: '7.17' },
  { distribution: 'elasticsearch', version: '8.12' },
  { distribution: 'opensearch', version: '1.3' },
  { distribution: 'opensearch', version: '2.19' },
];
const UPGRADES: readonly TargetEngine[] = [
  { distribution: 'elasticsearch', version: '9.5' },
  { distribution: 'opensearch', version: '3.4' },
];

const EVERYTHING = { on: new Set(RULE_IDS) };

/** What rules know beside a body, so that each of them has something to say. */
const surroundings = (target: TargetEngine) => ({
  target,
  upgradeTo: UPGRADES,
  usage: new Map<string, never>(),
  growth: [1, 2, 3].map((count) => ({ name: `logs-${count}`, fields: count })),
  template: {
    name: 'own',
    indexTemplates: new Map<string, JsonObject>([['all', { index_patterns: ['*'], priority: 5 }]]),
    legacyTemplates: new Map<string, JsonObject>([['old', { index_patterns: ['a*'] }]]),
  },
});

const inputOf = (value: JsonValue, target: TargetEngine): LintInput => ({
  ...surroundings(target),
  ...locateMappings(value),
  body: value,
});

/** Names that rules go by, put over those of the fields at the root. */
const NAMES = ['id', 'user_id', 'created_at', 'date', 'zip'];

function named(mappings: JsonObject): JsonObject {
  const fields = isObject(mappings['properties']) ? Object.values(mappings['properties']) : [];
  return {
    ...mappings,
    properties: objectOf(fields.map((each, index) => [NAMES[index] ?? `f${index}`, each] as const)),
  };
}

/** Mappings that an engine takes, for that engine. */
const taken = fc.tuple(fc.constantFrom(...ENGINES), fc.nat()).map(([target, seed]) => ({
  target,
  value: named(engineMappings(target).mappings(randomFrom(seed))),
}));

const faultsIn = (value: Body, target: TargetEngine) =>
  isObject(value) ? validateMappings(value).errors.length + foreseenRefusals({}, value, target).length : 0;

describe('a lint', () => {
  it('points at what exists, and changes nothing', () => {
    let found = 0;
    const values = fc.oneof(
      damagedMappings(),
      jsonValue(),
      body().map((each) => each.body),
      taken.map(({ value }) => value),
    );
    checkLaw('findings lead into the body', fc.tuple(values, fc.constantFrom(...ENGINES)), ([value, target]) => {
      const before: JsonValue = structuredClone(value);
      const { findings, noData } = lint(inputOf(value, target), EVERYTHING);
      found += findings.length;
      for (const { at, evidence } of findings) {
        expect(valueAt(value, at), at).toBeDefined();
        expect(evidence).not.toBe('');
      }
      expect(noData).toEqual([]);
      expect(deepEqual(value, before)).toBe(true);
    });
    expectMoreThan(1_000, found);
  });

  it('has fixes that take their finding away, and that no engine refuses for it', () => {
    const fixed = new Map<string, number>();
    checkLaw('fixes', taken, ({ target, value }) => {
      const input = inputOf(value, target);
      const { findings } = lint(input, EVERYTHING);
      const state = createState({ body: value });
      // One of each kind: the others differ by their place only.
      const kinds = new Map(
        findings.map((finding) => [`${finding.rule} ${finding.fix?.title ?? ''}`, finding] as const),
      );
      for (const { rule, at, evidence, fix } of kinds.values()) {
        if (fix === null) continue;
        const reduced = reduce(state, fix.command, stampSource()());
        if (!('event' in reduced)) throw new Error(`${rule} at ${at}: ${fix.title} is rejected`);
        const after = reduced.after.body;
        const left = lint(inputOf(after ?? null, target), EVERYTHING).findings;
        expect(
          left.filter((each) => each.rule === rule && each.at === at && each.evidence === evidence),
          `${rule} at ${at}`,
        ).toEqual([]);
        expect(faultsIn(after, target), `${rule} at ${at}`).toBeLessThanOrEqual(faultsIn(value, target));
        fixed.set(rule, (fixed.get(rule) ?? 0) + 1);
      }
    });
    for (const rule of [
      'upgrade',
      'dynamic-root',
      'keyword-without-ignore-above',
      'numeric-identifier',
      'date-as-text',
    ])
      expectMoreThan(5, fixed.get(rule) ?? 0, rule);
  });
});
