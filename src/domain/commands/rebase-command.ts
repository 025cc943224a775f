import { rebasePointer, type Patch } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';
import { isBatch, type batch } from './batch.ts';
import type { Command, CommandOf } from './define-command.ts';
import { definitionOf } from './reduce.ts';

/** The command with its pointers moved along with a patch that came in between; null when one of them is gone. */
export function rebaseCommand(command: Command, patch: Patch): Command | null {
  return trackCommand(command, (pointer) => rebasePointer(pointer, patch));
}

/** The command with its pointers where `follow` says that they are; null when it says null of one of them. */
export function trackCommand(command: Command, follow: (pointer: Pointer) => Pointer | null): Command | null {
  if (isBatch(command)) return trackBatch(command, follow);
  const { pointers } = definitionOf(command.type);
  if (pointers.length === 0) return command;
  const payload: Record<string, unknown> = { ...(command.payload as Record<string, unknown>) };
  for (const name of pointers) {
    const pointer = payload[name];
    if (typeof pointer !== 'string') continue;
    const followed = follow(pointer);
    if (followed === null) return null;
    payload[name] = followed;
  }
  return { ...command, payload };
}

function trackBatch(command: CommandOf<typeof batch>, follow: (pointer: Pointer) => Pointer | null): Command | null {
  const { payload } = command;
  const commands = payload.commands.map((member) => trackCommand(member, follow));
  return commands.includes(null) ? null : { ...command, payload: { ...payload, commands } };
}
