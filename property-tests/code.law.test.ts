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
import { isArray, isObject, member } from '#domain/json';
import { isSameTemplate, type ClusterTemplates } from '#domain/template';
import { randomFrom } from '../src/fuzz/generate/random.ts';
import { templatePartsFrom } from '../src/fuzz/generate/template-sets.ts';
import { editYaml, newYamlText, parseYaml } from '../src/cli/code/yaml-text.ts';
import { rewritten } from '../tests/builders/template-spelling.ts';
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
  return {
    templates,
    indices: new Map(),
    engine: ELASTICSEARCH,
    references: {},
    reindex: { has: true },
    taken: new Set<string>(),
  };
};

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
      for (const request of requests) {
        if (request.kind === 'index') throw new Error('no index is wanted');
        const { kind, name, body, expects } = request;
        expect(state.get(`${kind}/${name}`)).toBe(expects);
        if (body === null) state.delete(`${kind}/${name}`);
        else state.set(`${kind}/${name}`, body);
      }
      for (const { kind, name, body } of wanted.objects)
        expect(isSameTemplate(state.get(`${kind}/${name}`) ?? {}, body)).toBe(true);
    });
  });
});
