import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { CLUSTER } from '../../fuzz/generate/stamps.ts';
import { indexStream, liveDocument, liveTemplateDocument, templateStream } from '#domain/document';
import type { JsonObject } from '#domain/json';
import { noteReading, seenReadings } from './seen-readings.ts';

const keyword = { type: 'keyword' };
const mappings: JsonObject = { dynamic: false, properties: { a: keyword, b: keyword } };
const STREAM = indexStream({ cluster: 'uuid-of-c', name: 'logs', uuid: 'u1' });
const INDEX = { kind: 'index', name: 'logs', clusters: ['c', 'uuid-of-c'] } as const;

const begun = (body: JsonObject) => given(undefined, '/mappings').after('document.create', { body }, CLUSTER);
const eventOf = ({ events }: ReturnType<typeof begun>) => {
  const event = events.at(-1);
  if (event === undefined) throw new Error('There is no event.');
  return event;
};
const found = (body: JsonObject) => eventOf(begun(liveDocument(body)));
const followed = (now: JsonObject) =>
  eventOf(begun(liveDocument({ properties: {} })).after('mapping.follow', { mappings: now }, CLUSTER));

describe('what a server has read', () => {
  it('is found in what begins a document and in what follows, in whatever order its members are', () => {
    const seen = seenReadings();
    seen.note(INDEX, mappings);
    const turned = { properties: { b: keyword, a: keyword }, dynamic: false };
    for (const event of [found(mappings), found(turned), followed(mappings), followed(turned)])
      expect(seen.has(STREAM, event)).toBe(true);
    expect(seen.has(indexStream({ cluster: 'c', name: 'logs', uuid: 'u1' }), found(mappings))).toBe(true);
  });

  it('is nothing else, of no other object, and of nobody but a cluster', () => {
    const seen = seenReadings();
    seen.note(INDEX, mappings);
    const other = { ...mappings, dynamic: true };
    expect(seen.has(STREAM, found(other))).toBe(false);
    expect(seen.has(STREAM, followed(other))).toBe(false);
    for (const stream of [
      indexStream({ cluster: 'c', name: 'other', uuid: 'u1' }),
      indexStream({ cluster: 'elsewhere', name: 'logs', uuid: 'u1' }),
      indexStream({ name: 'logs', uuid: 'u1' }),
      templateStream({ kind: 'index_template', cluster: 'c', name: 'logs' }),
      'draft/a',
    ])
      expect(seen.has(stream, found(mappings))).toBe(false);
    expect(seen.has(STREAM, { ...found(mappings), author: { id: 'ada', name: 'Ada', verified: true } })).toBe(false);
  });

  it('is what it has read last: what the cluster had before that is told by a browser alone', () => {
    const seen = seenReadings();
    seen.note(INDEX, mappings);
    const changed = { ...mappings, dynamic: true };
    seen.note(INDEX, changed);
    expect([found(mappings), followed(mappings)].map((event) => seen.has(STREAM, event))).toEqual([false, false]);
    expect([found(changed), followed(changed)].map((event) => seen.has(STREAM, event))).toEqual([true, true]);
    const properties = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`f${index}`, 1]));
    seen.note(INDEX, { properties });
    expect(seen.has(STREAM, found(changed))).toBe(false);
  });

  it('of a template is found likewise', () => {
    const body = { index_patterns: ['a-*'], template: { mappings } };
    const seen = seenReadings();
    seen.note({ kind: 'component_template', name: 'a', clusters: ['c'] }, body);
    const event = eventOf(begun(liveTemplateDocument(body)));
    expect(seen.has(templateStream({ kind: 'component_template', cluster: 'c', name: 'a' }), event)).toBe(true);
    expect(seen.has(templateStream({ kind: 'index_template', cluster: 'c', name: 'a' }), event)).toBe(false);
  });

  it('is not noted where it is too large to be digested at once', () => {
    const properties = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`f${index}`, keyword]));
    const seen = seenReadings();
    seen.note(INDEX, { properties });
    expect(seen.has(STREAM, found({ properties }))).toBe(false);
  });

  it('is noted by the id of the cluster alone where its uuid can’t be asked for', async () => {
    const seen = seenReadings();
    const cluster = { entry: { id: 'c' }, capabilities: () => Promise.reject(new Error('forbidden')) } as never;
    const input = { params: { name: 'logs' } };
    await noteReading(seen, { id: 'mapping.get', input, cluster, read: { mappings } });
    expect(seen.has(indexStream({ cluster: 'c', name: 'logs', uuid: 'u1' }), found(mappings))).toBe(true);
    expect(seen.has(STREAM, found(mappings))).toBe(false);
  });
});
