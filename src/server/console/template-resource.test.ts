import { describe, expect, it } from 'vitest';
import { formatJson, type JsonObject } from '#domain/json';
import type { ClusterGateway } from '#domain/ports';
import type { LoggedAction } from './action-log.ts';
import { templateWritten } from './template-resource.ts';

const SENT: JsonObject = {
  name: 'k5',
  index_patterns: 'k5-*',
  priority: '300',
  data_stream: {},
  template: {
    settings: { index: { number_of_replicas: 0 } },
    aliases: { all: { routing: '1' } },
    lifecycle: { data_retention: '7d' },
  },
};
const ANSWERED: JsonObject = {
  index_patterns: ['k5-*'],
  composed_of: [],
  priority: 300,
  data_stream: { hidden: false, allow_custom_routing: false },
  template: {
    settings: { index: { number_of_replicas: '0' } },
    aliases: { all: { index_routing: '1', search_routing: '1' } },
    lifecycle: { enabled: true, data_retention: '7d' },
  },
  created_date_millis: 1,
  modified_date_millis: 2,
};

/** Only the template is read, which the test gives. */
const GATEWAY: ClusterGateway = { send: () => Promise.reject(new Error('Nothing else is read')) };

/** What is found out about a write whose answer was lost, where the cluster has this now. */
async function foundOf(body: JsonObject, sent: JsonObject) {
  const action = { names: ['k5'], body: { text: formatJson(sent) } } as unknown as LoggedAction;
  return (await templateWritten(async () => ({ body }))(action, GATEWAY)).found;
}

describe('a template whose write was not answered', () => {
  it('was written where it is the same but for what the engine adds', async () => {
    expect(await foundOf(ANSWERED, SENT)).toBe('done');
  });

  it.each([
    ['settings', { ...ANSWERED, template: { ...(ANSWERED['template'] as JsonObject), settings: {} } }],
    ['the lifecycle', { ...ANSWERED, template: { ...(ANSWERED['template'] as JsonObject), lifecycle: {} } }],
    ['the data stream', { ...ANSWERED, data_stream: { hidden: true } }],
  ])('may not have been written where %s differ', async (_, body) => {
    expect(await foundOf(body, { ...SENT, index_patterns: ['k5-*'], priority: 300 })).toBe('unknown');
  });
});
