import { describe, expect, it } from 'vitest';
import { requestOf } from '#domain/ports';
import { consoleOver, recordedCluster } from '../../../tests/builders/recording-gateway.ts';

/** What is sent to give the index `logs` the policy `new`, and the response; ISM has it follow `current` so far. */
async function attached(current: string | null, outcome: object = { updated_indices: 1, failures: false }) {
  const cluster = recordedCluster(
    ({ path }) => {
      const at = path.join('/');
      if (at === '_plugins/_ism/policies')
        return JSON.stringify({ policies: [{ _id: 'new', policy: { states: [] } }] });
      if (at.startsWith('_plugins/_ism/explain'))
        return JSON.stringify({ logs: { index: 'logs', policy_id: current } });
      return JSON.stringify(at.startsWith('_plugins') ? outcome : { logs: {} });
    },
    { lacks: ['ilm'] },
  );
  const { dispatch } = consoleOver(cluster);
  const response = await dispatch({
    id: 'lifecycle.attach',
    params: { name: 'logs' },
    body: { policy: 'new' },
    requestId: 'r',
    openCluster: () => cluster,
    signal: new AbortController().signal,
  });
  const sent = cluster.changes().map((call) => `${requestOf(call).method} ${call.path.join('/')} ${call.body ?? ''}`);
  return { response, sent };
}

/** The policies of a cluster that answers each path with a text. */
async function policiesOf(responses: Readonly<Record<string, object>>, lacks: 'ilm' | 'ism') {
  const cluster = recordedCluster(({ path }) => JSON.stringify(responses[path.join('/')] ?? {}), { lacks: [lacks] });
  const response = await consoleOver(cluster).dispatch({
    ...{ id: 'lifecycle.policies', params: {}, requestId: 'r', openCluster: () => cluster },
    signal: new AbortController().signal,
  });
  return 'value' in response ? response.value : response;
}

describe('the lifecycle policies', () => {
  it('of ISM do not claim that nothing uses them, which ISM does not report', async () => {
    const policies = await policiesOf(
      { '_plugins/_ism/policies': { policies: [{ _id: 'keep', policy: { states: [{ name: 'hot' }] } }] } },
      'ilm',
    );
    expect(policies).toEqual([{ name: 'keep', phases: ['hot'], body: { states: [{ name: 'hot' }] } }]);
  });

  it('of ILM have what uses them where the engine reports that', async () => {
    const policy = { phases: { hot: {} } };
    const in_use_by = { indices: ['a'], data_streams: ['s'], composable_templates: ['t'] };
    const policies = await policiesOf({ '_ilm/policy': { old: { policy }, used: { policy, in_use_by } } }, 'ism');
    expect(policies).toEqual([
      { name: 'old', phases: ['hot'], body: policy },
      { name: 'used', phases: ['hot'], usedBy: { dataStreams: ['s'], indices: ['a'], templates: ['t'] }, body: policy },
    ]);
  });
});

describe('attaching a policy of ISM', () => {
  it('adds it to an index that has none', async () => {
    const { response, sent } = await attached(null);
    expect(response).toMatchObject({ status: 200, value: { acknowledged: true } });
    expect(sent).toEqual(['POST _plugins/_ism/add/logs {"policy_id":"new"}']);
  });

  it('changes the policy of an index that has one, which ISM does not add another to', async () => {
    const { response, sent } = await attached('old');
    expect(response).toMatchObject({ status: 200, value: { acknowledged: true } });
    expect(sent).toEqual(['POST _plugins/_ism/change_policy/logs {"policy_id":"new"}']);
  });

  it('fails with the reason where ISM answers 200 and has done nothing', async () => {
    const failed_indices = [{ index_name: 'logs', reason: 'This index is being deleted' }];
    const { response } = await attached('old', { updated_indices: 0, failures: true, failed_indices });
    expect(response).toMatchObject({
      status: 409,
      error: { message: 'Nothing was changed: This index is being deleted.' },
    });
  });
});
