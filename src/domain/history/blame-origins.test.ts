import { expect, it } from 'vitest';
import { given, type Given } from '../../../tests/builders/given.ts';
import { ADA, BOB, CLUSTER, EVE } from '../../fuzz/generate/stamps.ts';
import { liveDocument, LIVE_MAPPINGS_AT } from '../document/live-document.ts';
import { originsOf, type Origin } from '../document/origin.ts';
import { SERVER_READER, type StoredEvent } from '../events/index.ts';
import { valueAt } from '../json/patch.ts';
import { BlameIndex } from './blame-index.ts';
import { blameOrigins, placeInOrigin } from './blame-origins.ts';

const keyword = { type: 'keyword' };
const OLD = 'index/c/old/1';
const DRAFT = 'draft/d';
const NEW = 'index/c/new/2';
const NEWEST = 'index/c/newest/3';

const at = (field: string) => `/mappings/properties/${field}`;
const edit = (field: string, changes: object) => ['field.edit', { field: at(field), ...changes }] as const;
const live = (properties: object) => liveDocument({ properties } as never);
const found = (properties: object) =>
  given(undefined, LIVE_MAPPINGS_AT).after('document.create', { body: live(properties) }, CLUSTER);

/** The end of a log, as a document names it that was made from it. */
function endOf(stream: string, { events }: Given): Origin {
  return { stream, version: events.length, hash: stream === OLD ? 'a'.repeat(64) : 'b'.repeat(64) };
}

/** The document of an index that was made from the ends of these logs, as the server begins it. */
function madeFrom(properties: object, ...continues: readonly Origin[]): Given {
  const payload = { body: live(properties), continues };
  return given(undefined, LIVE_MAPPINGS_AT).after('document.create', payload, SERVER_READER);
}

type Logs = Readonly<Record<string, Given>>;

/** Who set a value of a document, in which log and version: "Ada, index/c/old/1 2". */
async function blamer(stream: string, document: Given, logs: Logs) {
  const stored = (name: string, { events }: Given) =>
    events.map((event, position): StoredEvent => ({ ...event, stream: name, version: position + 1 }));
  const [first] = document.events;
  const index = new BlameIndex(stream);
  index.continueFrom(
    await blameOrigins(first as StoredEvent, async ({ stream: name, version }) => {
      const log = logs[name];
      return log === undefined ? null : stored(name, log).slice(0, version);
    }),
  );
  index.follow(document.state.history);
  const words = (by: ReturnType<BlameIndex['setBy']>) =>
    by === null ? null : `${by.event.author.name}, ${by.stream} ${by.version}`;
  return {
    setBy: (pointer: string) => words(index.setBy(pointer)),
    field(field: string) {
      const { named, parameters, last } = index.field(at(field), valueAt(document.state.body, at(field)));
      const each = Object.fromEntries(parameters.map(({ name, by }) => [name, words(by)]));
      return { named: words(named), last: words(last), ...each };
    },
  };
}

const old = found({ a: keyword, c: keyword })
  .after(...edit('a', { set: { ignore_above: 10 } }), ADA)
  .after('field.add', { parent: null, name: 'b', definition: keyword }, BOB);

it('what an index was made with is by who set it in the index that it was made from', async () => {
  const made = madeFrom({ a: { ...keyword, ignore_above: 10 }, b: keyword, c: keyword }, endOf(OLD, old));
  const blame = await blamer(NEW, made, { [OLD]: old });
  expect(blame.field('a')).toEqual({
    named: null,
    type: null,
    ignore_above: `${ADA.name}, ${OLD} 2`,
    last: `${ADA.name}, ${OLD} 2`,
  });
  expect(blame.field('b')).toMatchObject({ named: `${BOB.name}, ${OLD} 3`, type: `${BOB.name}, ${OLD} 3` });
  expect(blame.field('c')).toEqual({ named: null, type: null, last: null });
});

it('what differs was set when the index was made, and what comes after that in its own log', async () => {
  const made = madeFrom({ a: { ...keyword, ignore_above: 20 }, b: keyword, d: keyword }, endOf(OLD, old))
    .after(...edit('b', { name: 'e' }), EVE)
    .after(...edit('e', { set: { store: true } }), ADA);
  const blame = await blamer(NEW, made, { [OLD]: old });
  const making = `${SERVER_READER.name}, ${NEW} 1`;
  expect(blame.field('a')).toEqual({ named: null, type: null, ignore_above: making, last: making });
  expect(blame.field('d')).toEqual({ named: making, type: making, last: making });
  // It is followed across its rename to the name that it had then.
  expect(blame.field('e')).toEqual({
    named: `${EVE.name}, ${NEW} 2`,
    type: `${BOB.name}, ${OLD} 3`,
    store: `${ADA.name}, ${NEW} 3`,
    last: `${ADA.name}, ${NEW} 3`,
  });
});

it('asks the draft where the index has another value, and every log on the way', async () => {
  const draft = given(undefined)
    .after('document.create', { body: { properties: { a: keyword, b: keyword, c: keyword } } }, EVE)
    .after('field.edit', { field: '/properties/c', set: { index: false } }, BOB);
  const made = madeFrom({ a: keyword, b: keyword, c: { ...keyword, index: false } }, endOf(OLD, old), {
    ...endOf(DRAFT, draft),
  });
  const newest = madeFrom({ a: keyword, b: keyword, c: { ...keyword, index: false } }, endOf(NEW, made));
  const logs = { [OLD]: old, [DRAFT]: draft, [NEW]: made };
  const blame = await blamer(NEWEST, newest, logs);
  expect(blame.field('b')).toMatchObject({ type: `${BOB.name}, ${OLD} 3` });
  expect(blame.field('c')).toMatchObject({ type: null, index: `${BOB.name}, ${DRAFT} 2` });
  // Nothing that comes later in a log that was left counts.
  const changed = { ...logs, [OLD]: old.after(...edit('b', { set: { type: 'long' } }), EVE) };
  expect((await blamer(NEWEST, newest, changed)).field('b')).toMatchObject({ type: `${BOB.name}, ${OLD} 3` });
});

it('what is wanted and not sent yet is not what a clone was made with', async () => {
  const clone = madeFrom({ a: keyword, c: keyword }, endOf(OLD, old));
  const blame = await blamer(NEW, clone, { [OLD]: old });
  // The cluster had the field without the parameter before the record.
  expect(blame.field('a')).toEqual({ named: null, type: null, last: null });
});

it('is the making of the index where what it was made from can’t be read', async () => {
  const made = madeFrom({ a: keyword }, endOf(OLD, old));
  const blame = await blamer(NEW, made, {});
  const making = `${SERVER_READER.name}, ${NEW} 1`;
  expect(blame.field('a')).toEqual({ named: making, type: making, last: making });
  expect(blame.setBy(at('a'))).toBe(making);
  expect(made.events[0]?.summary).toBe('Made from old');
  expect(originsOf(made.events[0] as StoredEvent)).toEqual([endOf(OLD, old)]);
});

it('ends where logs are made from one another', async () => {
  const one = madeFrom({ a: keyword }, { stream: NEW, version: 1, hash: 'a'.repeat(64) });
  const blame = await blamer(NEW, one, { [NEW]: one });
  expect(blame.setBy(at('a'))).toContain(SERVER_READER.name);
});

it('is asked where the old document has the same value: as it was wanted, or as the cluster had it', () => {
  const unsent = { ...keyword, ignore_above: 10 };
  const body = {
    mappings: { properties: { a: unsent, b: keyword } },
    cluster: { properties: { a: keyword, b: keyword, c: keyword } },
  };
  const place = (field: string, value: object) => placeInOrigin(at(field), value as never, { stream: OLD, body });
  expect(place('a', keyword)).toBe('/cluster/properties/a');
  expect(place('a', unsent)).toBe(at('a'));
  expect(place('b', keyword)).toBe(at('b'));
  expect(place('a', { type: 'ip' })).toBe(at('a'));
  expect(place('c', { type: 'ip' })).toBe('/cluster/properties/c');
  expect(place('d', keyword)).toBeNull();
});
