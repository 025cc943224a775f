export { openPlanState, type PlanCommand, reducePlan } from './list.ts';
export {
  isFinished,
  nextStep,
  nextUndo,
  parsePlanStream,
  type Plan,
  planOf,
  planStream,
  type PlanStep,
  stepOf,
  taskOf,
} from './plan.ts';
export { type Proposal, proposeReplaceIndex } from './propose-replace-index.ts';
export { proposeResize } from './propose-resize.ts';
export { proposeRollover } from './propose-rollover.ts';
export {
  callsOf,
  COPY_BATCH,
  type PlannedCall,
  refreshCall,
  type StepKind,
  type StepInput,
  unblockCall,
} from './step-kinds.ts';
