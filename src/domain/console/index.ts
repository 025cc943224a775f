export { type ClusterEntry, type ClusterStatus, type Feature, FEATURES, type Support } from './cluster-entities.ts';
export { analyzedSize, sizeWithShare, structuresInWords } from './cost-words.ts';
export { formatCsv } from './csv.ts';
export type { ServerDataStream } from './data-stream-entities.ts';
export { type DataStream, dataStreamOf, hasPrivilege, writeIndexOf } from './data-streams.ts';
export { type ClusterErrorAttributes, type ErrorBody, ErrorBodySchema } from './error-body.ts';
export { type EstimatedCost, estimatedCosts } from './estimated-costs.ts';
export {
  type FieldCost,
  fieldCostsIn,
  type FileCost,
  fileCostsIn,
  STORED_FIELDS,
  structuresIn,
} from './field-costs.ts';
export { INDEX_PARTS, lacksPart, missingIn, missingSentence, type WithMissing } from './index-parts.ts';
export type { MissingPart } from './missing-part.ts';
export { hasExpression, quoteValue, withExpression, withoutExpression } from './filter-text.ts';
export {
  actionTitle,
  INDEX_ACTION_IDS,
  INDEX_ACTIONS,
  type IndexActionEntry,
  type IndexActionId,
  indexCount,
  indicesFor,
  mustWait,
  phraseToType,
} from './index-actions.ts';
export { indicesCsv } from './index-csv.ts';
export type { AliasAction, ColumnFacts, FieldCount, Index, IndexFacts, IndexOutcome } from './index-entities.ts';
export { INDEX_FILTER_FIELDS } from './index-fields.ts';
export { filterIndices, indexFilter } from './index-filter.ts';
export { type AddedAlias, aliasEntries, aliasProperties, reservedAliasProperty } from './alias-entries.ts';
export { readAliasFilter } from './alias-filter.ts';
export { isDateMath, type NewIndexName, newIndexName, resolveDateMath, type ResolvedName } from './date-math.ts';
export { aliasNameProblem, dataStreamNameProblem, indexNameProblem, targetNameProblem } from './index-names.ts';
export { listedNameProblem, listedNames } from './listed-names.ts';
export { doneText, mergeIndices, outcomeReason, outcomesFor, undoneText, unfinished } from './index-outcomes.ts';
export { INDEX_REFRESH_SECONDS, isSystemIndex, listedIndices } from './index-rules.ts';
export { editableSettings, flatSettings, planSettings, type SettingsPlan } from './index-settings.ts';
export { INDEX_SORT_COLUMNS, type IndexSort, type IndexSortColumn, sortIndicesBy } from './index-sort.ts';
export { type RowStatus, statusLabel } from './index-status.ts';
export {
  formatRetention,
  parseRetention,
  RETENTION_PATTERN,
  RETENTION_UNITS,
  type RetentionUnit,
  describeRetention,
} from './retention.ts';
export { modulesIn } from './modules.ts';
export type { Allocation, Shard } from './shard-entities.ts';
export { countShards, mostUrgentShard, type ShardCopy } from './shards.ts';
export {
  changedLifecycle,
  type DataStreamLifecycle,
  downsamplingRounds,
  lifecycleOf,
  type LifecycleChange,
  otherLifecycleMembers,
  storedLifecycle,
} from './stream-lifecycle.ts';
export { formatSize, parseSize, readSize } from './size.ts';
export { indexActionMetric, METRICS } from './usage-metrics.ts';
export { longTasks, LONG_SEARCH_MS, taskDescription, taskIdProblem, taskOf, taskWords } from './tasks.ts';
export type { Task, TaskDetail, TaskList } from './task-entities.ts';
export { capitalized, countOf } from './words.ts';
export { fitsPattern, fitsWildcard } from './wildcard.ts';
export {
  type AliasEntry,
  type AliasOperation,
  type Block,
  BLOCKS,
  type Lifecycle,
  type Policy,
  type ResizeSource,
  type Rollover,
  type RolloverConditions,
} from './operation-entities.ts';
