import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Distribution } from '#domain/catalogue';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { describePlans } from '../contracts/plans/plans.contract.ts';
import { CATALOGUE_CHECKS } from './checks/catalogue.ts';
import { COMPOSITION_CHECKS } from './checks/composition.ts';
import { CONFLICT_CHECKS } from './checks/conflicts.ts';
import { CONSOLE_CHECKS } from './checks/console.ts';
import { FORM_CHECKS } from './checks/form.ts';
import { GATEWAY_CHECKS } from './checks/gateway.ts';
import { LIVE_CHANGE_CHECKS } from './checks/live-changes.ts';
import { OPERATION_CHECKS } from './checks/operations.ts';
import { engineAt } from './engine.ts';
import { EngineMissingError, startEngine, type StartedEngine } from './started-engine.ts';

/** The last version of each line before the newest, which the suite `cluster` is for. */
const OLDER: readonly (readonly [Distribution, string])[] = [
  ['elasticsearch', '8.19.21'],
  ['elasticsearch', '7.17.29'],
  ['opensearch', '2.19.3'],
  ['opensearch', '1.3.20'],
];
/** Fetching and assembling an engine for the first time takes minutes. */
const START_MS = 900_000;
const STOP_MS = 60_000;

const SUITES = [
  ['the catalogue', CATALOGUE_CHECKS],
  ['what a form lets through', FORM_CHECKS],
  ['a plan to update a live mapping', LIVE_CHANGE_CHECKS],
  ['the way to the cluster', GATEWAY_CHECKS],
  ['the console', CONSOLE_CHECKS],
  ['index operations', OPERATION_CHECKS],
  ['our composition of templates', COMPOSITION_CHECKS],
  ['changes of templates', CONFLICT_CHECKS],
] as const;

describe.each(OLDER)('%s %s', (distribution, version) => {
  let started: StartedEngine | undefined;
  let missing = '';
  beforeAll(async () => {
    try {
      started = await startEngine(distribution, version);
    } catch (error) {
      if (!(error instanceof EngineMissingError)) throw error;
      missing = error.message;
    }
  }, START_MS);
  afterAll(() => started?.stop(), STOP_MS);

  describe.each(SUITES)('%s', (_, checks) => {
    for (const { name, timeoutMs, holds } of checks)
      it(name, { ...(timeoutMs !== undefined && { timeout: timeoutMs }) }, async (context) => {
        if (started === undefined) return context.skip(missing);
        await holds(engineAt(started), (reason) => context.skip(reason));
      });
  });

  describePlans(
    'This engine',
    async () => {
      if (started === undefined) return { missing };
      const remote = remoteCluster({ label: distribution, url: started.url });
      return { gateway: remote.connect(), destroy: () => remote.close() };
    },
    { killEvery: Number(process.env['PLAN_KILL_EVERY'] ?? 6), timeoutMs: 600_000 },
  );
});
