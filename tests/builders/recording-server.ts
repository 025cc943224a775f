import { onTestFinished } from 'vitest';
import { deviceSecret } from './device-secret.ts';
import { listeningServer, type ListeningServer } from './listening-server.ts';
import { openLog } from '#domain/log';
import { API_BASE, DEVICE_HEADER } from '#domain/wire';

/** The whole server that records applies. It is gone after the test. */
export async function startServer(): Promise<ListeningServer & { readonly url: string }> {
  const server = await listeningServer();
  onTestFinished(() => server.close());
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}

/** The variables that name and prove an author. */
export const as = (author: string) => ({ MAPLEDGER_AUTHOR: author, MAPLEDGER_DEVICE_SECRET: deviceSecret(author) });

async function ask(server: ListeningServer, path: string, author = 'ada') {
  const answer = await server.send({
    method: 'GET',
    path: `${API_BASE}${path}`,
    headers: {
      [DEVICE_HEADER]: deviceSecret(author),
      'x-mapledger-author': encodeURIComponent(JSON.stringify({ id: author, name: author })),
    },
  });
  return JSON.parse(answer?.text ?? '{}') as never;
}

/** The summaries of the events of a project, with their authors. */
export async function recorded(server: ListeningServer, project = 'search'): Promise<readonly string[]> {
  const page = await ask(server, `/trail/records?stream=code/${project}&author=ada`);
  const { records } = page as { records: { text: string; hash: string }[] };
  return openLog(records).events.map(({ author, summary }) => `${author.id}: ${summary}`);
}

/** What the record of a project has about the objects of the test cluster. */
export async function objectsOf(server: ListeningServer, project = 'search') {
  const view = await ask(server, `/code/${project}?on=sandbox`);
  return (view as { objects: { object: string; file: string; isMade: boolean }[] }).objects;
}
