import { rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { quickFolder } from './quick-folder.ts';
import { buildApp } from '../../src/server/app.ts';
import { composeApi } from '../../src/server/composition.ts';
import { parseFlags } from '../../src/server/flags.ts';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, in pieces that are sent one after another. */
  readonly pieces?: readonly Uint8Array[];
}

export interface ReceivedAnswer {
  readonly status: number;
  readonly text: string;
}

export interface ListeningServer {
  readonly dataDir: string;
  readonly port: number;
  /** What went wrong in the server by its own fault. */
  readonly failures: readonly unknown[];
  /** Undefined where the connection was closed before an answer came. */
  send(request: SentRequest): Promise<ReceivedAnswer | undefined>;
  close(): Promise<void>;
}

/** The whole server in this process over a folder of its own, asked through sockets. */
export async function listeningServer(
  flags: readonly string[] = [],
  dataDir: string = quickFolder(),
): Promise<ListeningServer> {
  const outcome = parseFlags(['--data-dir', dataDir, ...flags], {});
  if (outcome.kind !== 'run') throw new Error('These settings are none.');
  const failures: unknown[] = [];
  const { api, checkStorage, close } = await composeApi(outcome.settings, {
    onFailure: (error) => failures.push(error),
  });
  const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api, checkStorage });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const agent = new Agent({ keepAlive: true });
  return {
    dataDir,
    port,
    failures,
    send: ({ method, path, headers, pieces }) =>
      new Promise((resolve, reject) => {
        const length = pieces?.reduce((sum, piece) => sum + piece.length, 0);
        const sent = request(
          {
            host: '127.0.0.1',
            port,
            agent,
            method,
            path,
            headers: {
              'x-mapledger': '1',
              ...(length !== undefined && { 'content-type': 'application/json', 'content-length': length }),
              ...headers,
            },
          },
          (response) => {
            text(response).then((received) => resolve({ status: response.statusCode ?? 0, text: received }), reject);
          },
        );
        sent.once('error', () => resolve(undefined));
        for (const piece of pieces ?? []) if (piece.length > 0) sent.write(piece);
        sent.end();
      }),
    async close() {
      agent.destroy();
      await app.close();
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
