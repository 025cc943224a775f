import { FEATURES, type Feature, type Support } from '#domain/console';
import { ClusterError, isReadingCall, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import type { ActionLog } from '../../src/server/console/action-log.ts';
import { memoryActionLog, memoryActions } from '../../src/ui/testing/memory-actions.ts';
import type { ReadClusterStatus } from '../../src/server/console/cluster.ts';
import type { OpenCluster } from '../../src/server/console/context.ts';
import { consoleDispatcher, type Dispatch } from '../../src/server/console/dispatch.ts';
import { memoryPlans } from '../../src/ui/testing/memory-plans.ts';
import type { OwnedPlanService } from '../../src/server/plans/plan-service.ts';
import { memoryTrail } from '../../src/ui/testing/memory-trail.ts';
import { consoleHandlers } from '../../src/server/console/handlers.ts';
import { memoryScratchIndices } from '../../src/server/console/memory-scratch-store.ts';
import { memoryUsageStore } from '../../src/server/console/memory-usage-store.ts';

/** What the cluster of a test answers to a call: JSON text, or an error. */
export type Answering = (call: ClusterCall) => string | ClusterError;

export interface RecordedCluster extends OpenCluster {
  readonly calls: readonly ClusterCall[];
  /** Those of them that may change something. */
  changes(): readonly ClusterCall[];
}

interface ClusterOptions {
  readonly lacks?: readonly Feature[];
  readonly user?: string;
}

/** A cluster at the far end of a wire that a test holds: it keeps what was sent, and answers as told. */
export function recordedCluster(
  answer: Answering = () => '{"acknowledged":true}',
  { lacks = [], user }: ClusterOptions = {},
): RecordedCluster {
  const calls: ClusterCall[] = [];
  const gateway: ClusterGateway = {
    async send(call) {
      // As every gateway does, so that a path that can't be written never leaves.
      requestOf(call);
      calls.push(call);
      const given = answer(call);
      if (given instanceof ClusterError) throw given;
      return { status: 200, body: given };
    },
  };
  const features = Object.fromEntries(
    FEATURES.map((feature): [string, Support] => [
      feature,
      lacks.includes(feature) ? { has: false, reason: `There is no ${feature} here.` } : { has: true },
    ]),
  );
  return {
    entry: { id: 'recorded', label: 'Recorded', kind: 'remote' },
    gateway,
    capabilities: async () => ({ engine: { distribution: 'elasticsearch', version: '8.19.0' }, features }),
    ...(user !== undefined && { user }),
    calls,
    changes: () => calls.filter((call) => !isReadingCall(call)),
  };
}

/** A cluster of a test that has the index `logs`, and answers other requests so. */
export function clusterWithLogs(answer: Answering, options?: ClusterOptions): RecordedCluster {
  const resolved = '{"indices":[{"name":"logs","attributes":["open"]}],"aliases":[],"data_streams":[]}';
  return recordedCluster((call) => (call.path[0] === '_resolve' ? resolved : answer(call)), options);
}

interface Console {
  readonly dispatch: Dispatch;
  readonly actionLog: ActionLog;
  readonly plans: OwnedPlanService;
  readonly failures: unknown[];
}

/** A dispatcher over clusters of a test, with everything in memory. */
export function consoleOver(
  cluster: OpenCluster,
  {
    isReadOnly = false,
    reasons = 'optional',
    actionLog = memoryActionLog(),
    readStatus = async () => ({ ...cluster.entry, state: 'up', isReadOnly, blocks: [] }),
  }: {
    isReadOnly?: boolean;
    reasons?: 'optional' | 'required';
    actionLog?: ActionLog;
    readStatus?: ReadClusterStatus;
  } = {},
): Console {
  const failures: unknown[] = [];
  const now = () => '2026-11-21T10:00:00.000Z';
  const plans = memoryPlans({ actionLog });
  const handlers = consoleHandlers({
    entries: [cluster.entry],
    readStatus,
    usage: memoryUsageStore(now),
    plans,
    actions: memoryActions(),
    hasDocuments: true,
    scratch: memoryScratchIndices(now),
    trail: memoryTrail([cluster.entry]).handlers,
  });
  const dispatch = consoleDispatcher({
    handlers,
    actionLog,
    isReadOnly,
    reasons,
    onFailure: (error) => failures.push(error),
    onInvalidResponse: (error) => {
      throw error;
    },
  });
  return { dispatch, actionLog, plans, failures };
}

export function clusterError(fault: ClusterError['fault'], status?: number, reason?: string): ClusterError {
  const request = { method: 'POST', path: '/' };
  return new ClusterError(fault, reason ?? `The cluster: ${fault}.`, {
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { reason, type: 'test_exception' }),
    request,
  });
}
