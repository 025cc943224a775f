export {
  CLUSTER_AT,
  clusterMappings,
  indexSettingsStream,
  indexStream,
  isSameIndex,
  isLiveDocument,
  LIVE_BODY_AT,
  LIVE_MAPPINGS_AT,
  liveDocument,
  type LiveIndex,
  type LiveTemplate,
  liveTemplateDocument,
  parseIndexStream,
  parseLiveStream,
  type LiveObject,
  parseTemplateStream,
  templateStream,
  type TemplateStreamKind,
  valueOnCluster,
  wantedAt,
} from './live-document.ts';
export { createState, evolve, openState } from './model.ts';
export { documentOf, type Origin, originsOf, originWords } from './origin.ts';
export { sampledStream, sampleStream } from './sample-stream.ts';
export { replay, ReplayError } from '../state/evolve.ts';
export { type History, type HistoryNode, stepsOf } from '../state/history-fold.ts';
export type { DocumentState } from '../state/state.ts';
