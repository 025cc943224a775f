export { memberChanges } from './changes.ts';
export type { Command, Rejection, RejectionDetail } from './define-command.ts';
export { type Draft, DRAFT_NAME_REQUIRED, DRAFT_NAME_TAKEN, DRAFTS_STREAM, draftStream } from './draft.ts';
export { misplacement, NAME_REQUIRED, NAME_TAKEN, TYPE_REQUIRED } from './field-add.ts';
export { typeChangeLosses } from './field-edit.ts';
export { countBelow } from './field-remove.ts';
export type { BatchCommand, DocumentCommand } from './list.ts';
export { CLUSTER_AUTHOR } from './mapping-follow.ts';
export {
  definitionOf,
  followCommand,
  isDocumentCommand,
  rebaseCommand,
  reduce,
  type Reduced,
  UnknownCommandError,
} from './reduce.ts';
