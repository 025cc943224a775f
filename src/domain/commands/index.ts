export { commandOfEvent } from './command-of-event.ts';
export { memberChanges } from './changes.ts';
export type { RejectionDetail } from '../events/rejection-detail.ts';
export type { Command, Rejection } from './define-command.ts';
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
export { placementError, NAME_REQUIRED, NAME_TAKEN, TYPE_REQUIRED } from './field-place.ts';
export { countBelow } from './field-remove.ts';
export type { BatchCommand, DocumentCommand } from './list.ts';
export { trackCommand, rebaseCommand } from './rebase-command.ts';
export { definitionOf, DOCUMENT_COMMANDS, isDocumentCommand, reduce } from './reduce.ts';
export { COMMON_REJECTIONS, type Reduced } from './reducer.ts';
export { UnknownCommandError } from './registry.ts';
