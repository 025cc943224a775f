export {
  type ConsistencyProof,
  formatTrailEntry,
  formatTrailFile,
  type InclusionProof,
  NO_LINE_END,
  otherForm,
  parseTrailFile,
  parseTrailLine,
  recordsIn,
  type SignedCheckpoint,
  type Tombstone,
  TombstoneSchema,
  type TrailEntry,
  TrailFileError,
  type TrailLine,
  type TrailName,
  looksLikeTrail,
} from './trail-file.ts';
export { DecisionCheck, isDocumentStream, mappingsPlacesOf } from './decide-again.ts';
export { eventFormFault } from './event-form.ts';
export { MAX_SPLITS } from './payloads.ts';
export { ecsOf, ecsOfRecord, type EcsSource } from './ecs.ts';
export {
  faultText,
  type FaultyTrail,
  isContentFault,
  isOnlyUnknown,
  type TrailFault,
  type Verification,
  type VerificationNote,
  type VerifiedTrail,
} from './verification.ts';
export { verifyInSteps, verifyRecords, verifyTrail, type VerifyOptions } from './verify.ts';
export {
  type Checkpoint,
  checkpointText,
  keyIdOf,
  parseCheckpoint,
  type SignedText,
  tombstoneText,
} from './checkpoint.ts';
export {
  consistencyPath,
  type Hash,
  inclusionPath,
  merkleRootOf,
  type NodeLookup,
  nodesCompletedBy,
  recordLeaf,
  rootOf,
} from './merkle-tree.ts';
