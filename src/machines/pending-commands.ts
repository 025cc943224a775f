import {
  trackCommand,
  rebaseCommand,
  reduce,
  type Command,
  type DocumentCommand,
  type Reduced,
  type Rejection,
  type RejectionDetail,
} from '#domain/commands';
import { evolve, type DocumentState } from '#domain/document';
import { EVENT_LIMIT, INVERSE_LIMIT, type DocumentEvent, type Stamp } from '#domain/events';
import { trackPointerOverRebase } from '#domain/history';
import { formatJson, rebasePointer, type Pointer } from '#domain/json';

/** A command that was accepted, and whose event is not stored yet. */
export interface PendingCommand {
  readonly command: Command;
  readonly stamp: Stamp;
  readonly event: DocumentEvent;
  /** The state with this event. */
  readonly after: DocumentState;
}

/** A command that was decided again after somebody else's change, and is not possible any more. Kept to be shown. */
export interface ParkedCommand {
  /** Of the event that it would have come to; it stays while the command follows its fields. */
  readonly id: string;
  /** As it would have to be given now: its pointers follow all that comes after it. Null where what it was about is gone for good. */
  readonly command: Command | null;
  readonly summary: string;
  readonly detail: RejectionDetail;
}

/** Says where a field is after a change, or null where it is gone. */
export type TrackPointer = (field: Pointer) => Pointer | null;

/** A command that was decided: the state with its event, or the state as it was. */
export interface DecidedCommand {
  readonly reduced: Reduced;
  readonly after: DocumentState;
}

/** Pending commands on top of what others have stored meanwhile. */
export interface RebasedCommands {
  /** With all events that still stand. */
  readonly state: DocumentState;
  /** Those that are still possible, in order. */
  readonly pending: readonly PendingCommand[];
  /** Those that are rejected now, in order. */
  readonly parked: readonly ParkedCommand[];
  /** From the state before the rebase to the state after it. */
  readonly trackPointer: TrackPointer;
}

/** What pending commands are rebased over. */
export interface RebaseTarget {
  /** With `tail`. */
  readonly stored: DocumentState;
  /** The events that others have stored since the commands were decided. */
  readonly tail: readonly DocumentEvent[];
  /** Why no command can be stored any more, or null. */
  readonly readOnlyReason: string | null;
}

/** Decides a command on a state. */
export function decide(state: DocumentState, command: DocumentCommand | Command, stamp: Stamp): DecidedCommand {
  const reduced = reduce(state, command, stamp);
  return { reduced, after: 'event' in reduced ? reduced.after : state };
}

/** The state with the events of others. */
export function applyTail(stored: DocumentState, tail: readonly DocumentEvent[]): DocumentState {
  return tail.reduce((state, event) => evolve(state, event), stored);
}

/** Whether a store will refuse the event; the inverse is left out of it where it is long. */
export function isTooLarge({ patch, command }: DocumentEvent): boolean {
  const length = formatJson(patch).length + formatJson(command.payload).length;
  return length > EVENT_LIMIT - 2 * INVERSE_LIMIT;
}

/**
 * Decides pending commands again over what others have stored, each on top of the ones before it. What is rejected now is parked, and what
 * has nothing left to do is dropped.
 */
export function rebasePending(
  commands: readonly PendingCommand[],
  { stored, tail, readOnlyReason }: RebaseTarget,
): RebasedCommands {
  let state = stored;
  const pending: PendingCommand[] = [];
  let parked: readonly ParkedCommand[] = [];
  for (const { command: given, stamp, event: old } of commands) {
    const command = rebaseOverTail(given, tail);
    const { reduced, after } = decideRebased(state, command, stamp, readOnlyReason);
    if ('rejected' in reduced)
      parked = [...parked, { id: stamp.id, command, summary: old.summary, detail: reduced.rejected.detail }];
    if (!('event' in reduced) || command === null) continue;
    const { event } = reduced;
    state = after;
    parked = trackParked(parked, (field) => rebasePointer(field, event.patch));
    pending.push({ command, stamp, event, after });
  }
  const trackPointer = trackPointerOverRebase({
    before: commands.map(eventOf),
    since: tail,
    after: pending.map(eventOf),
  });
  return { state, pending, parked, trackPointer };
}

/** Parked commands after a change. The same array where there is none, so that nothing is made for each command that is given. */
export function trackParked(parked: readonly ParkedCommand[], trackPointer: TrackPointer): readonly ParkedCommand[] {
  if (parked.length === 0) return parked;
  return parked.map((item) => ({
    ...item,
    command: item.command === null ? null : trackCommand(item.command, trackPointer),
  }));
}

/** Null where what the command was about is gone. */
function rebaseOverTail(command: Command, tail: readonly DocumentEvent[]): Command | null {
  return tail.reduce<Command | null>((current, { patch }) => current && rebaseCommand(current, patch), command);
}

function decideRebased(
  state: DocumentState,
  command: Command | null,
  stamp: Stamp,
  readOnlyReason: string | null,
): DecidedCommand {
  if (readOnlyReason !== null) return { reduced: rejectionOf('document.read_only', readOnlyReason), after: state };
  if (command === null)
    return {
      reduced: rejectionOf('document.target_gone', 'Its target was removed in the meantime.'),
      after: state,
    };
  return decide(state, command, stamp);
}

/** A rejection by the session itself, which no definition knows of. */
export function rejectionOf(code: string, message: string): Rejection {
  return { rejected: { code, detail: { message } } };
}

function eventOf({ event }: PendingCommand): DocumentEvent {
  return event;
}
