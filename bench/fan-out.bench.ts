import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { API_BASE, DEVICE_HEADER, LINES_TYPE, ROUTES, type RouteAnswer } from '#domain/wire';
import { deviceSecret } from '../tests/builders/device-secret.ts';
import { fieldEvent, startEvent, trailClient } from '../tests/crash/trail-server/trail-client.ts';
import { report, type Figure } from './report.ts';

/** How many people have the document open. */
const FEW = 2;
const MANY = 50;
/** How often one person changes the document while others only read it, in ms, and how many changes are counted. */
const CHANGE_EVERY_MS = 200;
const CHANGES = 60;
/** What a change may cost the server with many readers, as a multiple of what it costs with few. */
const MOST_TIMES = 2;
/** How often each of many people changes the document and goes to another field, in ms, and for how long that is measured. */
const EACH_CHANGES_EVERY_MS = 3_000;
const TOGETHER_MS = 15_000;
/** The share of one core that the server may need for it. */
const MOST_OF_A_CORE = 0.25;
const WARM_UP_MS = 3_000;

type Changes = RouteAnswer<'trail.changes'>;

/** The server’s processor time for changes of one document that many people have open, each following it over one connection. */
export async function benchFanOut(): Promise<readonly Figure[]> {
  const server = fork(join(import.meta.dirname, 'console/server-process.ts'));
  try {
    const [url] = (await once(server, 'message')) as [string];
    const [few, many] = [await msPerChange(server, url, FEW), await msPerChange(server, url, MANY)];
    const together = await msTogether(server, url);
    return report('A document that many people have open', [
      {
        what: `the server’s work for a change with ${MANY} readers`,
        against: `with ${FEW}`,
        ...{ subjectMs: many, floorMs: few, ratio: many / few, budget: MOST_TIMES },
      },
      {
        what: `the server’s work for ${MANY} people who each change it every ${EACH_CHANGES_EVERY_MS / 1_000} s`,
        against: 'of one core',
        ...{ subjectMs: together, floorMs: TOGETHER_MS, ratio: together / TOGETHER_MS, budget: MOST_OF_A_CORE },
      },
    ]);
  } finally {
    server.disconnect();
  }
}

/** Of the process, in ms. */
async function cpuMs(server: ChildProcess): Promise<number> {
  server.send('cpu');
  const [microseconds] = (await once(server, 'message')) as [number];
  return microseconds / 1_000;
}

async function msPerChange(server: ChildProcess, url: string, readers: number): Promise<number> {
  const stream = `draft/read-by-${readers}`;
  const people = await openTogether(url, stream, readers);
  const [writer] = people;
  if (writer === undefined) throw new Error('There is nobody.');
  const changeFor = async (count: number) => {
    for (let change = 0; change < count; change++) {
      await writer.change();
      await wait(CHANGE_EVERY_MS);
    }
  };
  await changeFor(WARM_UP_MS / CHANGE_EVERY_MS);
  const before = await cpuMs(server);
  await changeFor(CHANGES);
  const spent = (await cpuMs(server)) - before;
  for (const person of people) {
    if (person.version() !== writer.version()) throw new Error(`${person.name} has not seen every change.`);
    person.leave();
  }
  return spent / CHANGES;
}

async function msTogether(server: ChildProcess, url: string): Promise<number> {
  const people = await openTogether(url, 'draft/together', MANY);
  let isOver = false;
  const edits = people.map(async (person, index) => {
    await wait((index * EACH_CHANGES_EVERY_MS) / MANY);
    for (let change = 0; !isOver; change++) {
      const from = performance.now();
      await Promise.all([person.open(`/properties/field-${change}`), person.change()]);
      await wait(Math.max(0, EACH_CHANGES_EVERY_MS - (performance.now() - from)));
    }
  });
  await wait(WARM_UP_MS + EACH_CHANGES_EVERY_MS);
  const before = await cpuMs(server);
  await wait(TOGETHER_MS);
  const spent = (await cpuMs(server)) - before;
  isOver = true;
  await Promise.all(edits);
  for (const person of people) person.leave();
  return spent;
}

interface Person {
  readonly name: string;
  version(): number;
  /** Adds a field, on top of what others have recorded. */
  change(): Promise<void>;
  /** Says that this field is open. */
  open(field: string | null): Promise<void>;
  leave(): void;
}

/** So many people who have one shared draft open and have heard of its last version. */
async function openTogether(url: string, stream: string, count: number): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < count; index++) people.push(await openPerson(url, stream, index));
  return people;
}

async function openPerson(url: string, stream: string, index: number): Promise<Person> {
  const name = `${stream.slice('draft/'.length)}-${index}`;
  const author = { id: name, name, verified: false };
  const secret = deviceSecret();
  const headers = { 'x-mapledger': '1', [DEVICE_HEADER]: secret, 'content-type': 'application/json' };
  const { origin, port } = new URL(url);
  const client = trailClient(Number(port), secret);
  const ask = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${origin}${API_BASE}${path}`, sent);
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
  const open = async (field: string | null) => {
    await ask('POST', ROUTES['trail.present'].path, { author: name, name, stream, field });
  };
  let version = 1;
  if (index === 0) {
    await client.append({ stream, after: 0, events: [startEvent(author, stream)] });
    const target = { distribution: 'elasticsearch', version: '9.0.0' };
    const draft = { name: stream, kind: 'mappings', mappingsAt: '', target };
    await ask('POST', ROUTES['trail.share'].path, { stream, isShared: true, author: name, draft });
  }
  await ask('POST', ROUTES['trail.prove'].path, { author: name });
  await open(null);
  const leaving = new AbortController();
  const { cursor } = (await ask('GET', `${ROUTES['trail.changes'].path}?author=${name}`)) as Changes;
  const query = new URLSearchParams({ author: name, cursor, wait: '0', records: 'true' });
  const followed = await fetch(`${origin}${API_BASE}${ROUTES['trail.changes'].path}?${query}`, {
    headers: { ...headers, accept: LINES_TYPE },
    signal: leaving.signal,
  });
  const heard = new Set<() => void>();
  const take = (changes: Changes) => {
    for (const { tail } of changes.streams.filter((each) => each.stream === stream)) {
      // Whoever has it open is sent what is new in it.
      if (tail === undefined) throw new Error('The records did not come.');
      version = Math.max(version, tail.after + tail.records.length);
    }
    for (const look of heard) look();
  };
  void readLines(followed, take).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  let changes = 0;
  return {
    name,
    version: () => version,
    open,
    async change() {
      const event = fieldEvent(author, ++changes);
      for (;;) {
        const appended = await client.append({ stream, after: version, events: [event] });
        if (appended.outcome === 'recorded') {
          version = Math.max(version, appended.version);
          return;
        }
        // What others have recorded comes by itself.
        await new Promise<void>((resolve) => {
          const look = () => {
            if (version < appended.version) return;
            heard.delete(look);
            resolve();
          };
          heard.add(look);
          look();
        });
      }
    },
    leave: () => leaving.abort(),
  };
}

async function readLines({ body }: Response, take: (changes: Changes) => void): Promise<void> {
  if (body === null) throw new Error('Nothing is followed.');
  let rest = '';
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(JSON.parse(line) as Changes);
  }
}
