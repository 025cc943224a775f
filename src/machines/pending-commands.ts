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
import { EVENT_LIMIT, INVERSE_LIMIT, isClusterAuthor, type DocumentEvent, type Stamp } from '#domain/events';
import { trackPointerOverRebase } from '#domain/history';
import { formatJson, rebasePointer, type Pointer } from '#domain/json';

/** A command that was accepted, and whose event is not stored yet. */
export interface PendingCommand {
  readonly command: Command;
  readonly stamp: Stamp;
  readonly event: DocumentEvent;
  /** The state with this event. */
  readonly after: DocumentState;
  /** What a cluster was found to have while it was looked at: stored with the next command that is none. */
  readonly isReading?: true;
}

/** Pending commands but for the readings at their end, which are not to be stored yet. */
export function withoutLastReadings(pending: readonly PendingCommand[]): readonly PendingCommand[] {
  return pending.slice(0, pending.findLastIndex(({ isReading }) => isReading !== true) + 1);
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

/** A command to decide again; null where it can't be had again. */
export type RebasedCommand = Omit<PendingCommand, 'after' | 'command'> & { readonly command: Command | null };

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
  /** Stored events that the commands were decided on and that `tail` took the place of; it may hold some of them again. */
  readonly replaced?: readonly DocumentEvent[];
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
 * has nothing left to do is dropped: so is an undo or a redo of something that is not there to be taken back any more. None takes back anything else
 * than it did before.
 */
export function rebasePending(
  commands: readonly RebasedCommand[],
  { stored, tail, replaced = [], readOnlyReason }: RebaseTarget,
): RebasedCommands {
  let state = stored;
  const trackStored = trackPointerOverRebase({ before: replaced, since: [], after: tail });
  const pending: PendingCommand[] = [];
  // What the cluster has was read by others, too, who have stored it: what is only held here is not put on top of that.
  const isReadSince = tail.some(({ author }) => isClusterAuthor(author.id));
  let parked: readonly ParkedCommand[] = [];
  // By the id of an event that is no more: the parked command that stands for it and for every undo and redo of it, or null.
  const gone = new Map<string, ParkedCommand | null>();
  for (const { command: given, stamp, event: old, isReading } of commands) {
    const target = old.undoes === undefined ? undefined : gone.get(old.undoes);
    if (target !== undefined) {
      // To take back what is set aside is to want it no more; the other way round it is wanted again.
      gone.set(old.id, target);
      if (target !== null) parked = toggled(parked, target);
      continue;
    }
    if (isReading === true && isReadSince) {
      gone.set(old.id, null);
      continue;
    }
    const command = given && trackOverStored(given, tail, replaced.length > 0 ? trackStored : null);
    const { reduced, after } = decideRebased(state, command, stamp, readOnlyReason);
    if ('rejected' in reduced) {
      const item = { id: stamp.id, command, summary: old.summary, detail: reduced.rejected.detail };
      parked = [...parked, item];
      gone.set(old.id, item);
      continue;
    }
    if (!('event' in reduced) || command === null) {
      gone.set(old.id, null);
      continue;
    }
    // Decided again, an undo takes back what is the last change now; that was not asked for.
    if (reduced.event.undoes !== old.undoes) {
      const isDone = tail.some(({ undoes }) => undoes === old.undoes);
      const item = isDone ? null : { id: stamp.id, command: null, summary: old.summary, detail: NOT_LAST };
      if (item !== null) parked = [...parked, item];
      gone.set(old.id, item);
      continue;
    }
    const { event } = reduced;
    state = after;
    parked = trackParked(parked, (field) => rebasePointer(field, event.patch));
    pending.push({ command, stamp, event, after, ...(isReading && { isReading }) });
  }
  const trackPointer = trackPointerOverRebase({
    before: [...replaced, ...commands.map(eventOf)],
    since: [],
    after: [...tail, ...pending.map(eventOf)],
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

/** Why an undo or a redo is set aside where the same person has done something else meanwhile, in another tab. */
const NOT_LAST: RejectionDetail = { message: 'You have made another change since, in another tab.' };

/** Without the command where it is among them, else with it again. */
function toggled(parked: readonly ParkedCommand[], command: ParkedCommand): readonly ParkedCommand[] {
  const others = parked.filter(({ id }) => id !== command.id);
  return others.length < parked.length ? others : [...parked, command];
}

/** Null where what the command was about is gone. */
function trackOverStored(
  command: Command,
  tail: readonly DocumentEvent[],
  trackStored: TrackPointer | null,
): Command | null {
  if (trackStored !== null) return trackCommand(command, trackStored);
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

function eventOf({ event }: Pick<PendingCommand, 'event'>): DocumentEvent {
  return event;
}
