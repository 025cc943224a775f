import type { ClusterEntry } from '#domain/console';
import { actionHandlers, type Actions } from './actions.ts';
import { aliases } from './aliases.ts';
import { clusterHandlers, type ReadClusterStatus } from './cluster.ts';
import { componentTemplates } from './component-templates.ts';
import type { Handlers } from './context.ts';
import { dataStreams } from './data-streams.ts';
import { indexOperations } from './index-operations.ts';
import { lifecycles } from './lifecycle.ts';
import { indexActions } from './index-actions.ts';
import { indexMapping } from './index-mapping.ts';
import { indexSettings } from './index-settings.ts';
import { indexShards } from './index-shards.ts';
import { indexTemplates } from './index-templates.ts';
import { indices } from './indices.ts';
import { labHandlers, type LabService } from './lab.ts';
import { planHandlers, type PlanService } from './plans.ts';
import { proofHandlers, type ProofService } from './proof.ts';
import { scratchHandlers, type ScratchIndices } from './scratch.ts';
import { trailHandlers, type TrailService } from './trail.ts';
import { storageHandlers, type StorageService } from './storage.ts';
import type { Reasons } from './reasons.ts';
import { usageHandlers, type UsageStore } from './usage.ts';

export interface HandlerServices {
  /** The clusters of the configuration. */
  readonly entries: readonly ClusterEntry[];
  readonly readStatus: ReadClusterStatus;
  readonly usage: UsageStore;
  readonly plans: PlanService;
  readonly actions: Actions;
  /** Whether a reason is asked for. */
  readonly reasons?: Reasons;
  /** Whether browsers are to record their drafts; they are where absent. */
  readonly hasSharedTrail?: boolean;
  readonly scratch: ScratchIndices;
  readonly trail: TrailService;
  /** Absent where nothing is signed. */
  readonly proof?: ProofService;
  /** Absent where nothing is on a disk. */
  readonly storage?: StorageService;
  /** Absent where nothing is fuzzed. */
  readonly lab?: LabService;
}

/** What every route does. */
export function consoleHandlers({
  entries,
  readStatus,
  usage,
  plans,
  actions,
  reasons = 'optional',
  hasSharedTrail = true,
  scratch,
  trail,
  proof,
  storage,
  lab,
}: HandlerServices): Handlers {
  return {
    ...clusterHandlers(entries, readStatus, reasons, hasSharedTrail),
    ...indices,
    ...indexActions,
    ...indexSettings,
    ...indexMapping,
    ...scratchHandlers(scratch),
    ...indexShards,
    ...aliases,
    ...indexOperations,
    ...lifecycles,
    ...dataStreams,
    ...indexTemplates,
    ...componentTemplates,
    ...planHandlers(plans),
    ...trailHandlers(trail),
    ...proofHandlers(proof, trail),
    ...actionHandlers(actions),
    ...storageHandlers(storage),
    ...labHandlers(lab),
    ...usageHandlers(usage),
  };
}
