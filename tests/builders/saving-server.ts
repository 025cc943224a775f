import { rmSync } from 'node:fs';
import { reduce, type Command } from '#domain/commands';
import { createState, indexStream, LIVE_MAPPINGS_AT, liveDocument, type DocumentState } from '#domain/document';
import { clusterAuthor, type Author, type DocumentEvent } from '#domain/events';
import { asJson, formatJson, type JsonObject } from '#domain/json';
import { openLog } from '#domain/log';
import { verifyRecords } from '#domain/proof';
import {
  API_BASE,
  AUTHOR_HEADER,
  CHANGES_HEADER,
  CHANGES_IN_BODY,
  DEVICE_HEADER,
  ROUTES,
  type RouteAnswer,
} from '#domain/wire';
import { stampSource } from '../../src/fuzz/generate/stamps.ts';
import { buildApp } from '../../src/server/app.ts';
import { composeApi } from '../../src/server/composition.ts';
import { parseFlags } from '../../src/server/flags.ts';
import { quickFolder } from './quick-folder.ts';

/** Who edits where a test does not say who. */
export const ADA = { id: 'ada-of-saves', name: 'Ada', verified: false };
const keyword = { type: 'keyword' };
const stamp = stampSource(900);

type Method = 'GET' | 'POST' | 'PUT';

/** What a route answers; `Answer` is not checked. */
interface Answered<Answer> {
  readonly status: number;
  readonly body: Answer;
}

/** A server without its socket, and what browsers ask of it that save documents. It checks each of its responses. */
export async function savingServer(...flags: readonly string[]) {
  const dataDir = quickFolder();
  const outcome = parseFlags(['--data-dir', dataDir, ...flags], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const failures: unknown[] = [];
  const composed = await composeApi(outcome.settings, {
    onFailure: (error) => failures.push(error),
    onInvalidResponse: (error) => {
      throw error;
    },
  });
  const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api: composed.api });
  const [{ id: cluster } = { id: '' }] = composed.clusters.entries;

  async function call(method: Method, path: string, body?: object, headers = {}): Promise<Answered<JsonObject>> {
    const response = await app.inject({
      method,
      url: `${API_BASE}${path}`,
      headers: {
        ...{ 'x-mapledger': '1', [DEVICE_HEADER]: 'a'.repeat(43), host: '127.0.0.1:7300' },
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: formatJson(asJson(body)) }),
    });
    return { status: response.statusCode, body: response.json<JsonObject>() };
  }

  function send(method: Method, path: string, document: object, changes: object, { id, name }: Author = ADA) {
    const claim = encodeURIComponent(JSON.stringify({ id, name }));
    const headers = { [CHANGES_HEADER]: CHANGES_IN_BODY, [AUTHOR_HEADER]: claim };
    return call(method, path, { document, changes }, headers);
  }

  async function stop(): Promise<void> {
    await app.close();
    await composed.close();
  }

  return {
    cluster,
    dataDir,
    failures,
    call,
    /** Sends a document with the changes that it is made of. */
    put: (path: string, document: object, changes: object, author?: Author) =>
      send('PUT', path, document, changes, author),
    send,
    append(stream: string, after: number, events: readonly DocumentEvent[], author: string = ADA.id) {
      return call('POST', ROUTES['trail.append'].path, { stream, after, events, author });
    },
    /** All events of a stream, whose records are verified. */
    async eventsOf(stream: string, author: string = ADA.id) {
      const { body } = await call('GET', `${ROUTES['trail.read'].path}?${query({ stream, author })}`);
      const { records } = body as unknown as RouteAnswer<'trail.read'>;
      const verified = verifyRecords(records);
      if (!verified.ok) throw new Error(`The records of ${stream} are not what they say.`);
      return openLog(records).events;
    },
    /** The actions that are made of changes of a stream, or of one event of it. */
    async actionsOf(stream: string, event?: string) {
      const { body } = await call('GET', `/actions?${query({ stream, ...(event !== undefined && { event }) })}`);
      return body as unknown as RouteAnswer<'actions.list'>;
    },
    /** The stream of an index that there is. */
    async streamOf(name: string) {
      const { body } = await call('GET', '/indices');
      const row = (body as unknown as RouteAnswer<'indices.list'>).find((each) => each.name === name);
      return indexStream({ cluster, name, uuid: row?.uuid ?? '' });
    },
    /** Ends the server; its folder is left. */
    stop,
    async close() {
      await stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export type SavingServer = Awaited<ReturnType<typeof savingServer>>;

function query(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams(parameters).toString();
}

/** Edits something live as a browser does: what the cluster had, and changes on top of it. */
export function edited(
  state: DocumentState,
  commands: readonly Command[],
  person: Author = ADA,
): { readonly state: DocumentState; readonly events: readonly DocumentEvent[] } {
  const events: DocumentEvent[] = [];
  for (const command of commands) {
    const isReading = command.type === 'document.create' || command.type.endsWith('.follow');
    const reduced = reduce(state, command, stamp(isReading ? clusterAuthor(person) : person));
    if (!('event' in reduced)) throw new Error(`${command.type} came to nothing.`);
    events.push(reduced.event);
    state = reduced.after;
  }
  return { state, events };
}

export const addField = (name: string): Command => ({
  type: 'field.add',
  payload: { parent: null, name, definition: keyword },
});

/** The document of a mapping that is empty but for what `commands` do. */
export function editedMapping(mappings: JsonObject, ...commands: readonly Command[]) {
  const start: Command = { type: 'document.create', payload: { body: liveDocument(mappings) } };
  return edited(createState({ body: undefined, mappingsAt: LIVE_MAPPINGS_AT }), [start, ...commands]);
}
