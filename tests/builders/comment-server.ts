import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface StoredComment {
  readonly id: number;
  readonly user: { readonly login: string };
  body: string;
}

/** The comments of one pull request behind the paths of GitHub’s API, page by page. It is gone after the test. */
export async function startCommentServer(author: string, token: string) {
  const comments: StoredComment[] = [];
  const writes: string[] = [];
  const add = (login: string, body: string) => comments.push({ id: comments.length + 1, user: { login }, body });
  const answer = (method: string, url: URL, sent: string): readonly [number, unknown] => {
    const { pathname, searchParams } = url;
    if (method !== 'GET') writes.push(`${method} ${pathname}`);
    if (pathname === '/repos/acme/templates/issues/7/comments') {
      if (method === 'GET') {
        const size = Number(searchParams.get('per_page') ?? 30);
        const from = (Number(searchParams.get('page') ?? 1) - 1) * size;
        return [200, comments.slice(from, from + size)];
      }
      add(author, (JSON.parse(sent) as { body: string }).body);
      return [201, {}];
    }
    const one = comments.find(({ id }) => pathname === `/repos/acme/templates/issues/comments/${id}`);
    if (one === undefined || method !== 'PATCH') return [404, {}];
    if (one.user.login !== author) return [403, {}];
    one.body = (JSON.parse(sent) as { body: string }).body;
    return [200, {}];
  };
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const isKnown = request.headers.authorization === `Bearer ${token}`;
      const [status, body] = isKnown
        ? answer(request.method ?? '', new URL(request.url ?? '/', 'http://github'), sent)
        : [401, {}];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${address.port}`, comments, writes, add };
}
