export { type CodeCommand, isHeld, openCodeState, reduceCode } from './commands.ts';
export { isProjectName, NAME_RULE, ProjectNameSchema } from './project-name.ts';
export {
  type Applied,
  AppliedSchema,
  type ApplyEnd,
  ApplyEndSchema,
  ApplyIdSchema,
  ApplySourceSchema,
  type Claim,
  claimChanges,
  ClaimSchema,
  ClusterUuidSchema,
  codeStream,
  ObjectSchema,
  parseCodeStream,
  type ProjectRecord,
  projectRecordOf,
  type RecordedObject,
  recordedObjects,
  type RunningApply,
  RunningApplySchema,
} from './project-record.ts';
export { claimConflict, lockSentence } from './sentences.ts';
