export { parseJson, readJson, formatJson, JsonTextError, MAX_TEXT_LENGTH, type ReadNotice } from './json/text.ts';
export {
  admit,
  copyObject,
  deepEqual,
  isObject,
  MAX_DEPTH,
  member,
  NotJsonError,
  objectMember,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  setMember,
  type MutableJsonObject,
} from './json/value.ts';
export {
  formatPointer,
  joinPointer,
  lastToken,
  parentPointer,
  parsePointer,
  PointerError,
  type Pointer,
} from './json/pointer.ts';
export { applyPatch, PatchError, rebasePointer, valueAt, type Body, type Operation, type Patch } from './json/patch.ts';
export { diff } from './json/diff.ts';
export { mergeThreeWay, type Merged } from './json/three-way.ts';
export * from './catalogue/catalogue.ts';
export {
  COMPOSITE_TYPES,
  CONFIGURATION,
  DERIVED_FIELD_TYPES,
  MAPPINGS_MEMBERS,
  RUNTIME_FIELD_TYPES,
  type ConfigurationEntry,
  type MappingsMember,
  type MemberTypeEntry,
} from './catalogue/configuration.ts';
export { docsUrl } from './catalogue/docs.ts';
export type { AnalyzerEditor, Editor, EditorKind, FrequencyMode, NumberEditor, Option } from './catalogue/editors.ts';
export {
  compareVersions,
  isKnownBy,
  type Distribution,
  type Engines,
  type TargetEngine,
  type VersionRange,
} from './catalogue/engines.ts';
export { MESSAGES, NOTES } from './catalogue/messages.ts';
export { CUSTOM_OPTION, FORMAT_SEPARATOR, INDEX_DEFAULT, LANGUAGE_OPTION } from './catalogue/options.ts';
export {
  enginesText,
  referenceText,
  referenceTypes,
  type ReferenceParameter,
  type ReferenceType,
} from './catalogue/reference.ts';
export { isAbsoluteFilter } from './catalogue/rules.ts';
export type {
  ChildContainer,
  DocsPages,
  LiveChange,
  Obstacle,
  Parameter,
  ParameterContext,
  ParameterEntry,
  Placement,
  Switching,
  TypeEntry,
} from './catalogue/types.ts';
export {
  childId,
  dottedPath,
  findField,
  parseFieldId,
  resolvePath,
  rootContainer,
  typeOf,
  type FieldAddress,
  type FieldId,
} from './mapping/field.ts';
export { fieldCount, maxNestedDepth, summaryOf, type Summary } from './mapping/folds.ts';
export { aliasesTo, referencesTo, type Reference } from './mapping/references.ts';
export {
  configurationChanges,
  configurationErrors,
  readConfigurationForm,
  withConfigurationEdits,
  type ConfigurationEdits,
  type ConfigurationForm,
} from './mapping/configuration-form.ts';
export {
  COMPUTED_CONTAINERS,
  computedFields,
  readRuntimeForm,
  runtimeFormErrors,
  withRuntimeEdits,
  type ComputedContainer,
  type RuntimeFieldEdits,
  type RuntimeFieldForm,
} from './mapping/runtime-form.ts';
export { formatTemplates, readTemplates } from './mapping/dynamic-templates.ts';
export {
  deNormalize,
  normalize,
  type FieldEntity,
  type FieldSource,
  type NormalizedFields,
} from './mapping/normalize.ts';
export { isExpanded, visibleRows, type Expansion, type FieldRow, type VisibleRows } from './mapping/rows.ts';
export { findEntries, matchIn, searchFields } from './mapping/search.ts';
export { searchEntries, type SearchEntry } from './mapping/search-entries.ts';
export { PATH_SEPARATOR } from './mapping/search-pattern.ts';
export { extractMappingsDefinition, hasSeveralTypes, type ExtractedMappings } from './mapping/extract-mappings.ts';
export { countOfChanges, planMappingUpdate, type MappingUpdatePlan } from './mapping/live-changes.ts';
export type { PlannedChange, ReindexNeed } from './mapping/live-field-changes.ts';
export { mergeUpdate } from './mapping/merge-update.ts';
export {
  importErrorText,
  validateMappings,
  type ImportError,
  type ValidatedMappings,
} from './mapping/validate-mappings.ts';
export { customAnalyzers } from './template/analyzers.ts';
export { indexPatternProblem, templateNameProblem, templateTargetProblem } from './template/template-names.ts';
export { isLegacyBody, isManaged, templateType, type TemplateType } from './template/template-type.ts';
export { aliasNameProblem, dataStreamNameProblem, indexNameProblem, targetNameProblem } from './console/index-names.ts';
export { simulationBody } from './template/simulation.ts';
export { locateMappings, type BodyKind, type MappingsPlace } from './template/locate.ts';
export {
  componentTemplateItemOf,
  componentTemplateOf,
  type ComponentTemplate,
  type ComponentTemplateItem,
} from './template/component-template.ts';
export {
  ilmPolicyNameOf,
  indexTemplateItemOf,
  indexTemplateOf,
  type IndexTemplate,
  type IndexTemplateItem,
  type TemplateSections,
} from './template/index-template.ts';
export {
  dataStreamOf,
  mayOn,
  writeIndexOf,
  type DataStream,
  type DataStreamLifecycle,
} from './console/data-streams.ts';
export {
  formatRetention,
  parseRetention,
  RETENTION_UNITS,
  retentionWords,
  type RetentionUnit,
} from './console/retention.ts';
export { errorText } from './error-text.ts';
export { createState, type DocumentState } from './state.ts';
export {
  reduce,
  definitionOf,
  isDocumentCommand,
  followCommand,
  rebaseCommand,
  UnknownCommandError,
  type Reduced,
} from './commands/reduce.ts';
export type { Command, RejectionDetail, Rejection } from './commands/define-command.ts';
export type { DocumentCommand, BatchCommand } from './commands/list.ts';
export { memberChanges } from './commands/changes.ts';
export { NAME_REQUIRED, NAME_TAKEN, TYPE_REQUIRED, misplacement } from './commands/field-add.ts';
export { typeChangeLosses, type TypeChangeLosses } from './commands/field-edit.ts';
export { countBelow } from './commands/field-remove.ts';
export { DRAFT_NAME_REQUIRED, DRAFT_NAME_TAKEN, DRAFTS_STREAM, draftStream, type Draft } from './commands/draft.ts';
export { evolve, openState, replay, ReplayError } from './events/evolve.ts';
export { EVENT_FORMAT, type Author, type DocumentEvent, type Stamp, type StoredEvent } from './events/event.ts';
export {
  EVENT_LIMIT,
  EventTooLargeError,
  FIRST_HASH,
  INVERSE_LIMIT,
  seal,
  verifyChain,
  type SealedRecord,
} from './events/seal.ts';
export {
  eventIdOf,
  formatLog,
  looksLikeLog,
  looksLikeRecord,
  LogFaultError,
  NO_RECORD,
  openLog,
  parseLog,
  type OpenedLog,
} from './events/log.ts';
export { CLUSTER_AUTHOR } from './commands/mapping-follow.ts';
export { targetGaps } from './mapping/target-gaps.ts';
export {
  clusterMappings,
  indexStream,
  isLiveDocument,
  LIVE_MAPPINGS_AT,
  liveDocument,
  parseIndexStream,
} from './mapping/live-document.ts';
export { summaryIn, tornEndOf, type TornEnd } from './events/torn-end.ts';
export { hashLongRecords } from './events/long-records.ts';
export { upcast, type Upcaster } from './events/upcast.ts';
export { stepsOf, type Branch, type History, type HistoryNode } from './history/history.ts';
export { blame, bodyAt, eventsAfter, newestFirst } from './history/time-travel.ts';
export { followAgain, followPointer } from './history/follow.ts';
export {
  editableSettings,
  flatSettings,
  planSettings,
  settingChange,
  type SettingsPlan,
} from './console/index-settings.ts';
export * from './wire/index.ts';
export {
  addReports,
  agentReport,
  EMPTY_USAGE_REPORT,
  eventReport,
  isEmptyReport,
  readUsageReport,
  viewReport,
} from './usage/usage-report.ts';
export * from './console/index.ts';
export {
  ClusterError,
  isReadingCall,
  requestOf,
  type CancelSignal,
  type ClusterAnswer,
  type ClusterCall,
  type ClusterGateway,
  type HttpAnswer,
  type HttpRequest,
  type HttpService,
} from './cluster-gateway.ts';
export type * from './ports.ts';
export {
  StorageClosedError,
  StorageFullError,
  StorageOpenError,
  type StorageClosure,
  type StorageOpenFailure,
  type StorageProblem,
} from './storage-errors.ts';
