import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#domain/json';
import { consoleOver, recordedCluster } from '../../../tests/builders/recording-gateway.ts';
import type { HandledRouteId } from './context.ts';

const BODY = { index_patterns: ['logs-*'], template: {} };

async function send(id: HandledRouteId, body: JsonObject, params?: Readonly<Record<string, string>>) {
  const cluster = recordedCluster();
  const { dispatch } = consoleOver(cluster);
  const signal = new AbortController().signal;
  const answer = await dispatch({
    id,
    ...(params && { params }),
    body,
    requestId: 'r',
    openCluster: () => cluster,
    signal,
  });
  const sent = cluster.calls.flatMap((call) => (call.body === undefined ? [] : [JSON.parse(call.body) as unknown]));
  return { answer, sent };
}

describe('the name in the body of a template', () => {
  const updates = ['index_templates.update', 'component_templates.update'] as const;

  it.each(updates)('is left out by %s where it is that of the path', async (id) => {
    const { answer, sent } = await send(id, { name: 'logs', ...BODY }, { name: 'logs' });
    expect(answer).toMatchObject({ status: 200 });
    expect(sent).toEqual([BODY]);
  });

  it.each(updates)('is refused by %s where it is another one', async (id) => {
    for (const name of ['other', 5, null]) {
      const { answer, sent } = await send(id, { name, ...BODY }, { name: 'logs' });
      expect(answer).toMatchObject({
        status: 400,
        error: { message: 'The body has another name than "logs", which is in the path.' },
      });
      expect(sent).toEqual([]);
    }
  });

  it('is left out where a template is simulated', async () => {
    expect((await send('index_templates.simulate', { name: 'logs', ...BODY })).sent).toEqual([BODY]);
    const template = { name: 'logs', ...BODY };
    expect((await send('index_templates.simulate_index', { template }, { name: 'logs-1' })).sent).toEqual([BODY]);
  });
});
