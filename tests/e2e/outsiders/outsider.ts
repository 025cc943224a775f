import type { DocumentEvent } from '#domain/events';
import { formatJson, isObject, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import {
  API_BASE,
  AUTHOR_HEADER,
  CHANGES_HEADER,
  CHANGES_IN_BODY,
  DEVICE_HEADER,
  ROUTES,
  type RouteAnswer,
} from '#domain/wire';
import { deviceSecret } from '../../builders/device-secret.ts';
import type { RunningServer } from '../servers.ts';

export interface Answered {
  readonly status: number;
  readonly body: JsonObject;
}

/** Somebody who reaches a server by HTTP, without the console, and has the secret of a device. */
export interface Outsider {
  readonly author: { readonly id: string; readonly name: string; readonly verified: boolean };
  ask(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  append(stream: string, after: number, events: readonly (DocumentEvent | object)[]): Promise<Answered>;
  /** Sends a document that is said to be made of events. */
  put(path: string, document: object, stream: string, events: readonly string[]): Promise<Answered>;
  read(stream: string): Promise<RouteAnswer<'trail.read'>>;
  /** The ids of the actions that are said to be made of an event. */
  actionsOf(stream: string, event: string): Promise<readonly string[]>;
  /** Signs in to the server’s cluster, for all that follows. */
  signIn(password: string): Promise<void>;
}

export function outsider({ origin }: Pick<RunningServer, 'origin'>, name: string): Outsider {
  const author = { id: name, name, verified: false };
  let cookie: string | undefined;
  const send = (method: string, path: string, body?: object, headers = {}) =>
    fetch(`${origin}${API_BASE}${path}`, {
      method,
      headers: {
        ...{ 'x-mapledger': '1', origin, [DEVICE_HEADER]: deviceSecret(name) },
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: formatJson(body as JsonValue) }),
    });
  const self: Outsider = {
    author,
    async ask(...given) {
      const response = await send(...given);
      const body = parseJson(await response.text());
      return { status: response.status, body: isObject(body) ? body : { items: body } };
    },
    append: (stream, after, events) =>
      self.ask('POST', ROUTES['trail.append'].path, { stream, after, events, author: name }),
    put: (path, document, stream, events) =>
      self.ask(
        'PUT',
        path,
        { document, changes: { stream, events } },
        {
          [CHANGES_HEADER]: CHANGES_IN_BODY,
          [AUTHOR_HEADER]: encodeURIComponent(JSON.stringify({ id: name, name })),
        },
      ),
    async read(stream) {
      const { body } = await self.ask('GET', pathOf('trail.read', { stream, author: name }));
      return body as unknown as RouteAnswer<'trail.read'>;
    },
    async actionsOf(stream, event) {
      const { body } = await self.ask('GET', pathOf('actions.list', { stream, event }));
      return (body as unknown as RouteAnswer<'actions.list'>).actions.map(({ id }) => id);
    },
    async signIn(password) {
      const response = await send('POST', ROUTES['session.open'].path, { username: name, password });
      cookie = response.headers.getSetCookie()[0]?.split(';')[0];
      if (cookie === undefined) throw new Error(`${name} can’t sign in: ${await response.text()}`);
    },
  };
  return self;
}

/** A route without parameters, with a query. */
export function pathOf(id: 'trail.read' | 'trail.streams' | 'actions.list', query: Readonly<Record<string, string>>) {
  return `${ROUTES[id].path}?${new URLSearchParams(query).toString()}`;
}
