export { openPlanState, type PlanCommand, reducePlan } from './list.ts';
export {
  canUndo,
  isFinished,
  type LeftWrites,
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
export { outcomeOf } from './plan-outcome.ts';
export { placementSettings, type Proposal, proposeReplaceIndex } from './propose-replace-index.ts';
export { CHANGED_SINCE_COMPARED, cloudManagedProblem, isSameOrAbsent, proposePromotion } from './propose-promotion.ts';
export {
  promotedLabel,
  type PromotedKind,
  type PromoteTemplateInput,
  readPromotedCall,
  writePromotedCall,
} from './promote-template.ts';
export {
  DocsPerSecondSchema,
  MAX_DOCS_PER_SECOND,
  MAX_SCRIPT_LENGTH,
  MAX_SLICES,
  type Slices,
  SlicesSchema,
  throttleWords,
} from './reindex-options.ts';
export { proposeResize } from './propose-resize.ts';
export { proposeRollover } from './propose-rollover.ts';
export {
  callsOf,
  COPY_BATCH,
  namesMadeBy,
  type PlannedCall,
  refreshCall,
  rethrottleCall,
  type StepKind,
  type StepInput,
  unblockCall,
} from './step-kinds.ts';
