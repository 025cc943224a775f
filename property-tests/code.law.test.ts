import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import {
  adoptEdits,
  editCommentedJson,
  newJsonText,
  parseCommentedJson,
  planCode,
  type CodeObject,
} from '#domain/code';
import { isArray, isObject, member, type JsonObject, type JsonValue, type MutableJsonObject } from '#domain/json';
import { isSameTemplate, type ClusterTemplates } from '#domain/template';
import { randomFrom, type Random } from '../src/fuzz/generate/random.ts';
import { templatePartsFrom } from '../src/fuzz/generate/template-sets.ts';
import { editYaml, newYamlText, parseYaml } from '../src/cli/code/yaml-text.ts';
import { checkLaw } from './law.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '9.5.3' };

interface Drawn {
  readonly seed: number;
  readonly objects: readonly CodeObject[];
}

/** A template with its components, as files. */
function drawnFrom(seed: number): Drawn {
  const { components, template, isStream } = templatePartsFrom(randomFrom(seed), ELASTICSEARCH);
  const named = components.map((part, at) => ({ name: `c${at}`, body: { template: part } }));
  return {
    seed,
    objects: [
      ...named.map(({ name, body }): CodeObject => ({ kind: 'component_template', name, body, file: name })),
      {
        kind: 'index_template',
        name: 't',
        file: 't',
        body: {
          index_patterns: ['t-*'],
          composed_of: named.map(({ name }) => name),
          template,
          ...(isStream && { data_stream: {} }),
        },
      },
    ],
  };
}

const drawn = fc.nat().map(drawnFrom);

const clusterOf = (objects: readonly CodeObject[]) => {
  const of = (kind: CodeObject['kind']) =>
    new Map(objects.filter((each) => each.kind === kind).map(({ name, body }) => [name, body]));
  const templates: ClusterTemplates = {
    componentTemplates: of('component_template'),
    indexTemplates: of('index_template'),
    legacyTemplates: new Map(),
    dataStreams: [],
  };
  return { templates, engine: ELASTICSEARCH, references: {} };
};

/** The same template as somebody else would write it: keys in another order, settings flat, nested or as text. */
function rewritten(body: JsonObject, random: Random): JsonObject {
  const result: MutableJsonObject = {};
  const keys = Object.keys(body).toSorted(() => random.next() - 0.5);
  for (const key of keys) {
    const value = body[key] ?? null;
    if (key === 'template' && isObject(value)) result[key] = rewritten(value, random);
    else if (key === 'settings' && isObject(value)) result[key] = settingsOtherwise(value, random);
    else result[key] = key === 'index_patterns' ? value : shuffled(value, random);
  }
  return result;
}

function shuffled(value: JsonValue, random: Random): JsonValue {
  if (!isObject(value)) return value;
  const keys = Object.keys(value).toSorted(() => random.next() - 0.5);
  return Object.fromEntries(keys.map((key) => [key, shuffled(value[key] ?? null, random)]));
}

function settingsOtherwise(settings: JsonObject, random: Random): JsonObject {
  // The later by the alphabet counts where a setting is there twice: such are left as they are.
  const names = leafNames(settings);
  const bare = names.map(([path]) => path.replace(/^index\./, ''));
  if (new Set(bare).size < bare.length || bare.some((a) => bare.some((b) => b.startsWith(`${a}.`)))) return settings;
  const result: MutableJsonObject = {};
  for (const [path, value] of names) {
    const name = path.startsWith('index.') || random.below(2) === 0 ? path : `index.${path}`;
    const text = typeof value === 'object' ? value : random.below(2) === 0 ? String(value) : value;
    if (random.below(2) === 0) result[name] = text;
    else nest(result, name.split('.'), text);
  }
  return result;
}

function leafNames(settings: JsonObject, path: readonly string[] = []): readonly (readonly [string, JsonValue])[] {
  return Object.entries(settings).flatMap(([key, value]) =>
    isObject(value) && Object.keys(value).length > 0
      ? leafNames(value, [...path, key])
      : [[[...path, key].join('.'), value] as const],
  );
}

function nest(holder: MutableJsonObject, [first = '', ...rest]: readonly string[], value: JsonValue): void {
  if (rest.length === 0) {
    holder[first] = value;
    return;
  }
  const inner = holder[first];
  const next: MutableJsonObject = isObject(inner) ? { ...inner } : {};
  nest(next, rest, value);
  holder[first] = next;
}

describe('templates as code', () => {
  it('the plan of what was just applied is empty', () => {
    checkLaw('nothing is left to plan', drawn, ({ objects }) => {
      expect(planCode(objects, [], clusterOf(objects))).toMatchObject({
        items: [],
        requests: [],
        unchanged: objects.length,
      });
    });
  });

  it('what is only written in another way is no change', () => {
    checkLaw('another spelling is no change', drawn, ({ seed, objects }) => {
      const random = randomFrom(seed);
      const others = objects.map((object): CodeObject => ({ ...object, body: rewritten(object.body, random) }));
      expect(planCode(others, [], clusterOf(objects)).items).toEqual([]);
    });
  });

  it('one edit is exactly that change', () => {
    checkLaw('one edit', fc.tuple(drawn, fc.nat()), ([{ objects }, at]) => {
      const target = objects[at % objects.length];
      if (target === undefined) return;
      const part = member(target.body, 'template');
      const settings = isObject(part) ? member(part, 'settings') : undefined;
      const edited: CodeObject = {
        ...target,
        body: {
          ...target.body,
          template: {
            ...(isObject(part) && part),
            settings: { ...(isObject(settings) && settings), 'index.priority': 7 },
          },
        },
      };
      const files = objects.map((object) => (object === target ? edited : object));
      const { items } = planCode(files, [], clusterOf(objects));
      expect(items.map(({ name, changes }) => [name, changes.map(({ text }) => text)])).toEqual([
        [target.name, ['Set index.priority to 7']],
      ]);
    });
  });

  it('a file that adopted what a cluster has says the same, as JSON and as YAML', () => {
    checkLaw('adopted', fc.tuple(drawn, drawn), ([mine, theirs]) => {
      for (const { body: file } of mine.objects)
        for (const { body: cluster } of theirs.objects.slice(-1)) {
          const edits = adoptEdits(file, cluster);
          const json = parseCommentedJson(editCommentedJson(newJsonText(file), edits));
          const yaml = parseYaml(editYaml(newYamlText(file), edits));
          expect(isObject(json) && isSameTemplate(json, cluster)).toBe(true);
          expect(isObject(yaml) && !isArray(yaml) && isSameTemplate(yaml, cluster)).toBe(true);
        }
    });
  });

  it('requests are such that the state after all of them is what the files say', () => {
    checkLaw('requests reach it', fc.tuple(drawn, drawn), ([wanted, given]) => {
      const { requests, items } = planCode(wanted.objects, [], clusterOf(given.objects));
      if (items.some((item) => item.class === 'refused')) return;
      const state = new Map(given.objects.map((object) => [`${object.kind}/${object.name}`, object.body]));
      for (const { kind, name, body, expects } of requests) {
        expect(state.get(`${kind}/${name}`)).toBe(expects);
        if (body === null) state.delete(`${kind}/${name}`);
        else state.set(`${kind}/${name}`, body);
      }
      for (const { kind, name, body } of wanted.objects)
        expect(isSameTemplate(state.get(`${kind}/${name}`) ?? {}, body)).toBe(true);
    });
  });
});
