import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { formatJson, isObject, objectMember, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway, type EventStore } from '#domain/ports';
import type { DocumentSession } from '../../machines/document-session.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { testServices } from './test-services.ts';
import type { ExtensionsService } from '../platform/extensions.ts';
import { openTestConsole, type TestConsole } from './open-test-console.tsx';
import { testServer, type TestServer } from './test-http.ts';

const MAPPINGS = {
  properties: { host: { properties: { ip: { type: 'ip' } } }, message: { type: 'text', norms: false } },
};

/** An index that is open on the screen, and the server that has it. */
export interface TestIndex extends TestConsole {
  readonly server: TestServer;
  readonly store: EventStore;
  /** Names of the usage events that were counted. */
  readonly counted: readonly string[];
  /** The mapping on the engine. */
  readonly mappings: () => Promise<JsonValue | undefined>;
}

interface TestIndexOptions {
  readonly name?: string;
  readonly mappings?: JsonValue;
  readonly settings?: JsonObject;
  readonly server?: TestServer;
  readonly store?: EventStore;
  readonly extensions?: ExtensionsService;
}

/**
 * Creates an index with an alias on an embedded engine, and opens its detail: `path` is the part of the address after
 * the index name.
 */
export async function openTestIndex(
  path: string,
  {
    name = 'logs',
    mappings = MAPPINGS,
    settings = {},
    server = testServer(),
    store = memoryEventStore(),
    extensions,
  }: TestIndexOptions = {},
): Promise<TestIndex> {
  await server.ask('PUT', [name], {
    settings: { number_of_replicas: 0, refresh_interval: '5s', ...settings },
    mappings,
    aliases: { all: {} },
  });
  const counted: string[] = [];
  const services = await testServices(store, {
    http: server.http,
    usage: { count: (event) => void counted.push(event) },
    ...(extensions && { extensions }),
  });
  const opened = await openTestConsole(`/indices/${encodeURIComponent(name)}${path}`, services);
  return {
    ...opened,
    server,
    store,
    counted,
    mappings: async () => valueAt(parseJson(await server.ask('GET', [name, '_mapping'])), `/${name}/mappings`),
  };
}

/** The document of the live mapping that is open in the editor, once it is shown. */
export async function openMapping({ services }: TestIndex): Promise<DocumentSession> {
  await expect.element(page.getByRole('tab', { name: 'Mapped fields' })).toBeVisible();
  const session = services.documents.all().find(({ stream }) => stream.startsWith('index/'));
  if (session === undefined) throw new Error('No live mapping is open.');
  return session;
}

/** Rejects the calls for which `isRefused` returns true, with a reason; the others go to the engine. */
export function refusing(
  isRefused: (call: ClusterCall) => boolean,
  reason = 'The cluster does not want that.',
): (engine: ClusterGateway) => ClusterGateway {
  return (engine) => ({
    send: (call) =>
      isRefused(call)
        ? Promise.reject(
            new ClusterError('refused', reason, {
              status: 400,
              type: 'illegal_argument_exception',
              reason,
              request: requestOf(call),
            }),
          )
        : engine.send(call),
  });
}

/**
 * The engine adds settings by their dotted names to those that each index has: with another `index.uuid` they are those
 * of another index.
 */
export function addingSettings(added: JsonObject): (engine: ClusterGateway) => ClusterGateway {
  return (engine) => ({
    async send(call) {
      const response = await engine.send(call);
      if (!call.path.includes('_settings')) return response;
      const indices = parseJson(response.body);
      for (const index of Object.values(isObject(indices) ? indices : {}))
        Object.assign((isObject(index) && objectMember(index, 'settings')) || {}, added);
      return { ...response, body: formatJson(indices) };
    },
  });
}

/** The engine answers calls of these APIs of an index, `_stats` say, by a function instead. */
export function answering(
  answers: Readonly<Record<string, (call: ClusterCall) => unknown>>,
): (engine: ClusterGateway) => ClusterGateway {
  return (engine) => ({
    async send(call) {
      const answer = answers[call.path[1] ?? ''];
      return answer === undefined
        ? engine.send(call)
        : { status: 200, body: formatJson((await answer(call)) as JsonValue) };
    },
  });
}
