export { evolve, openState, replay, ReplayError } from './evolve.ts';
export { type History, type HistoryNode, stepsOf } from './history-fold.ts';
export {
  clusterMappings,
  indexStream,
  isLiveDocument,
  LIVE_MAPPINGS_AT,
  liveDocument,
  parseIndexStream,
} from './live-document.ts';
export { createState, type DocumentState } from './state.ts';
