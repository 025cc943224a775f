import type { ClusterEntry } from '#domain/console';
import type { SealedRecord } from '#domain/events';
import { aliases, aliasFacets } from './aliases.ts';
import { clusterHandlers, type ReadClusterStatus } from './cluster.ts';
import { componentTemplateFacets, componentTemplates } from './component-templates.ts';
import type { ActionFacet, ActionRouteId, FacetsOf, HandledRouteId, Handlers, HandlersIn } from './context.ts';
import { dataStreamFacets, dataStreams } from './data-streams.ts';
import { codeInMemory } from './code.ts';
import { copyProgress } from './copy-progress.ts';
import { documentRehearsal, documentRehearsalFacets } from './document-rehearsal.ts';
import { documentTrialFacets, documentTrialHandlers } from './document-trials.ts';
import { documentSample } from './document-sample.ts';
import { documentHandlers } from './documents.ts';
import { fieldCosts } from './field-costs.ts';
import { fieldEstimateFacets, fieldEstimates } from './field-estimates.ts';
import { fieldUsage } from './field-usage.ts';
import { indexOperationFacets, indexOperations } from './index-operations.ts';
import { lifecycleFacets, lifecycles } from './lifecycle.ts';
import { indexFacts } from './index-facts.ts';
import { indexActionFacets, indexActions } from './index-actions.ts';
import { indexMapping, indexMappingFacets } from './index-mapping.ts';
import { indexSettings, indexSettingsFacets } from './index-settings.ts';
import { indexShards } from './index-shards.ts';
import { indexTemplateFacets, indexTemplates } from './index-templates.ts';
import { indices, indicesFacets } from './indices.ts';
import { labHandlers, type LabService } from './lab.ts';
import { planFacets, planHandlers, type PlanService } from './plans.ts';
import { proofHandlers, type ProofService } from './proof.ts';
import { scratchHandlers, type ScratchIndices } from './scratch.ts';
import { storageInMemory } from './storage.ts';
import type { Reasons } from './reasons.ts';
import { taskFacets, tasks } from './tasks.ts';
import { usageHandlers, type UsageStore } from './usage.ts';

export interface HandlerServices {
  /** The clusters of the configuration. */
  readonly entries: readonly ClusterEntry[];
  readonly readStatus: ReadClusterStatus;
  readonly usage: UsageStore;
  readonly plans: PlanService;
  readonly actions: HandlersIn<'actions'>;
  /** Whether a reason is asked for. */
  readonly reasons?: Reasons;
  /** Whether browsers are to record their drafts; they are where absent. */
  readonly hasSharedTrail?: boolean;
  /** Whether documents are read also where nobody has signed in. */
  readonly hasDocuments?: boolean;
  readonly scratch: ScratchIndices;
  readonly trail: HandlersIn<'trail'>;
  /** The histories of sample data; absent where there are none. */
  readonly sampleLogs?: () => readonly { readonly stream: string; readonly records: readonly SealedRecord[] }[];
  /** Absent where nothing is signed. */
  readonly proof?: ProofService;
  /** Absent where nothing is on a disk. */
  readonly storage?: HandlersIn<'storage'>;
  /** Absent where applies are not recorded. */
  readonly code?: HandlersIn<'code'>;
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
  hasDocuments = false,
  scratch,
  trail,
  sampleLogs = () => [],
  proof,
  storage = storageInMemory,
  code = codeInMemory,
  lab,
}: HandlerServices): Handlers {
  const progress = copyProgress();
  return {
    ...clusterHandlers(entries, readStatus, reasons, hasSharedTrail),
    ...indices,
    ...indexFacts,
    ...indexActions,
    ...indexSettings,
    ...indexMapping,
    ...scratchHandlers(scratch),
    ...documentHandlers(hasDocuments),
    ...documentSample(hasDocuments),
    ...documentTrialHandlers(scratch),
    ...documentRehearsal(scratch, hasDocuments, progress),
    ...fieldEstimates(scratch, hasDocuments, progress),
    ...indexShards,
    ...fieldUsage,
    ...fieldCosts(),
    ...aliases,
    ...indexOperations,
    ...lifecycles,
    ...tasks,
    ...dataStreams,
    ...indexTemplates,
    ...componentTemplates,
    ...planHandlers(plans),
    ...code,
    ...trail,
    'samples.list': async () => ({
      logs: sampleLogs().map(({ stream, records }) => ({ stream, records: [...records] })),
    }),
    ...proofHandlers(proof, trail['trail.read']),
    ...actions,
    ...storage,
    ...labHandlers(lab),
    ...usageHandlers(usage),
  };
}

/** What is known of every call that changes a cluster, from beside the handlers. */
export const FACETS: FacetsOf<HandledRouteId> = {
  ...indicesFacets,
  ...indexActionFacets,
  ...indexSettingsFacets,
  ...indexMappingFacets,
  ...aliasFacets,
  ...indexOperationFacets,
  ...taskFacets,
  ...lifecycleFacets,
  ...documentTrialFacets,
  ...documentRehearsalFacets,
  ...fieldEstimateFacets,
  ...dataStreamFacets,
  ...indexTemplateFacets,
  ...componentTemplateFacets,
  ...planFacets,
};

/** The facet of a route; an empty one where it has none, or where a recorded route is not there any more. */
export function facetOf(route: string): Partial<ActionFacet> {
  return Object.hasOwn(FACETS, route) ? FACETS[route as ActionRouteId] : {};
}
