import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { JsonValue } from '#domain/json';
import { API_BASE, DEVICE_HEADER, routeCall, type RouteAnswer, type RouteId } from '#domain/wire';
import { buildApp } from '../../src/server/app.ts';
import { composeApi } from '../../src/server/composition.ts';
import { parseFlags } from '../../src/server/flags.ts';

/** Whoever reaches a server from another machine, with the secret of a device or with none. */
export interface Outsider {
  ask(id: RouteId, input: { readonly query?: Readonly<Record<string, string>>; readonly body?: JsonValue }): Answer;
  append(stream: string, after: number, author: string, events: readonly object[]): Answer;
  read(stream: string, author: string): Promise<RouteAnswer<'trail.read'>>;
}

type Answer = Promise<LightMyRequestResponse>;

/** The built server over a data folder, without its socket. */
export async function outsideServer(dataDir: string) {
  const outcome = parseFlags(['--data-dir', dataDir, '--sandbox'], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const composed = await composeApi(outcome.settings, {
    onFailure(error) {
      throw error;
    },
  });
  const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api: composed.api });
  const { host } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));

  function outsider(secret?: string): Outsider {
    const self: Outsider = {
      async ask(id, { query = {}, body }) {
        const { method, path } = routeCall(id);
        return app.inject({
          method: method as NonNullable<InjectOptions['method']>,
          url: `${API_BASE}${path}?${new URLSearchParams(query).toString()}`,
          remoteAddress: '192.0.2.7',
          headers: { host, 'x-mapledger': '1', ...(secret !== undefined && { [DEVICE_HEADER]: secret }) },
          ...(body !== undefined && { payload: body as object }),
        });
      },
      append: (stream, after, author, events) =>
        self.ask('trail.append', { body: { stream, after, events: events as JsonValue, author } }),
      async read(stream, author) {
        const answer = await self.ask('trail.read', { query: { stream, author } });
        return answer.json<RouteAnswer<'trail.read'>>();
      },
    };
    return self;
  }

  return {
    outsider,
    async close() {
      await app.close();
      await composed.close();
    },
  };
}
