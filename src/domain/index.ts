export { parseJson, readJson, formatJson, JsonTextError, MAX_TEXT_LENGTH, type ReadNotice } from './json/text.ts';
export { admit, deepEqual, isObject, MAX_DEPTH, NotJsonError, type JsonArray, type JsonObject, type JsonValue } from './json/value.ts';
export { formatPointer, joinPointer, lastToken, parentPointer, parsePointer, PointerError, type Pointer } from './json/pointer.ts';
export { applyPatch, PatchError, rebasePointer, valueAt, type Body, type Operation, type Patch } from './json/patch.ts';
export { diff } from './json/diff.ts';
export * from './catalogue/catalogue.ts';
export type { ChildContainer, Distribution, EditorKind, ParameterEntry, TargetEngine, TypeEntry } from './catalogue/types.ts';
export { childId, dottedPath, findField, parseFieldId, resolvePath, rootContainer, typeOf, type FieldAddress, type FieldId } from './mapping/field.ts';
export { fieldCount, maxNestedDepth, summaryOf, type Summary } from './mapping/folds.ts';
export { aliasesTo, referencesTo, type Reference } from './mapping/references.ts';
export { deNormalize, normalize, type FieldEntity, type FieldSource, type NormalizedFields } from './mapping/normalize.ts';
export { isExpanded, visibleRows, type Expansion, type FieldRow, type VisibleRows } from './mapping/rows.ts';
export { findEntries, matchIn, PATH_SEPARATOR, searchEntries, searchFields, type SearchEntry } from './mapping/search.ts';
export { locateMappings, type BodyKind, type MappingsPlace } from './template/locate.ts';
export { createState, type DocumentState } from './state.ts';
export { reduce, definitionOf, isDocumentCommand, followCommand, rebaseCommand, UnknownCommandError, type Reduced } from './commands/reduce.ts';
export type { Command, RejectionDetail, Rejection } from './commands/define-command.ts';
export type { DocumentCommand, BatchCommand } from './commands/list.ts';
export { memberChanges } from './commands/changes.ts';
export { NAME_REQUIRED, NAME_TAKEN, TYPE_REQUIRED, misplacement } from './commands/field-add.ts';
export { typeChangeLosses, type TypeChangeLosses } from './commands/field-edit.ts';
export { countBelow } from './commands/field-remove.ts';
export { DRAFT_NAME_REQUIRED, DRAFT_NAME_TAKEN, DRAFTS_STREAM, draftStream, type Draft } from './commands/draft.ts';
export { evolve, openState, replay, ReplayError } from './events/evolve.ts';
export { EVENT_FORMAT, type Author, type DocumentEvent, type Stamp, type StoredEvent } from './events/event.ts';
export { EVENT_LIMIT, EventTooLargeError, FIRST_HASH, INVERSE_LIMIT, seal, verifyChain, type SealedRecord } from './events/seal.ts';
export { eventIdOf, formatLog, looksLikeLog, looksLikeRecord, LogFaultError, NO_RECORD, openLog, parseLog, type OpenedLog } from './events/log.ts';
export { summaryIn, tornEndOf, type TornEnd } from './events/torn-end.ts';
export { hashLongRecords } from './events/long-records.ts';
export { upcast, type Upcaster } from './events/upcast.ts';
export { stepsOf, type Branch, type History, type HistoryNode } from './history/history.ts';
export { blame, bodyAt, eventsAfter, newestFirst } from './history/time-travel.ts';
export { followAgain, followPointer } from './history/follow.ts';
export type * from './ports.ts';
export {
  StorageClosedError,
  StorageFullError,
  StorageOpenError,
  type StorageClosure,
  type StorageOpenFailure,
  type StorageProblem,
} from './storage-errors.ts';
