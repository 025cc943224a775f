import { encodeTime } from 'ulid';
import { reduce } from '#domain/commands';
import {
  createState,
  indexStream,
  LIVE_BODY_AT,
  LIVE_MAPPINGS_AT,
  liveDocument,
  liveTemplateDocument,
  sampleStream,
  templateStream,
} from '#domain/document';
import { clusterAuthor, type Author, type DocumentEvent, type SealedRecord } from '#domain/events';
import { isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { EMPTY_HEAD, sealAfter } from '#domain/log';
import { mappingsAtOf } from '#domain/template';
import { CLUSTER_NAME } from './version.ts';

/** Nobody: no server vouches for it, and no person has this id. */
const SAMPLE_AUTHOR: Author = { id: 'sample-data', name: 'Sample data', verified: false };

const SAMPLE_CLUSTER = clusterAuthor(SAMPLE_AUTHOR);

/** What somebody could have saved at once, and why. */
interface SampleSave {
  readonly reason: string;
  readonly commands: readonly { readonly type: string; readonly payload: JsonValue }[];
}

/** How an object of the sample data came to be as it is. */
interface SampleStory extends Pick<SampleObject, 'kind' | 'name'> {
  /** The present mapping or template as it was at first. */
  readonly begin: (present: JsonObject) => JsonObject;
  readonly saves: readonly SampleSave[];
}

const keyword: JsonObject = { type: 'keyword' };

const STORIES: readonly SampleStory[] = [
  {
    kind: 'component_template',
    name: 'sandbox-host',
    begin: (present) =>
      without({ ...present, version: 1 }, ['template', 'mappings', 'properties', 'host', 'properties', 'os']),
    saves: [
      {
        reason: 'SHOP-31: find hosts by operating system',
        commands: [
          {
            type: 'field.add',
            payload: {
              parent: '/body/template/mappings/properties/host',
              name: 'os',
              definition: { properties: { name: keyword, version: { type: 'version' } } },
            },
          },
          { type: 'template.setLogistics', payload: { set: { version: 2 } } },
        ],
      },
    ],
  },
  {
    kind: 'index_template',
    name: 'sandbox-logs',
    begin: (present) =>
      without({ ...present, priority: 100, composed_of: ['sandbox-two-copies', 'sandbox-log-fields'] }, [
        'template',
        'mappings',
        'properties',
        'http',
        'properties',
        'bytes',
      ]),
    saves: [
      {
        reason: 'SHOP-18: response sizes on the dashboard',
        commands: [
          {
            type: 'field.add',
            payload: {
              parent: '/body/template/mappings/properties/http',
              name: 'bytes',
              definition: { type: 'long' },
            },
          },
        ],
      },
      {
        reason: 'SHOP-31: host names in every log',
        commands: [
          {
            type: 'template.setComponents',
            payload: { components: ['sandbox-two-copies', 'sandbox-log-fields', 'sandbox-host'] },
          },
          { type: 'template.setLogistics', payload: { set: { priority: 300 } } },
        ],
      },
    ],
  },
  {
    kind: 'index',
    name: 'sandbox-products',
    begin: (present) =>
      withValue(
        without(without(present, ['properties', 'weight_grams']), ['runtime']),
        ['properties', 'title', 'properties', 'en', 'fields', 'raw', 'ignore_above'],
        100,
      ),
    saves: [
      {
        reason: 'SHOP-22: shipping by weight',
        commands: [
          {
            type: 'field.add',
            payload: { parent: null, name: 'weight_grams', definition: { type: 'half_float' } },
          },
        ],
      },
      {
        reason: 'SHOP-27: sort long titles, and show the margin',
        commands: [
          {
            type: 'field.edit',
            payload: { field: '/mappings/properties/title/properties/en/fields/raw', set: { ignore_above: 200 } },
          },
          {
            type: 'runtimeField.add',
            payload: {
              name: 'margin',
              definition: { type: 'double', script: { source: "emit(doc['price.amount'].value * 0.4)" } },
            },
          },
        ],
      },
    ],
  },
];

/** A history of the sample data, as records that can be verified like any others. */
export interface SampleLog {
  readonly stream: string;
  readonly records: readonly SealedRecord[];
}

/** An object of the sample data as the engine has it: the mapping of an index with its uuid, or a template. */
export interface SampleObject {
  readonly kind: 'index' | 'index_template' | 'component_template';
  readonly name: string;
  readonly body: JsonObject;
  readonly uuid?: string;
}

/** The objects that have a history. */
export const SAMPLED: readonly Pick<SampleObject, 'kind' | 'name'>[] = STORIES;

/**
 * The histories of the sample data, by which each object is as it is: a few saves, all of the time at which the sample
 * data is made.
 */
export function sampleLogs(now: string, objects: readonly SampleObject[]): readonly SampleLog[] {
  let count = 0;
  const newId = () => `${encodeTime(Date.parse(now))}${String(++count).padStart(16, '0')}`;
  const stampFor = (author: Author, reason?: string) => ({
    ...{ id: newId(), at: now, author },
    ...(reason !== undefined && { reason }),
  });
  return objects.flatMap(({ kind, name, body, uuid = '' }): readonly SampleLog[] => {
    const story = STORIES.find((each) => each.kind === kind && each.name === name);
    if (story === undefined) return [];
    const { begin, saves } = story;
    const live =
      kind === 'index'
        ? indexStream({ cluster: CLUSTER_NAME, name, uuid })
        : templateStream({ kind, cluster: CLUSTER_NAME, name });
    const events: DocumentEvent[] = [];
    let state = createState({ body: undefined, mappingsAt: mappingsAtOf(live, undefined) });
    const add = (type: string, payload: JsonValue, author: Author, reason?: string) => {
      const reduced = reduce(state, { type, payload }, stampFor(author, reason));
      if (!('event' in reduced)) throw new TypeError(`The sample data can't have ${type} of ${name}`);
      events.push(reduced.event);
      state = reduced.after;
    };
    const first = begin(body);
    add(
      'document.create',
      { body: kind === 'index' ? liveDocument(first) : liveTemplateDocument(first) },
      SAMPLE_CLUSTER,
    );
    for (const { reason, commands } of saves) {
      for (const { type, payload } of commands) add(type, payload, SAMPLE_AUTHOR, reason);
      const saved = valueAt(state.body, kind === 'index' ? LIVE_MAPPINGS_AT : LIVE_BODY_AT) ?? {};
      const save = { sent: saved, action: newId() };
      if (kind === 'index') add('mapping.follow', { mappings: saved, ...save }, SAMPLE_CLUSTER);
      else add('template.follow', { body: saved, ...save }, SAMPLE_CLUSTER);
    }
    const stream = sampleStream(live);
    return [{ stream, records: sealAfter(stream, EMPTY_HEAD, events) }];
  });
}

/** An object with another value at the end of a path that it has. */
function withValue(object: JsonObject, [name = '', ...rest]: readonly string[], value: JsonValue): JsonObject {
  const inner = object[name];
  return { ...object, [name]: rest.length > 0 && isObject(inner) ? withValue(inner, rest, value) : value };
}

/** An object without the member at the end of a path. */
function without(object: JsonObject, [name = '', ...rest]: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]): [string, JsonValue][] => {
      if (key !== name) return [[key, value]];
      return rest.length === 0 || !isObject(value) ? [] : [[key, without(value, rest)]];
    }),
  );
}
