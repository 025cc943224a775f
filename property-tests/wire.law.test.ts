import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reduce, type Command } from '#domain/commands';
import { clusterMappings, LIVE_MAPPINGS_AT, openState, type DocumentState } from '#domain/document';
import { clusterAuthor, isClusterAuthor, type Author, type StoredEvent } from '#domain/events';
import { bodyAt, supersededBy, unsentEvents } from '#domain/history';
import { deepEqual, isObject, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { planMappingUpdate } from '#domain/mapping';
import { stampSource } from '../src/fuzz/generate/stamps.ts';
import type { ChangedDocument } from '../src/ui/screens/change-history/documents.ts';
import { reachOf, type Reach } from '../src/ui/screens/change-history/reach.ts';
import { addField, editedMapping, savingServer, type SavingServer } from '../tests/builders/saving-server.ts';
import { refusal, startBadCluster, type Fault } from '../tests/e2e/bad-cluster.ts';
import { checkAsyncLaw, expectMoreThan } from './law.ts';

const PEOPLE: readonly Author[] = [
  { id: 'ada-of-wire', name: 'Ada', verified: false },
  { id: 'bob-of-wire', name: 'Bob', verified: false },
];
/** An engine that takes changes of parameters as the embedded one. */
const TARGET = { distribution: 'elasticsearch', version: '8.17.0' } as const;
/** What becomes of a request: answered, done without an answer, lost before it is done, or refused. */
const FATES = ['answered', 'cut', 'lost', 'refused'] as const;
type Fate = (typeof FATES)[number];

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), who: fc.nat(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('edit' as const, 'remove' as const, 'rename' as const),
      who: fc.nat(1),
      field: fc.nat(20),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('history.undo' as const, 'history.redo' as const), who: fc.nat(1) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('changes.discard' as const), who: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('past us' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), who: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('apply' as const),
      who: fc.nat(1),
      fate: fc.oneof({ weight: 3, arbitrary: fc.constant<Fate>('answered') }, fc.constantFrom<Fate>(...FATES)),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A request that changed the mapping, as it came to the cluster. */
interface SentUpdate {
  readonly fate: Fate;
  /** What the document was at. */
  readonly version: number;
  /** What it asked for that the cluster did not have. */
  readonly asked: ReadonlySet<string>;
}

const cluster = await startBadCluster();
const stamp = stampSource(903);
let server: SavingServer;
let count = 0;

beforeAll(async () => {
  server = await savingServer('--cluster', cluster.url);
});
afterAll(() => server.close());

/** Has people live through steps with an index of their own; resolves with what the history says that is not so. */
async function contradictionsAfter(steps: readonly Step[]) {
  const index = `wire-${++count}`;
  const start: JsonObject = { properties: { first: { type: 'keyword' } } };
  await cluster.ask('PUT', [index], { mappings: start });
  const stream = await server.streamOf(index);
  const begun = editedMapping(start, addField('f0'));
  let { state } = begun;
  const [ada] = PEOPLE as [Author, Author];
  const events = begun.events.map((event) => ({
    ...event,
    author: isClusterAuthor(event.author.id) ? clusterAuthor(ada) : ada,
    id: stamp().id,
  }));
  await recorded(server.append(stream, 0, events, ada.id));
  const sent: SentUpdate[] = [];
  let theirs = 0;
  await refresh(ada);

  for (const step of steps) {
    const person = PEOPLE['who' in step ? step.who : 0] as Author;
    if (step.kind === 'past us') {
      const name = `theirs${theirs++}`;
      await cluster.ask('PUT', [index, '_mapping'], { properties: { [name]: { type: 'ip' } } });
    } else if (step.kind === 'read') {
      await read(person);
    } else if (step.kind === 'apply') {
      await apply(person, step.fate);
    } else {
      const command = commandOf(state, step);
      if (command !== null) await act(person, command);
    }
  }
  // Whatever is still open is looked at.
  await read(ada);
  const kinds: Reach['kind'][] = [];
  const found = await contradictions(kinds);
  await cluster.ask('DELETE', [index]);
  return { found, kinds, fates: sent.map(({ fate }) => fate) };

  async function recorded(answer: ReturnType<SavingServer['append']>): Promise<void> {
    const { status, body } = await answer;
    expect([status, body]).toMatchObject([200, { outcome: 'recorded' }]);
  }

  /** The document as the server has it. */
  async function refresh(person: Author): Promise<readonly StoredEvent[]> {
    const log = await server.eventsOf(stream, person.id);
    state = openState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT }, log);
    return log;
  }

  async function act(person: Author, command: Command): Promise<void> {
    const author = command.type === 'mapping.follow' ? clusterAuthor(person) : person;
    const reduced = reduce(state, command, stamp(author));
    if (!('event' in reduced)) return;
    await recorded(server.append(stream, state.history.version, [reduced.event], person.id));
    state = reduced.after;
  }

  async function read(person: Author): Promise<void> {
    const { body } = await server.call('GET', `/mapping/${index}`);
    await refresh(person);
    const mappings = body['mappings'] as JsonObject;
    if (!deepEqual(mappings, clusterMappings(state.body)))
      await act(person, { type: 'mapping.follow', payload: { mappings } });
  }

  async function apply(person: Author, fate: Fate): Promise<void> {
    const wanted = valueAt(state.body, LIVE_MAPPINGS_AT) as JsonObject;
    const { body, needsReindex } = planMappingUpdate(clusterMappings(state.body), wanted, TARGET);
    if (Object.keys(body).length === 0) return;
    const leftOut = needsReindex.map(({ at }) => `${LIVE_MAPPINGS_AT}${at}`);
    const before = contentsOf(mappingsIn(await cluster.ask('GET', [index, '_mapping']), index));
    const changes = { stream, events: unsentEvents(state, { leftOut }) };
    const { version } = state.history;
    const line = `PUT /${index}/_mapping`;
    const from = cluster.received.length;
    cluster.faultOf = (call) => (call.line === line ? FAULTS[fate] : undefined);
    const { status, body: answer } = await server.put(`/mapping/${index}`, body, changes, person);
    cluster.faultOf = () => undefined;
    const arrived = cluster.received.slice(from).filter((call) => call.line === line);
    expect(arrived.length).toBeGreaterThan(0);
    for (const { body: text } of arrived) {
      const wished = without(contentsOf(parseJson(text)), before);
      // A new field has no limit to lose.
      const asked = new Set(
        [...wished].filter((each) => !wished.has(each.replace(UNLIMITED, '')) || !UNLIMITED.test(each)),
      );
      sent.push({ fate: status === 200 ? 'answered' : fate, version, asked });
    }
    await refresh(person);
    // What the server could not note, a browser does.
    if (status === 200 && answer['savedVersion'] === undefined) {
      const { body: now } = await server.call('GET', `/mapping/${index}`);
      const payload = { mappings: now['mappings'] as JsonObject, sent: body, action: answer['action'] as string };
      await act(person, { type: 'mapping.follow', payload });
    } else if (status !== 200) await read(person);
  }

  async function contradictions(kinds: Reach['kind'][]): Promise<readonly string[]> {
    const log = await refresh(ada);
    const found: string[] = [];
    const reached = new Map<number, Reach['kind']>();
    const contents = new Map<number, ReadonlySet<string>>();
    let before: ReadonlySet<string> = new Set();
    for (const [at, event] of log.entries()) {
      const version = at + 1;
      const isReading = isClusterAuthor(event.author.id);
      const body = bodyAt(state, version);
      const now = contentsOf(isReading ? clusterMappings(body) : valueAt(body, LIVE_MAPPINGS_AT));
      const last = isReading && version > 1 ? contentsOf(clusterMappings(bodyAt(state, version - 1))) : before;
      const added = without(now, last);
      contents.set(version, added);
      before = contentsOf(valueAt(body, LIVE_MAPPINGS_AT));
      const page = await server.actionsOf(stream, event.id);
      const reach = reachOf(INDEX, event, version, { pages: [page], asked: 1, failed: 0 }, () =>
        supersededBy(state, version),
      );
      if (reach === null) throw new Error('An index has a cluster.');
      kinds.push(reach.kind);
      reached.set(version, reach.kind);
      const blame = (what: string) => found.push(`${version} ${event.summary} (${reach.kind}): ${what}`);
      const sentLater = (fates: readonly Fate[]) =>
        sent.some(
          (each) =>
            fates.includes(each.fate) &&
            each.version >= version &&
            [...each.asked].some((content) => added.has(content)),
        );
      if (reach.kind === 'reached') {
        if (!sentLater(['answered', 'cut'])) blame('nothing of it was sent and done');
      } else if (reach.kind === 'failed' || reach.kind === 'unsure') {
        if (!sentLater(reach.kind === 'failed' ? ['refused', 'lost'] : ['lost'])) blame('no such request had it');
      } else if (reach.kind === 'setOutside') {
        for (const name of added) if (version > 1 && !name.startsWith('theirs')) blame(`${name} is ours`);
      } else if (reach.kind === 'readBack') {
        for (const name of added) if (name.startsWith('theirs')) blame(`${name} is theirs`);
      } else if (!['notSent', 'superseded', 'reported'].includes(reach.kind)) blame('this says nothing');
    }
    // What was sent and done was set by a change before it: by one of several, where undo and redo set it again.
    for (const { fate, version, asked } of sent)
      if (fate === 'answered' || fate === 'cut')
        for (const content of asked) {
          const by = Array.from(contents).filter(([each, added]) => each <= version && added.has(content));
          if (!by.some(([each]) => reached.get(each) === 'reached'))
            found.push(`${content} was sent and done, of ${by.map(([each]) => reached.get(each)).join()}`);
        }
    return found;
  }
}

/** Thousands of histories take a while, each of them dozens of requests. */
const LONG_MS = 1_800_000;
const INDEX = { kind: 'index' } as ChangedDocument;

const FAULTS: Readonly<Record<Fate, Fault | undefined>> = {
  answered: undefined,
  cut: { kind: 'cut' },
  lost: { kind: 'answer', status: 504, body: 'Gateway Timeout' },
  refused: refusal(400, 'illegal_argument_exception', 'no'),
};

/** What a person does next; null where there is nothing to do it to. */
function commandOf(state: DocumentState, step: Exclude<Step, { kind: 'apply' | 'read' | 'past us' }>): Command | null {
  const named = `f${state.history.version}`;
  if (step.kind === 'add') return addField(named);
  if (!('field' in step)) return { type: step.kind, payload: {} };
  const fields = valueAt(state.body, `${LIVE_MAPPINGS_AT}/properties`);
  const names = Object.keys(isObject(fields) ? fields : {}).filter((name) => !name.startsWith('theirs'));
  const name = names[step.field % names.length];
  if (name === undefined) return null;
  const field = `${LIVE_MAPPINGS_AT}/properties/${name}`;
  if (step.kind === 'remove') return { type: 'field.remove', payload: { field } };
  if (step.kind === 'rename') return { type: 'field.edit', payload: { field, name: named, set: {}, unset: [] } };
  const set = { ignore_above: 1_000 + state.history.version };
  return { type: 'field.edit', payload: { field, set, unset: [] } };
}

const UNLIMITED = / ≤ any$/;

/** The names of fields and what they are set to, each of which only one change of a history can have meant. */
function contentsOf(mappings: JsonValue | undefined): ReadonlySet<string> {
  const fields = valueAt(mappings, '/properties');
  return new Set(
    Object.entries(isObject(fields) ? fields : {}).flatMap(([name, definition]) => {
      const limit = valueAt(definition, '/ignore_above');
      return [name, `${name} ≤ ${limit === undefined ? 'any' : String(limit)}`];
    }),
  );
}

function without(contents: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...contents].filter((each) => !others.has(each)));
}

function mappingsIn(answer: string, index: string): JsonValue | undefined {
  return valueAt(parseJson(answer), `/${index}/mappings`);
}

describe('the history of an index', () => {
  it('says of each change what was on the wire, and nothing else', { timeout: LONG_MS }, async () => {
    const met = new Map<Reach['kind'] | Fate, number>();
    const meet = (what: Reach['kind'] | Fate) => met.set(what, (met.get(what) ?? 0) + 1);
    await checkAsyncLaw(
      'reached is what was on the wire',
      fc.array(step, { minLength: 4, maxLength: 16 }),
      async (steps) => {
        const { found, kinds, fates } = await contradictionsAfter(steps);
        for (const what of [...kinds, ...fates]) meet(what);
        expect(found).toEqual([]);
      },
      { times: 0.2 },
    );
    for (const [what, least] of Object.entries({ reached: 300, readBack: 200, superseded: 150, unsure: 9, cut: 15 }))
      expectMoreThan(least, met.get(what as Fate) ?? 0, what);
    expect(server.failures).toEqual([]);
  });
});
