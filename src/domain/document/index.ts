export {
  clusterMappings,
  indexSettingsStream,
  indexStream,
  isLiveDocument,
  LIVE_MAPPINGS_AT,
  liveDocument,
  parseIndexStream,
} from './live-document.ts';
export { createState, evolve, openState } from './model.ts';
export { replay, ReplayError } from '../state/evolve.ts';
export { type History, type HistoryNode, stepsOf } from '../state/history-fold.ts';
export type { DocumentState } from '../state/state.ts';
