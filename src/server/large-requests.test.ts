import { afterAll, beforeAll, expect, it } from 'vitest';
import { LARGE_REQUESTS } from '../../tests/builders/large-requests.ts';
import { listeningServer, type ListeningServer } from '../../tests/builders/listening-server.ts';

const TIMEOUT_MS = 120_000;

let server: ListeningServer;
beforeAll(async () => {
  server = await listeningServer();
});
afterAll(() => server.close());

/** How long each holds up the others is measured by the bench `stall`. */
it.each(Object.entries(LARGE_REQUESTS))(
  'answers %s as its limits say, and fails at nothing of its own',
  async (_, story) => {
    const { before = [], asked, status } = story();
    for (const each of before) await server.send(each);
    const answer = await server.send(asked);
    if (status === null) expect(answer?.status).toBeLessThan(500);
    else expect(answer?.status).toBe(status);
    expect(server.failures).toEqual([]);
  },
  TIMEOUT_MS,
);
