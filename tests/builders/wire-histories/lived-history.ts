import { expect } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { reduce, type Command } from '#domain/commands';
import { clusterMappings, createState, openState, type DocumentState } from '#domain/document';
import { clusterAuthor, type Author, type StoredEvent } from '#domain/events';
import { unsentEvents } from '#domain/history';
import { deepEqual, isObject, mergeThreeWay, parseJson, valueAt, type JsonObject } from '#domain/json';
import { asAnswered, isSameTemplate, mappingsAtOf } from '#domain/template';
import { stampSource } from '../../../src/fuzz/generate/stamps.ts';
import type { Reach } from '../../../src/ui/screens/change-history/reach.ts';
import { refusal, type BadCluster, type Fault } from '../../e2e/bad-cluster.ts';
import { addField, type SavingServer } from '../saving-server.ts';
import { askedContents, changedContents, contentsOf } from './contents.ts';
import { contradictionsIn, type SentRequest } from './contradictions-in.ts';
import { objectAt, type LiveKind } from './live-kinds.ts';
import type { Fate, GeneratedHistory, PastUs, Settled, Step } from './steps.ts';

type Edit = Exclude<Step, { kind: 'apply' | 'read' | 'past us' }>;

export interface World {
  readonly cluster: BadCluster;
  readonly server: SavingServer;
  /** What streams call the cluster. */
  readonly clusterName: string;
  readonly target: TargetEngine;
}

/** What the rows of a history say that is not so, and what was met in it. */
export interface LivedHistory {
  readonly found: readonly string[];
  readonly met: readonly (Reach['kind'] | Fate | PastUs | 'moved')[];
}

const PEOPLE: readonly [Author, Author] = [
  { id: 'ada-of-wire', name: 'Ada', verified: false },
  { id: 'bob-of-wire', name: 'Bob', verified: false },
];
const [ADA] = PEOPLE;
const START: JsonObject = { properties: { first: { type: 'keyword' } } };
const DRAFT_KIND = { kind: 'draft' } as LiveKind['shownAs'];
const FAULTS: Readonly<Record<Fate, Fault | undefined>> = {
  answered: undefined,
  cut: { kind: 'cut' },
  lost: { kind: 'answer', status: 504, body: 'Gateway Timeout' },
  refused: refusal(400, 'illegal_argument_exception', 'no'),
};
/** A limit that a third person sets. */
const PAST_US_LIMIT = 1_000_000;

const stamp = stampSource(903);
let count = 0;

/** Has people live through a history, as the browser has them, and compares each of its rows with the wire. */
export async function liveThrough(
  kind: LiveKind,
  { draft, steps }: GeneratedHistory,
  { cluster, server, clusterName, target }: World,
): Promise<LivedHistory> {
  const name = `mapledger-test-wire-${++count}`;
  const line = kind.lineOf(name);
  const met: LivedHistory['met'][number][] = [];
  const found: string[] = [];
  const sent: SentRequest[] = [];
  const theirs = new Set<string>();
  let checkDraft = async () => {};
  const isMade = draft !== null && (await useDraft(draft));
  if (!isMade) await kind.create(cluster, name, START);
  const stream = await kind.streamOf(server, clusterName, name);
  let state = begin({});
  await refresh(ADA);
  await act(ADA, addField('f0'));
  for (const step of steps) await take(step, PEOPLE['who' in step ? step.who : 0] as Author);
  // Whatever is still open is looked at.
  await read(ADA);
  await checkDraft();
  await check(kind.shownAs, stream, kind.wantedAt, sent);
  await kind.remove(cluster, name);
  return { found, met };

  function begin(body: JsonObject): DocumentState {
    return createState({ body: undefined, mappingsAt: mappingsAtOf(stream, kind.begun(body)) });
  }

  async function take(step: Step, person: Author): Promise<void> {
    if (step.kind === 'past us') await changePastUs(step);
    else if (step.kind === 'read') await read(person);
    else if (step.kind === 'apply') await apply(person, step);
    else {
      const command = commandOf(state, step, kind);
      if (command !== null) await act(person, command);
    }
  }

  /** Creates the document of a draft; resolves with whether it is there. */
  async function useDraft({ steps: edits, fate }: NonNullable<GeneratedHistory['draft']>): Promise<boolean> {
    const draftStream = `draft/${name}`;
    const body = objectAt(kind.creation(name, {}).document, kind.isWhole ? '' : '/mappings');
    const { name: _, ...template } = { name, ...body };
    let drafted = createState({ body: undefined, mappingsAt: kind.mappingsAt });
    const commands: readonly (Command | Edit)[] = [
      { type: 'document.create', payload: { body: template } },
      addField('d0'),
      ...edits,
    ];
    for (const each of commands) {
      const command = 'kind' in each ? commandOf(drafted, each, kind, 'd') : each;
      const reduced = command === null ? null : reduce(drafted, command, stamp(ADA));
      if (reduced === null || !('event' in reduced)) continue;
      await recorded(server.append(draftStream, drafted.history.version, [reduced.event], ADA.id));
      drafted = reduced.after;
    }
    const wanted = valueAt(drafted.body, '') as JsonObject;
    const { method, path, document } = kind.creation(name, wanted);
    const created = kind.isWhole ? line : `PUT /${name}`;
    const ofDraft: SentRequest[] = [];
    const changes = { stream: draftStream, events: unsentEvents(drafted) };
    const { bodies, status } = await onWire(created, fate, () => server.send(method, path, document, changes, ADA));
    for (const text of bodies) {
      const made = valueAt(parseJson(text), kind.isWhole ? '' : '/mappings');
      const asked = askedContents(new Set(), contentsOf(made, kind.mappingsAt));
      ofDraft.push({ fate: status === 200 ? 'answered' : fate, version: drafted.history.version, asked });
    }
    checkDraft = () => check(DRAFT_KIND, draftStream, '', ofDraft);
    return ofDraft.some((each) => each.fate === 'answered' || each.fate === 'cut');
  }

  /** Has a request of a line meet its fate; resolves with the bodies that came to the cluster. */
  async function onWire(of: string, fate: Fate, request: () => ReturnType<SavingServer['call']>) {
    const from = cluster.received.length;
    cluster.faultOf = (call) => (call.line === of ? FAULTS[fate] : undefined);
    const answer = await request();
    cluster.faultOf = () => undefined;
    const bodies = cluster.received.slice(from).flatMap((call) => (call.line === of ? [call.body] : []));
    expect(bodies.length, JSON.stringify(answer)).toBeGreaterThan(0);
    met.push(answer.status === 200 ? 'answered' : fate);
    return { ...answer, bodies };
  }

  async function recorded(answer: ReturnType<SavingServer['append']>): Promise<void> {
    const { status, body } = await answer;
    expect([status, body]).toMatchObject([200, { outcome: 'recorded' }]);
  }

  /** The document as the server has it; as the cluster has it, where nothing of it is recorded. */
  async function refresh(person: Author): Promise<readonly StoredEvent[]> {
    const log = await server.eventsOf(stream, person.id);
    if (log.length > 0) {
      state = openState({ body: undefined, mappingsAt: state.mappingsAt }, log);
      return log;
    }
    const body = await kind.read(server, name);
    state = begin(body);
    await act(person, { type: 'document.create', payload: { body: kind.begun(body) } });
    return refresh(person);
  }

  async function act(person: Author, command: Command): Promise<void> {
    const isReading = command.type === 'document.create' || command.type.endsWith('.follow');
    const reduced = reduce(state, command, stamp(isReading ? clusterAuthor(person) : person));
    if (!('event' in reduced)) return;
    await recorded(server.append(stream, state.history.version, [reduced.event], person.id));
    state = reduced.after;
  }

  async function read(person: Author): Promise<JsonObject> {
    const now = await kind.read(server, name);
    await refresh(person);
    if (!deepEqual(now, clusterMappings(state.body))) await act(person, kind.follow(now));
    return now;
  }

  async function changePastUs({ how, field }: Extract<Step, { kind: 'past us' }>): Promise<void> {
    const before = await kind.ask(cluster, name);
    const properties = objectAt(before, `${kind.mappingsAt}/properties`);
    const names = Object.keys(properties);
    const chosen = names[field % names.length];
    const number = theirs.size;
    const changed = { ...properties };
    if (how === 'add' || chosen === undefined) changed[`theirs${number}`] = { type: 'ip' };
    else if (how === 'remove') {
      // A second third person would be needed to remove what they have added.
      const isTheirs = Number(valueAt(properties[chosen], '/ignore_above') ?? 0) >= PAST_US_LIMIT;
      if (!kind.isWhole || isTheirs || chosen.startsWith('theirs')) return;
      delete changed[chosen];
    } else if (valueAt(properties[chosen], '/type') === 'keyword')
      changed[chosen] = { ...objectAt(properties, `/${chosen}`), ignore_above: PAST_US_LIMIT + number };
    await kind.change(cluster, name, { properties: changed });
    const now = contentsOf(await kind.ask(cluster, name), kind.mappingsAt);
    for (const content of changedContents(contentsOf(before, kind.mappingsAt), now)) theirs.add(content);
    met.push(how);
  }

  async function apply(person: Author, { fate, settled }: Extract<Step, { kind: 'apply' }>): Promise<void> {
    if (kind.isWhole && !(await isUnmoved(person, settled))) return;
    const sendable = kind.sendable(state, target);
    if (sendable === null) return;
    const { body, leftOut } = sendable;
    const before = contentsOf(await kind.ask(cluster, name), kind.mappingsAt);
    const changes = { stream, events: unsentEvents(state, { leftOut }) };
    const { version } = state.history;
    const saved = await onWire(line, fate, () => server.put(kind.path(name), body, changes, person));
    for (const text of saved.bodies) {
      const there = contentsOf(parseJson(text), kind.mappingsAt);
      const wished = kind.isWhole ? there : merged(before, there);
      const asked = askedContents(before, wished);
      sent.push({ fate: saved.status === 200 ? 'answered' : fate, version, asked });
    }
    await refresh(person);
    if (saved.status === 200) {
      // What the server could not note, a browser does.
      if (saved.body['savedVersion'] !== undefined) return;
      const action = saved.body['action'] as string;
      await act(person, kind.follow(await kind.read(server, name), { sent: body, action }));
    } else if (!kind.isWhole) await read(person);
    else if (fate !== 'refused') await isUnmoved(person, settled);
  }

  /** Whether a template is still as it was last read. What another client changed is settled as the review of it does. */
  async function isUnmoved(person: Author, settled: Settled): Promise<boolean> {
    const theirs = await kind.read(server, name);
    await refresh(person);
    const mine = objectAt(state.body, kind.wantedAt);
    const base = clusterMappings(state.body);
    if (isSameTemplate(theirs, base)) return !isSameTemplate(base, mine);
    if (isSameTemplate(theirs, mine)) {
      await act(person, kind.follow(theirs, { sent: mine }));
      return false;
    }
    met.push('moved');
    const answered = asAnswered(mine, theirs);
    const wanted = settled === 'rebase' ? mergeThreeWay(asAnswered(base, theirs), answered, theirs).value : answered;
    await act(person, kind.follow(theirs));
    if (settled === 'takeTheirs') await act(person, { type: 'changes.discard', payload: {} });
    else if (isObject(wanted) && !isSameTemplate(objectAt(state.body, kind.wantedAt), wanted))
      await act(person, { type: 'template.replace', payload: { body: wanted } });
    return false;
  }

  async function check(
    shownAs: LiveKind['shownAs'],
    of: string,
    wantedAt: string,
    requests: readonly SentRequest[],
  ): Promise<void> {
    const log = await server.eventsOf(of, ADA.id);
    const pages = await Promise.all(log.map(({ id }) => server.actionsOf(of, id)));
    const { mappingsAt } = kind;
    const compared = contradictionsIn({ shownAs, log, pages, wantedAt, mappingsAt, requests, theirs });
    found.push(...compared.found);
    met.push(...compared.kinds);
  }
}

/** What a mapping has after an update, which leaves what it does not name. */
function merged(before: ReadonlySet<string>, update: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...before, ...update]);
}

/** What a person does next; null where there is nothing to do it to. */
function commandOf(state: DocumentState, step: Edit, { isWhole }: LiveKind, prefix = 'f'): Command | null {
  const { version } = state.history;
  const named = `${prefix}${version}`;
  if (step.kind === 'add') return addField(named);
  if (step.kind === 'version')
    return isWhole ? { type: 'template.setLogistics', payload: { set: { version }, unset: [] } } : null;
  if (step.kind === 'setting') {
    const settings = { refresh_interval: `${version}s` };
    return isWhole ? { type: 'template.setSettings', payload: { settings } } : null;
  }
  if (!('field' in step)) return { type: step.kind, payload: {} };
  const names = Object.keys(objectAt(state.body, `${state.mappingsAt}/properties`));
  const own = names.filter((name) => !name.startsWith('theirs'));
  const name = own[step.field % own.length];
  if (name === undefined) return null;
  const field = `${state.mappingsAt}/properties/${name}`;
  if (step.kind === 'remove') return { type: 'field.remove', payload: { field } };
  if (step.kind === 'rename') return { type: 'field.edit', payload: { field, name: named, set: {}, unset: [] } };
  const set = { ignore_above: 1_000 + version };
  return { type: 'field.edit', payload: { field, set, unset: [] } };
}

/** The world in which people live through histories: a cluster and a server of it. */
export async function worldOf(cluster: BadCluster, server: SavingServer, target = EMBEDDED): Promise<World> {
  const { body } = await server.call('GET', '/cluster');
  return { cluster, server, target, clusterName: String(body['uuid'] ?? body['id']) };
}

/** An engine that takes changes of parameters as the embedded one. */
const EMBEDDED: TargetEngine = { distribution: 'elasticsearch', version: '8.17.0' };
