import { expect } from 'vitest';
import { formatJson, valueAt, type JsonObject } from '#domain/json';
import type { Engine } from '../engine.ts';

export interface DataSet {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly documentAt: (at: number, random: () => number) => JsonObject;
}

/** A congruential generator, so that each run has the same documents. */
function generator(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

/** Words of which a few are frequent and most are rare. */
function words(count: number, random: () => number): string {
  return Array.from({ length: count }, () => `w${Math.floor(5_000 * random() ** 4)}`).join(' ');
}

export const DATA_SETS: readonly DataSet[] = [
  {
    name: 'logs',
    properties: { at: 'date', level: 'keyword', host: 'keyword', message: 'text', bytes: 'long' },
    documentAt: (at, random) => ({
      at: 1_700_000_000_000 + at * 1_000,
      level: random() < 0.9 ? 'info' : 'error',
      host: `host-${Math.floor(random() * 40)}`,
      message: words(12, random),
      bytes: Math.floor(random() * 100_000),
    }),
  },
  {
    name: 'products',
    properties: { sku: 'keyword', title: 'text', tags: 'keyword', price: 'double', stock: 'integer' },
    documentAt: (at, random) => ({
      sku: `SKU-${at}-${Math.floor(random() * 1e9)}`,
      title: words(6, random),
      tags: [`t${Math.floor(random() * 30)}`, `t${Math.floor(random() * 300)}`],
      price: Math.floor(random() * 10_000) / 100,
      stock: Math.floor(random() * 50),
    }),
  },
  {
    name: 'metrics',
    properties: { at: 'date', host: 'keyword', cpu: 'double', memory: 'long', disk: 'float' },
    documentAt: (at, random) => ({
      at: 1_700_000_000_000 + at * 10_000,
      host: `host-${at % 25}`,
      cpu: random(),
      memory: Math.floor(random() * 2 ** 34),
      disk: random() * 100,
    }),
  },
  {
    name: 'people',
    properties: { email: 'keyword', name: 'text', country: 'keyword', ip: 'ip', born: 'date' },
    documentAt: (at, random) => ({
      email: `person.${at}@example-${Math.floor(random() * 500)}.org`,
      name: words(2, random),
      country: `c${Math.floor(random() * 180)}`,
      ip: `10.${at % 250}.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}`,
      born: `19${50 + Math.floor(random() * 49)}-0${1 + Math.floor(random() * 9)}-11`,
    }),
  },
  {
    name: 'articles',
    properties: { id: 'keyword', section: 'keyword', body: 'text', views: 'long' },
    documentAt: (at, random) => ({
      id: `a${at}`,
      section: `s${Math.floor(random() * 12)}`,
      body: words(40 + Math.floor(random() * 60), random),
      views: Math.floor(1 / (random() + 1e-6)),
    }),
  },
];

/** The lines of a bulk request for each of `total` documents; `seed` decides which. */
export function documentsOf(set: DataSet, total: number, seed: number): readonly string[] {
  const random = generator(seed);
  return Array.from(
    { length: total },
    (_, id) => `{"index":{"_id":"d${id}"}}\n${formatJson(set.documentAt(id, random))}\n`,
  );
}

/** Makes an index of all documents; returns its size, merged. */
export async function fillIndex(
  engine: Engine,
  index: string,
  mappings: JsonObject,
  documents: readonly string[],
): Promise<number> {
  await engine.request('DELETE', `/${index}`);
  const settings = { number_of_shards: 1, number_of_replicas: 0, refresh_interval: '-1' };
  const made = await engine.request('PUT', `/${index}`, { settings, mappings });
  expect(made.status).toBe(200);
  for (let at = 0; at < documents.length; at += 4_000) {
    const response = await fetch(`${engine.url}/${index}/_bulk`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: documents.slice(at, at + 4_000).join(''),
    });
    expect(await response.json()).toMatchObject({ errors: false });
  }
  await engine.request('POST', `/${index}/_refresh`);
  await engine.request('POST', `/${index}/_forcemerge?max_num_segments=1`);
  await engine.request('POST', `/${index}/_refresh`);
  const { body } = await engine.request('GET', `/${index}/_stats/store`);
  return Number(valueAt(body, '/_all/primaries/store/size_in_bytes'));
}
