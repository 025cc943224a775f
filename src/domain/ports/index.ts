export type { CancelSignal } from './cancel-signal.ts';
export { CLUSTER_FAULTS, type ClusterFault } from './cluster-faults.ts';
export {
  type ClusterAnswer,
  type ClusterCall,
  ClusterError,
  type ClusterGateway,
  type ClusterRequest,
  isReadingCall,
  requestOf,
} from './cluster-gateway.ts';
export type {
  AppendConflict,
  Appended,
  TruncatedTail,
  TruncatedRecord,
  EventStore,
  FoundStream,
  StreamChange,
  TailRepair,
  StreamInfo,
} from './event-store.ts';
export type { HttpAnswer, HttpRequest, HttpService } from './http-service.ts';
export type { Clock, Digest, IdSource } from './platform.ts';
export type { SessionTrace, TraceEntry } from './session-trace.ts';
export {
  StorageClosedError,
  type StorageClosure,
  StorageFullError,
  StorageOpenError,
  type StorageOpenFailure,
  type StorageProblem,
} from './storage-errors.ts';
export type { RememberedDrafts, RememberedStorage, StorageMemory, StorageMonitor, StorageStatus } from './storage.ts';
export {
  type Applying,
  type TabPresence,
  UNAPPLIED_FORMS,
  type UnappliedContent,
  type UnappliedContentStore,
  type UnappliedForm,
  type UnappliedKey,
} from './unapplied-content.ts';
export type { UsageStore } from './usage-store.ts';
