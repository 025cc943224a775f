export { formatCsv, type CsvCell } from './csv.ts';
export { hasExpression, quoteValue, withExpression, withoutExpression, type FilterFault } from './filter-text.ts';
export {
  actionTitle,
  INDEX_ACTION_IDS,
  INDEX_ACTIONS,
  indexCount,
  indicesFor,
  phraseToType,
  type IndexActionEntry,
  type IndexActionId,
} from './index-actions.ts';
export { indicesCsv } from './index-csv.ts';
export { INDEX_FILTER_FIELDS } from './index-fields.ts';
export { filterIndices, indexFilter } from './index-filter.ts';
export { doneText, mergeIndices, outcomeReason, outcomesFor, undoneText, unfinished } from './index-outcomes.ts';
export { INDEX_REFRESH_MS, isHiddenIndex, isSystemIndex, listedIndices } from './index-rules.ts';
export { INDEX_SORT_COLUMNS, sortIndices, type IndexSortColumn, type SortOrder } from './index-sort.ts';
export { ROW_STATUSES, statusLabel, type RowStatus } from './index-status.ts';
export { formatSize, parseSize } from './size.ts';
export { indexActionMetric, METRICS } from './usage-metrics.ts';
