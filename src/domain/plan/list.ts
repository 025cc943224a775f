import { reducer } from '../commands/reducer.ts';
import { commandRegistry } from '../commands/registry.ts';
import type { CommandOf } from '../commands/define-command.ts';
import { documentModel } from '../state/evolve.ts';
import { planApprove } from './plan-approve.ts';
import { planBeginStep } from './plan-begin-step.ts';
import { planBeginUndo } from './plan-begin-undo.ts';
import { planCancel } from './plan-cancel.ts';
import { planCompleteStep } from './plan-complete-step.ts';
import { planCompleteUndo } from './plan-complete-undo.ts';
import { planFailStep } from './plan-fail-step.ts';
import { planNoteLeftWrites } from './plan-note-left-writes.ts';
import { planNoteStep } from './plan-note-step.ts';
import { planPause } from './plan-pause.ts';
import { planPropose } from './plan-propose.ts';
import { planResume } from './plan-resume.ts';
import { planSetThrottle } from './plan-set-throttle.ts';
import { planStopUndo } from './plan-stop-undo.ts';
import { planUndo } from './plan-undo.ts';

/** Every command that changes a plan. */
export const PLAN_COMMANDS = [
  planPropose,
  planApprove,
  planBeginStep,
  planNoteStep,
  planNoteLeftWrites,
  planSetThrottle,
  planCompleteStep,
  planFailStep,
  planPause,
  planResume,
  planCancel,
  planUndo,
  planBeginUndo,
  planCompleteUndo,
  planStopUndo,
] as const;

export type PlanCommand = CommandOf<(typeof PLAN_COMMANDS)[number]>;

/** Plans carry no read models: they are small, and nobody searches in one. */
const model = documentModel([]);
export const openPlanState = model.openState;

/** Decides the commands of plans, as `reduce` does those of mappings. */
export const reducePlan = reducer(commandRegistry(PLAN_COMMANDS), model.applyToBody);
