import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClusterSettings } from '../settings/cluster-settings.ts';
import { clustersOf, greetingOf } from './configured.ts';

describe('the greeting of a cluster that nobody has signed in to', () => {
  // As the plugin for security of OpenSearch answers.
  const server = createServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'text/plain', 'www-authenticate': 'Basic realm="a"' });
    response.end('Unauthorized');
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const greeting = (credentials?: ClusterSettings['credentials']) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const settings: ClusterSettings = { id: 'prod', label: 'prod', url, ...(credentials && { credentials }) };
    return greetingOf(clustersOf([settings]), settings);
  };

  it('is that everybody signs in', async () => {
    expect(await greeting()).toMatch(/^Cluster "prod" \(prod\) at \S+ asks everybody to sign in\.$/);
  });

  it('is what is wrong with the credentials of the server', async () => {
    expect(await greeting({ kind: 'basic', username: 'a', password: 'b' })).toMatch(
      /is not available\. Cluster "prod" rejected the credentials\. Sign in with different ones\.$/,
    );
  });
});
