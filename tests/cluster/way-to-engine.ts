import { createServer, request as sendOn } from 'node:http';
import { onTestFinished } from 'vitest';

/** Where a request is: about to be sent to the engine, or carried out there and not yet answered. */
export type Moment = 'before' | 'after';

export interface Way {
  readonly url: string;
  /** How many requests have begun. */
  count: number;
  /** Of the requests, in their order. */
  readonly paths: string[];
  /** Is awaited at both moments of each request; one that resolves to `drop` is not sent on. */
  onMoment: (count: number, moment: Moment) => Promise<'drop' | undefined>;
}

/** A way to an engine on which each request is counted and can be held. */
export async function wayTo(engine: string): Promise<Way> {
  const { hostname: host, port } = new URL(engine);
  const server = createServer((incoming, outgoing) => {
    const count = ++way.count;
    const { method, url: path, headers } = incoming;
    way.paths.push(path ?? '');
    outgoing.on('error', () => undefined);
    void way.onMoment(count, 'before').then((decision) => {
      if (decision === 'drop') return incoming.destroy();
      const sent = sendOn({ ...{ host, port, path, headers }, ...(method !== undefined && { method }) }, (answer) => {
        void way.onMoment(count, 'after').then(() => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
      });
      sent.on('error', () => outgoing.destroy());
      return incoming.pipe(sent);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  const at = typeof address === 'object' && address !== null ? address.port : 0;
  const way: Way = { url: `http://127.0.0.1:${at}`, count: 0, paths: [], onMoment: async () => undefined };
  return way;
}
