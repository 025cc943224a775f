export type { CancelSignal } from './platform.ts';
export { changeListeners, type ChangeListeners } from './change-listeners.ts';
export { CLUSTER_FAULTS, type ClusterFault } from './cluster-gateway.ts';
export {
  type ClusterAnswer,
  type ClusterCall,
  ClusterError,
  type ClusterGateway,
  type ClusterRequest,
  isReadingCall,
  isUnsureFault,
  requestOf,
} from './cluster-gateway.ts';
export { blockSentences } from './engine-blocks.ts';
export { type AnsweredFault, type EngineVerdict, verdictOn } from './engine-faults.ts';
export type {
  AppendConflict,
  Appended,
  TruncatedTail,
  TruncatedRecord,
  EventStore,
  KeptNames,
  StreamTip,
  FoundStream,
  RestoredRecord,
  StreamChange,
  TailRepair,
  StreamInfo,
} from './event-store.ts';
export type { HttpAnswer, HttpRequest, HttpService } from './http-service.ts';
export type { Clock, Digest, IdSource } from './platform.ts';
export type { SessionTrace, TraceEntry } from './session-trace.ts';
export {
  DoubledEventError,
  StorageAnswerError,
  StorageClosedError,
  type StorageClosure,
  StorageFullError,
  StorageOpenError,
  type StorageOpenFailure,
  type StorageProblem,
} from './storage-errors.ts';
export type { RememberedDrafts, RememberedStorage, StorageMemory, StorageMonitor, StorageStatus } from './storage.ts';
export type {
  Outbox,
  OutboxChange,
  RecordedName,
  ReplicaStream,
  SetAsideEvent,
  SetAsideEvents,
  TrailReplica,
} from './trail-replica.ts';
export {
  type AuthorHold,
  type TrailAppended,
  type TrailChanges,
  TrailError,
  type TrailFault,
  type OthersChange,
  type TrailPerson,
  type TrailService,
  type TrailRecords,
  type TrailTail,
} from './trail-service.ts';
export {
  type Applying,
  type TabPresence,
  type TypedContent,
  UNAPPLIED_FORMAT,
  type UnappliedContent,
  type UnappliedContentStore,
  type UnappliedKey,
  type UnappliedRemoval,
} from './unapplied-content.ts';
export type { UsageStore } from './usage-store.ts';
