export {
  type Action,
  actionOf,
  type ActionOutcome,
  type ActionRef,
  type ActionState,
  actionStream,
  describeAction,
  type LoggedCall,
  type LoggedText,
  parseActionStream,
  type Settlement,
  stateOfAction,
} from './action.ts';
export { type ActionCommand, openActionState, reduceAction } from './list.ts';
