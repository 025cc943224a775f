export {
  type Action,
  actionOf,
  type ActionOutcome,
  type ActionRef,
  type ActionState,
  actionStream,
  describeAction,
  listNames,
  type LoggedCall,
  type LoggedText,
  MAX_CHANGES,
  parseActionStream,
  type SentChanges,
  SentChangesSchema,
  type Settlement,
  stateOfAction,
} from './action.ts';
export { type ActionCommand, openActionState, reduceAction } from './list.ts';
