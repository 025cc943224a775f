export {
  type ConsistencyProof,
  formatTrailEntry,
  formatTrailFile,
  type InclusionProof,
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
} from './trail-file.ts';
export { mappingsPlacesOf } from './decide-again.ts';
export { ecsOf, ecsOfRecord, type EcsSource } from './ecs.ts';
export {
  faultText,
  type TrailFault,
  type Verification,
  type VerificationNote,
  type VerifiedTrail,
} from './verification.ts';
export { verifyInSteps, verifyRecords, verifyTrail, type VerifyOptions } from './verify.ts';
export { checkpointText, keyIdOf, parseCheckpoint, type SignedText, tombstoneText } from './checkpoint.ts';
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
