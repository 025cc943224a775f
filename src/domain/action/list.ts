import { reducer } from '../commands/reducer.ts';
import { commandRegistry } from '../commands/registry.ts';
import type { CommandOf } from '../commands/define-command.ts';
import { documentModel } from '../state/evolve.ts';
import { actionBegin } from './action-begin.ts';
import { actionComplete } from './action-complete.ts';
import { actionSettle } from './action-settle.ts';

/** Every command that changes an action. */
export const ACTION_COMMANDS = [actionBegin, actionComplete, actionSettle] as const;

export type ActionCommand = CommandOf<(typeof ACTION_COMMANDS)[number]>;

/** Actions carry no read models: they are small, and nobody searches in one. */
const model = documentModel([]);
export const openActionState = model.openState;

/** Decides the commands of actions, as `reduce` does those of mappings. */
export const reduceAction = reducer(commandRegistry(ACTION_COMMANDS), model.applyToBody);
