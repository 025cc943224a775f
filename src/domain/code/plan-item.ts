import type { ClusterTemplates } from '../template/index.ts';
import type { TemplateChange } from './changes.ts';
import type { LiveIndex } from './index-comparison.ts';
import type { IndexReplacement, ReplacementFacts } from './index-replacement.ts';
import type { ObjectAddress } from './kinds.ts';
import type { KnownReferences } from './references.ts';
import type { WriteIndex } from './write-index-update.ts';

/**
 * What a change means: it is made in place and counts for new indices; data streams get it from their next rollover;
 * no live index takes it; the cluster would refuse it; or it is only compared (legacy templates).
 */
export type ChangeClass = 'in_place' | 'next_rollover' | 'new_index' | 'refused' | 'not_applied';

export interface CodePlanItem extends ObjectAddress {
  readonly action: 'create' | 'update' | 'delete';
  readonly class: ChangeClass;
  /** In the project; absent for a deletion. */
  readonly file?: string;
  readonly overlay?: string;
  /** The former name of a template that is created. */
  readonly movedFrom?: string;
  readonly changes: readonly TemplateChange[];
  /** Data streams whose next backing index is another one by the plan. */
  readonly dataStreams: readonly string[];
  /** How a change that needs a new index is made; absent where it can’t be. */
  readonly replacement?: IndexReplacement;
  /** Why it can’t be applied. */
  readonly refused: readonly string[];
  readonly notes: readonly string[];
  /** Digest of the body that the cluster has now; absent where it has none. */
  readonly base?: string;
}

/** What a cluster has, as far as a plan depends on it. */
export interface ClusterFacts extends ReplacementFacts {
  readonly templates: ClusterTemplates;
  /** Of the indices that files claim those that exist. */
  readonly indices: ReadonlyMap<string, LiveIndex>;
  readonly references: KnownReferences;
  /** By data stream; those are enough that files decide about. Absent where nothing is done with them. */
  readonly writeIndices?: ReadonlyMap<string, WriteIndex>;
}

/** What a plan may do beside what is done in place. */
export interface PlanChoices {
  /** An index behind an alias is replaced by a new one where its file needs that: all its documents are copied. */
  readonly allowsReindex?: boolean;
  /** Data streams are rolled over where their templates change. */
  readonly allowsRollover?: boolean;
  /** What their templates map is added to the write indices of data streams, where that can be done in place. */
  readonly allowsWriteIndex?: boolean;
}
