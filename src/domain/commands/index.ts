export { besideStream, type BesideKind, type BesideStream } from './beside-stream.ts';
export { commandOfEvent } from './command-of-event.ts';
export { memberChanges } from './changes.ts';
export type { RejectionDetail } from './define-command.ts';
export { onlyReports, type Command, type Rejection } from './define-command.ts';
export { documentTestsIn, documentTestsStream, type KeptDocumentTest, testAt } from './document-test-list.ts';
export {
  type Became,
  type Draft,
  DRAFT_NAME_REQUIRED,
  DRAFT_NAME_TAKEN,
  DRAFTS_STREAM,
  draftsStream,
  draftStream,
  isDraftsStream,
} from './draft-list.ts';
export { typeChangeLosses } from './field-edit.ts';
export { placementError, nameRejection, placeOfName, NAME_TAKEN, TYPE_REQUIRED } from './field-place.ts';
export { countBelow } from './field-remove.ts';
export { lintRulesStream, MAX_LINT_REASON_LENGTH } from './lint-rule-list.ts';
export type { BatchCommand, DocumentCommand } from './list.ts';
export { isBatch } from './batch.ts';
export { PointerGuess } from './guess-pointer.ts';
export { trackCommand, rebaseCommand, rebaseOnto } from './rebase-command.ts';
export { definitionOf, DOCUMENT_COMMANDS, isDocumentCommand, reduce } from './reduce.ts';
export { COMMON_REJECTIONS, type Reduced } from './reducer.ts';
export { type SwitchedOffRule, switchedOffRules } from './switched-off-rules.ts';
export { runtimeNameRejection } from './runtime-field-place.ts';
export { UnknownCommandError } from './registry.ts';
