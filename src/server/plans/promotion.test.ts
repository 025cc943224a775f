import { expect, it } from 'vitest';
import { clusterError } from '../../../tests/builders/recording-gateway.ts';
import { describePromotions } from '../../../tests/contracts/plans/promotion.contract.ts';
import { systemClock, ulidSource } from '../../infra/platform.ts';
import { memoryPlans } from '../../ui/testing/memory-plans.ts';
import { isReadingCall, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { openClusters } from '../clusters/clusters.ts';
import { localCaller } from '../console/caller.ts';
import type { ConsoleContext } from '../console/context.ts';
import type { PlanProposal } from '../console/plans.ts';
import { embeddedEngine } from '../embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../embedded/storage.ts';

const engine = () => embeddedEngine({ storage: memoryEngineStorage(), clock: systemClock, ids: ulidSource() });

describePromotions(
  'The embedded engine',
  async () => {
    const target = engine();
    return { gateway: target, destroy: async () => target.close() };
  },
  engine(),
);

type Answer = (call: ClusterCall, send: () => ReturnType<ClusterGateway['send']>) => ReturnType<ClusterGateway['send']>;

const BODY = { template: { mappings: { properties: { level: { type: 'keyword' } } } } };
const PATH = ['_component_template', 'parts'];
const promotionFrom = (from: string): PlanProposal => ({
  name: from,
  promotion: { from, templates: [{ kind: 'component_template', name: 'parts', body: BODY }] },
});
const PROMOTION = promotionFrom('staging');
const passing: Answer = (_call, send) => send();

/** Two clusters, of which the first has a template, and what somebody may do with each. */
async function twoClusters() {
  const [source, target] = [engine(), engine()];
  await source.send({ method: 'PUT', path: PATH, body: JSON.stringify(BODY) });
  const plans = memoryPlans();
  const as = (onSource: Answer, onTarget: Answer): ConsoleContext => {
    const clusters = openClusters([
      { entry: { id: 'production', label: 'Production', kind: 'sandbox' }, gateway: through(target, onTarget) },
      { entry: { id: 'staging', label: 'Staging', kind: 'sandbox' }, gateway: through(source, onSource) },
    ]);
    const cluster = clusters.open('production');
    const signal = new AbortController().signal;
    return { cluster, caller: localCaller(cluster), openCluster: (id) => clusters.open(id), isReadOnly: false, signal };
  };
  const run = async (id: string, action: 'approve' | 'resume', context: ConsoleContext) => {
    await plans.act(id, action, context);
    await plans.settled();
    return (await plans.get(id, context)).plan;
  };
  const found = () => target.send({ method: 'GET', path: PATH }).then(({ body }) => JSON.parse(body) as unknown);
  return { plans, as, run, found };
}

function through(engine: ClusterGateway, answer: Answer): ClusterGateway {
  return { send: (call) => answer(call, () => engine.send(call)) };
}

const refusing: Answer = async () => Promise.reject(clusterError('unauthorized', 401, 'Sign in first.'));
const readingOnly: Answer = (call, send) =>
  isReadingCall(call) ? send() : Promise.reject(clusterError('forbidden', 403, 'You may only read.'));

it('is proposed by whoever can read where the templates come from', async () => {
  const { plans, as } = await twoClusters();
  await expect(plans.propose(PROMOTION, as(refusing, passing))).rejects.toMatchObject({
    statusCode: 424,
    message: expect.stringMatching(/^The templates on Staging can’t be read: .*Sign in first\./),
  });
  await expect(plans.propose(promotionFrom('nowhere'), as(passing, passing))).rejects.toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('Unknown cluster "nowhere"'),
  });
});

it('is written with the rights of whoever approves or resumes it, on the cluster that it goes to', async () => {
  const { plans, as, run, found } = await twoClusters();
  const { id } = await plans.propose(PROMOTION, as(passing, readingOnly));
  const refused = await run(id, 'approve', as(passing, readingOnly));
  expect([refused.state, refused.steps[0]?.error?.message]).toEqual([
    'stopped',
    expect.stringContaining('You may only read.'),
  ]);
  await expect(found()).rejects.toThrow('does not exist');
  expect((await run(id, 'resume', as(passing, passing))).state).toBe('done');
  expect(await found()).toMatchObject({ component_templates: [{ component_template: BODY }] });
});

it('goes on without a look at a source that whoever approves it can’t read, and says so', async () => {
  const { plans, as, run, found } = await twoClusters();
  const { id } = await plans.propose(PROMOTION, as(passing, passing));
  const { state, steps } = await run(id, 'approve', as(refusing, passing));
  expect([state, steps[0]?.result?.['notice']]).toEqual([
    'done',
    'Whether it was changed on staging since could not be checked.',
  ]);
  expect(await found()).toMatchObject({ component_templates: [{ component_template: BODY }] });
});

it('refuses a name that belongs to the cloud provider, when it is proposed and right before it is sent', async () => {
  const { plans, as, run, found } = await twoClusters();
  const managed: Answer = async (call, send) =>
    call.path.join('/') === '_cluster/settings'
      ? { ...(await send()), body: '{"persistent":{"cluster.metadata.managed_index_templates":["par"]}}' }
      : send();
  const message = 'Component template "parts" is managed by the cloud provider and can’t be changed.';
  await expect(plans.propose(PROMOTION, as(passing, managed))).rejects.toMatchObject({ statusCode: 409, message });
  const { id } = await plans.propose(PROMOTION, as(passing, passing));
  const { state, steps } = await run(id, 'approve', as(passing, managed));
  expect([state, steps[0]?.state, steps[0]?.error?.message]).toEqual(['stopped', 'pending', message]);
  await expect(found()).rejects.toThrow('does not exist');
});

it('goes to a cluster whose settings nobody may read', async () => {
  const { plans, as, run } = await twoClusters();
  const hidden: Answer = (call, send) =>
    call.path.join('/') === '_cluster/settings'
      ? Promise.reject(clusterError('forbidden', 403, 'No settings for you.'))
      : send();
  const { id } = await plans.propose(PROMOTION, as(passing, hidden));
  expect((await run(id, 'approve', as(passing, hidden))).state).toBe('done');
});

it('is unknown, not done, where the cluster has accepted it and does not have it', async () => {
  const { plans, as, run, found } = await twoClusters();
  let isLate = true;
  const late: Answer = async (call, send) =>
    isLate && call.method === 'PUT' ? { status: 200, body: '{"acknowledged":false}' } : send();
  const { id } = await plans.propose(PROMOTION, as(passing, passing));
  const { state, steps } = await run(id, 'approve', as(passing, late));
  expect([state, steps[0]?.state]).toEqual(['stopped', 'unknown']);
  isLate = false;
  expect((await run(id, 'resume', as(passing, late))).state).toBe('done');
  expect(await found()).toMatchObject({ component_templates: [{ component_template: BODY }] });
});
