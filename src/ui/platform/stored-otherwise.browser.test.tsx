import { afterEach, describe, expect, it } from 'vitest';
import { testServer } from '../testing/test-http.ts';
import { connectNotifications } from '../kit/toast.tsx';
import { apiQueryClient, clusterApi } from './api-provider.tsx';

describe('a write of which the cluster stored something else', () => {
  const shown: unknown[] = [];
  const disconnect = connectNotifications({ notify: (notification) => void shown.push(notification) });
  afterEach(disconnect);

  it('is notified, whichever screen has sent it', async () => {
    const server = testServer({
      between: (engine) => ({
        async send(call) {
          const answer = await engine.send(call);
          return call.method === 'GET' ? { ...answer, body: answer.body.replaceAll('"7s"', '"1s"') } : answer;
        },
      }),
    });
    await server.ask('PUT', ['logs']);
    const { api } = clusterApi({ http: server.http, queries: apiQueryClient() }, null);
    await api.call('settings.update', { params: { name: 'logs' }, body: { 'index.max_result_window': 20_000 } });
    expect(shown).toEqual([]);
    await api.call('settings.update', { params: { name: 'logs' }, body: { 'index.refresh_interval': '7s' } });
    expect(shown).toEqual([
      {
        kind: 'danger',
        title: 'The cluster stored something else',
        text: 'The cluster stored index.refresh_interval as "1s".',
      },
    ]);
  });
});
