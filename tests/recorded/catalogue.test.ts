import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

import { formatJson, parseJson, type JsonObject } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import type { TypeEntry } from '../../src/domain/catalogue/types.ts';
import { runningTally } from '../../src/fuzz/case/tally.ts';
import { AGREES, COMPARISON } from '../../src/fuzz/compare/compared.ts';
import type { Compared } from '../../src/fuzz/compare/disagreements.ts';
import type { RecordedAnswers } from './recorded-engine.ts';

type Writable = { -readonly [Key in keyof TypeEntry]: TypeEntry[Key] } & {
  parameters: Record<string, TypeEntry['parameters'][string]>;
};

/** A false entry of the catalogue, and what shows that it is false. */
interface Plant {
  readonly name: string;
  readonly type: string;
  readonly plant: (entry: Writable) => void;
  readonly before: JsonObject;
  readonly after?: JsonObject;
  readonly breaks: Compared;
}

const GIVEN: readonly Plant[] = [
  {
    name: 'a parameter that the engine does not know on the type',
    type: 'long',
    plant: ({ parameters }) => (parameters['ignore_above'] = {}),
    before: { type: 'long', ignore_above: 5 },
    breaks: 'the engine takes what validation lets through',
  },
  {
    name: 'a parameter of shapes on a number',
    type: 'long',
    plant: ({ parameters }) => (parameters['precision'] = { engines: { elasticsearch: {}, opensearch: {} } }),
    before: { type: 'long', precision: '100m' },
    breaks: 'the engine takes what validation lets through',
  },
  {
    name: 'a parameter that is taken and ignored, though it is refused',
    type: 'boolean',
    plant: (entry) => (entry.tolerates = { no_such: { elasticsearch: {}, opensearch: {} } }),
    before: { type: 'boolean', no_such: 1 },
    breaks: 'the engine takes what validation lets through',
  },
  {
    name: 'a value that the engine refuses',
    type: 'keyword',
    plant: ({ parameters }) => (parameters['ignore_above'] = { accepts: () => true }),
    before: { type: 'keyword', ignore_above: 'ten' },
    breaks: 'the engine takes what validation lets through',
  },
  {
    name: 'a parameter that is missing, though the engine knows it',
    type: 'keyword',
    plant: ({ parameters }) => delete parameters['ignore_above'],
    before: { type: 'keyword', ignore_above: 5 },
    breaks: 'validation lets through what the engine takes',
  },
  {
    name: 'a range of versions that ends too early',
    type: 'keyword',
    plant: ({ parameters }) =>
      (parameters['normalizer'] = { engines: { elasticsearch: { until: '7.0' }, opensearch: { until: '1.0' } } }),
    before: { type: 'keyword', normalizer: 'sample' },
    breaks: 'validation lets through what the engine takes',
  },
  {
    name: 'a change that takes a new index, though it is possible',
    type: 'keyword',
    plant: ({ parameters }) => (parameters['ignore_above'] = { liveChange: 'reindex' }),
    before: { type: 'keyword', ignore_above: 5 },
    after: { type: 'keyword', ignore_above: 9 },
    breaks: 'the engine takes a change as it is classed',
  },
  {
    name: 'a change that is possible, though it takes a new index',
    type: 'keyword',
    plant: ({ parameters }) => (parameters['store'] = { liveChange: 'updatable' }),
    before: { type: 'keyword', store: true },
    after: { type: 'keyword', store: false },
    breaks: 'the engine takes a change as it is classed',
  },
];

const OF_ENGINE: Readonly<Record<string, readonly Plant[]>> = {
  'elasticsearch-9.5.3': [
    {
      name: 'a range of versions that ends too late',
      type: 'binary',
      plant: (entry) => (entry.tolerates = { boost: { elasticsearch: {} } }),
      before: { type: 'binary', boost: 1 },
      breaks: 'the engine takes what validation lets through',
    },
  ],
  'opensearch-3.4.0': [
    {
      name: 'a parameter of another distribution',
      type: 'keyword',
      plant: ({ parameters }) =>
        (parameters['time_series_dimension'] = { engines: { elasticsearch: {}, opensearch: {} } }),
      before: { type: 'keyword', time_series_dimension: true },
      breaks: 'the engine takes what validation lets through',
    },
  ],
};

/** `RECORD_ENGINE=http://…` asks that engine for what is not recorded, and keeps it. */
const RECORDED_FROM = process.env['RECORD_ENGINE'];

async function asked({ method, path, query = {}, body }: ClusterCall) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const url = `${RECORDED_FROM ?? ''}/${path.join('/')}?${search.toString()}`;
  if (method === 'PUT' && path.length === 1)
    await fetch(`${RECORDED_FROM ?? ''}/${path.join('/')}`, { method: 'DELETE' });
  const response = await fetch(url, {
    method,
    ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, body: parseJson(await response.text()) };
}

describe.each(Object.entries(OF_ENGINE))('the catalogue, held against recorded answers of %s', (name, own) => {
  const file = join(import.meta.dirname, `${name}.json`);
  const answers = parseJson(readFileSync(file, 'utf8')) as RecordedAnswers;
  const isRecorded = RECORDED_FROM !== undefined && process.env['RECORD_NAME'] === name;

  async function tried({ type, plant, before, after = before }: Plant, isPlanted: boolean) {
    // A catalogue of its own, which answers are kept in.
    vi.resetModules();
    const { typeEntry } = await import('#domain/catalogue');
    const { engineTarget } = await import('../../src/fuzz/targets/engine.ts');
    const { recordedEngine } = await import('./recorded-engine.ts');
    if (isPlanted) plant(typeEntry(type) as Writable);
    const counter = runningTally();
    const target = await engineTarget({
      cluster: recordedEngine(answers, isRecorded ? asked : undefined),
      newName: () => 'recorded',
      sandbox: () => expect.unreachable(),
    });
    try {
      await target.holds({ mappings: { properties: { f: before } }, wanted: { properties: { f: after } } }, counter);
    } finally {
      // Nobody else gets the planted one.
      vi.resetModules();
      if (isRecorded) writeFileSync(file, `${formatJson(answers, 1)}\n`);
    }
    return counter.tally().met[COMPARISON] ?? {};
  }

  it.each([...GIVEN, ...own])('agrees, and no longer with $name', async (plant) => {
    expect(Object.keys(await tried(plant, false))).toEqual([AGREES]);
    await expect(tried(plant, true)).rejects.toMatchObject({
      name: 'LawError',
      law: expect.stringMatching(new RegExp(`^${plant.breaks}: `)),
    });
  });
});
