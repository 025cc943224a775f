import { expect, it } from 'vitest';
import { clusterError } from '../../../tests/builders/recording-gateway.ts';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { systemClock, ulidSource } from '../../infra/platform.ts';
import { memoryPlans } from '../../ui/testing/memory-plans.ts';
import { isReadingCall, type ClusterGateway } from '#domain/ports';
import { openClusters } from '../clusters/clusters.ts';
import { memoryActionLog } from '../../ui/testing/memory-actions.ts';
import { localCaller } from '../console/caller.ts';
import type { ConsoleContext } from '../console/context.ts';
import { embeddedEngine } from '../embedded/embedded-engine.ts';
import { memoryEngineStorage } from '../embedded/storage.ts';

const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: systemClock, ids: ulidSource() });

/** The engine with the rights of somebody: `refuses` says for which calls they don't suffice, and with which fault. */
function signedIn(user: string, refuses?: 'forbidden' | 'unauthorized'): ConsoleContext {
  const gateway: ClusterGateway = {
    send: (call) =>
      refuses !== undefined && !isReadingCall(call)
        ? Promise.reject(clusterError(refuses, refuses === 'forbidden' ? 403 : 401, `${user} may not do that`))
        : engine.send(call),
  };
  const opened = openClusters([{ entry: { id: 'main', label: 'Main', kind: 'sandbox' }, gateway }]).open('main');
  const cluster = { ...opened, user };
  const signal = new AbortController().signal;
  return { cluster, caller: localCaller(cluster), openCluster: () => cluster, isReadOnly: false, signal };
}

it('is carried out with the rights of whoever approved it, and goes on with those of whoever resumes it', async () => {
  await engine.send({ method: 'PUT', path: ['logs'], body: '{"aliases":{"current":{}}}' });
  const actionLog = memoryActionLog();
  const plans = memoryPlans({ actionLog, store: memoryEventStore() });
  const [reader, expired, admin] = [
    signedIn('reader', 'forbidden'),
    signedIn('expired', 'unauthorized'),
    signedIn('admin'),
  ];
  const { id } = await plans.propose({ name: 'logs', replaceIndex: { newIndex: 'logs-v2' } }, reader);

  for (const context of [reader, expired]) {
    await plans.act(id, context === reader ? 'approve' : 'resume', context);
    await plans.settled();
    const { plan } = await plans.get(id, context);
    expect([plan.state, plan.steps[0]?.state]).toEqual(['stopped', 'failed']);
    expect(plan.steps[0]?.error?.message).toContain('may not do that');
  }

  await plans.act(id, 'resume', admin);
  await plans.settled();
  expect((await plans.get(id, admin)).plan.state).toBe('done');
  const who = (await actionLog.recent(100)).map(({ author }) => author.name);
  expect(who.slice(-2)).toEqual(['expired', 'reader']);
  expect(new Set(who.slice(0, -2))).toEqual(new Set(['admin']));
});

it('is of one cluster, and of no other', async () => {
  const plans = memoryPlans();
  await engine.send({ method: 'PUT', path: ['orders'], body: '{}' });
  const main = signedIn('admin');
  const { id } = await plans.propose({ name: 'orders', replaceIndex: { newIndex: 'orders-v2' } }, main);
  const other: ConsoleContext = {
    ...main,
    cluster: { ...main.cluster, entry: { ...main.cluster.entry, id: 'other' } },
  };
  expect(await plans.list(other)).toEqual([]);
  await expect(plans.act(id, 'approve', other)).rejects.toThrow(/does not exist on cluster/);
  expect((await plans.list(main)).map((plan) => plan.id)).toEqual([id]);
});
