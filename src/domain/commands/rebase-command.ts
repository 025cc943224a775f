import type { DocumentEvent, Stamp } from '../events/event.ts';
import { trackPointerOverRebase, type RebasedEvents } from '../history/track-pointer.ts';
import { rebasePointer, type Patch } from '../json/patch.ts';
import { isBatch, type batch } from './batch.ts';
import type { Command, CommandOf } from './define-command.ts';
import { historyRestore } from './history-restore.ts';
import type { PointerGuess } from './guess-pointer.ts';
import { mergeWholeText } from './merge-whole-text.ts';
import { definitionOf, reduce } from './reduce.ts';
import { trackReferences, type Follow, type RebaseStates } from './track-references.ts';

/** The command with its pointers moved along with a patch that came in between; null when one of them is gone. */
export function rebaseCommand(command: Command, patch: Patch): Command | null {
  return trackCommand(command, (pointer) => rebasePointer(pointer, patch));
}

/** The command with its pointers where `follow` says that they are; null when it says null of one of them. */
export function trackCommand(command: Command, follow: Follow): Command | null {
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

function trackBatch(command: CommandOf<typeof batch>, follow: Follow): Command | null {
  const { payload } = command;
  const commands = payload.commands.map((member) => trackCommand(member, follow));
  return commands.includes(null) ? null : { ...command, payload: { ...payload, commands } };
}

/** What a command is rebased over. */
export interface CommandRebase extends RebaseStates {
  readonly stamp: Stamp;
  readonly guess: PointerGuess;
  /** The events that led to `before` and are not in `now` as they were, and those in their place. */
  readonly events: () => RebasedEvents;
}

/** A command for another state. */
export interface RebasedOnto {
  /** Null where its target is gone. */
  readonly command: Command | null;
  /** A field that it refers to and that is gone. */
  readonly gone?: string;
  /** What it was to remove is gone, so that it has nothing left to do. */
  readonly isDone?: true;
}

/**
 * A command for the state that it is to be decided on next: with its pointers, its whole text and the fields that it
 * refers to as they are there. Each command of a batch follows the ones before it, and a removal is left out where its
 * target is gone. Cost: all events for references, and for pointers that `guess` does not find.
 */
export function rebaseOnto(command: Command, rebase: CommandRebase): RebasedOnto {
  if (isBatch(command)) return batchOnto(command, rebase);
  let known: Follow | undefined;
  const follow: Follow = (pointer) => (known ??= trackPointerOverRebase(rebase.events()))(pointer);
  if (command.type === historyRestore.type) return restoreOnto(command as CommandOf<typeof historyRestore>, rebase);
  const tracked = trackCommand(command, (pointer) => rebase.guess.find(pointer) ?? follow(pointer));
  if (tracked === null) return { command: null, ...(command.type.endsWith('.remove') && { isDone: true }) };
  return trackReferences(mergeWholeText(tracked, rebase.before, rebase.now), rebase, follow);
}

/**
 * A restore of the version that the same event makes now: the versions of events that were not stored yet have other
 * numbers once events of others are before them. Null where that event is not there any more.
 */
function restoreOnto(command: CommandOf<typeof historyRestore>, { before, now, events }: CommandRebase): RebasedOnto {
  const { version } = command.payload;
  const { before: were, after: are, again } = events();
  const shared = before.history.version - were.length;
  if (version <= shared) return { command };
  const id = were[version - shared - 1]?.id;
  const index = are.findIndex((event) => (again?.get(event.id) ?? event.id) === id);
  if (index < 0) return { command: null };
  const found = now.history.version - are.length + index + 1;
  return { command: found === version ? command : { ...command, payload: { version: found } } };
}

function batchOnto(command: CommandOf<typeof batch>, rebase: CommandRebase): RebasedOnto {
  const { payload } = command;
  const commands: (typeof payload.commands)[number][] = [];
  const from: DocumentEvent[] = [];
  const to: DocumentEvent[] = [];
  const events = () => {
    const { before, since, after } = rebase.events();
    return { before: [...before, ...from], since, after: [...after, ...to] };
  };
  let { before, now } = rebase;
  const guess = rebase.guess.forBatch();
  for (const [index, member] of payload.commands.entries()) {
    const again = rebaseOnto(member, { ...rebase, before, now, guess, events });
    const stamp = { ...rebase.stamp, id: `${rebase.stamp.id} ${index}` };
    const was = reduce(before, member, stamp);
    if ('event' in was) {
      before = was.after;
      from.push(was.event);
    }
    const patch = 'event' in was ? was.event.patch : null;
    if (again.isDone) {
      guess.take(patch, null);
      continue;
    }
    if (again.command === null) return again;
    if (again.gone !== undefined) return { ...again, command: trackCommand(command, (at) => rebase.guess.find(at)) };
    commands.push(again.command as (typeof commands)[number]);
    const is = reduce(now, again.command, stamp);
    guess.take(patch, 'event' in is ? is.event.patch : null);
    if ('event' in is) {
      now = is.after;
      to.push(is.event);
    }
  }
  if (commands.length === 0) return { command: null, isDone: true };
  return { command: { ...command, payload: { ...payload, commands } } };
}
