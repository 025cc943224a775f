import {
  PointerGuess,
  rebaseOnto,
  reduce,
  trackCommand,
  type Command,
  type DocumentCommand,
  type Reduced,
  type Rejection,
  type RejectionDetail,
} from '#domain/commands';
import { evolve, type DocumentState } from '#domain/document';
import { EVENT_LIMIT, INVERSE_LIMIT, isClusterAuthor, type DocumentEvent, type Stamp } from '#domain/events';
import { trackPointerOverRebase } from '#domain/history';
import { asNewField } from './as-new-field.ts';
import { changedSince } from './changed-since.ts';
import { formatJson, rebasePointer, valueAt, type Pointer } from '#domain/json';

/** A command that was accepted, and whose event is not stored yet. */
export interface PendingCommand {
  readonly command: Command;
  readonly stamp: Stamp;
  readonly event: DocumentEvent;
  /** The state with this event. */
  readonly after: DocumentState;
  /**
   * A reading of the state of a cluster, or the beginning of a document that nobody has changed: stored with the next
   * command that is neither.
   */
  readonly isReading?: true;
}

const CREATED = 'document.created';

/** Pending commands but for the readings at their end, which are not to be stored yet. */
export function withoutLastReadings(pending: readonly PendingCommand[]): readonly PendingCommand[] {
  return pending.slice(0, pending.findLastIndex(({ isReading }) => isReading !== true) + 1);
}

/** A command that was decided again after another author's change, and is not possible any more. Kept to be shown. */
export interface ParkedCommand {
  /** The id of the event that it would have become; it stays while the command follows its fields. */
  readonly id: string;
  /**
   * The command as it would be given now: its pointers follow all later events. Null where its target is gone for good.
   */
  readonly command: Command | null;
  /** The command that adds the field as the edit would have left it, where the field is gone. */
  readonly asNew?: Command;
  readonly summary: string;
  readonly detail: RejectionDetail;
}

/** Returns where a field is after a change, or null where it is gone. */
export type TrackPointer = (field: Pointer) => Pointer | null;

/** A decided command: the state with its event, or the state unchanged. */
export interface DecidedCommand {
  readonly reduced: Reduced;
  readonly after: DocumentState;
}

/** A command to decide again; null where it is not available any more. */
export type RebasedCommand = Omit<PendingCommand, 'after' | 'command'> & {
  readonly command: Command | null;
  /** The state that it was decided on. */
  readonly before: DocumentState;
};

/**
 * Makes commands ready to be decided again. They were decided one after the other, the first of them on `decidedOn`.
 */
export function toRebase(decidedOn: DocumentState, commands: readonly PendingCommand[]): readonly RebasedCommand[] {
  return commands.map((each, index) => ({ ...each, before: commands[index - 1]?.after ?? decidedOn }));
}

/** The result of rebasing pending commands over what others have stored meanwhile. */
export interface RebasedCommands {
  /** With all events that are still valid. */
  readonly state: DocumentState;
  /** Commands that are still possible, in order. */
  readonly pending: readonly PendingCommand[];
  /** Commands that are rejected now, in order. */
  readonly parked: readonly ParkedCommand[];
  /** From the state before the rebase to the state after it. */
  readonly trackPointer: TrackPointer;
}

/** The stored events that pending commands are rebased over. */
export interface RebaseTarget {
  /** The state with `tail`. */
  readonly stored: DocumentState;
  /** The events that others have stored since the commands were decided. */
  readonly tail: readonly DocumentEvent[];
  /** Stored events that the commands were decided on and that `tail` replaces; it may contain some of them again. */
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

/** Whether a store will refuse the event; a long inverse is left out of it. */
export function isTooLarge({ patch, command }: DocumentEvent): boolean {
  const length = formatJson(patch).length + formatJson(command.payload).length;
  return length > EVENT_LIMIT - 2 * INVERSE_LIMIT;
}

/**
 * Decides pending commands again over what others have stored, each on top of the ones before it. A command that is
 * rejected now is parked, as is one that refers to a field that is gone. One that has nothing left to do is dropped, as
 * is an undo or a redo whose target is gone. No command undoes anything else than it did before, and none removes what
 * another author has changed meanwhile: that is parked, too. A value replaces that of another author, and the base of
 * its event shows that it was decided without that one.
 */
export function rebasePending(
  commands: readonly RebasedCommand[],
  { stored, tail, replaced = [], readOnlyReason }: RebaseTarget,
): RebasedCommands {
  let state = stored;
  const trackStored: TrackPointer =
    replaced.length > 0
      ? trackPointerOverRebase({ before: replaced, since: [], after: tail })
      : (field) =>
          tail.reduce<Pointer | null>((at, { patch }) => (at === null ? null : rebasePointer(at, patch)), field);
  const guess = PointerGuess.over(
    trackStored,
    [...replaced, ...tail].map(({ patch }) => patch),
  );
  const pending: PendingCommand[] = [];
  // Others have read and stored the state of the cluster, too: a reading that is only held here is not put on top of
  // that.
  const isReadSince = tail.some(({ author }) => isClusterAuthor(author.id));
  const known = new Set(replaced.map(({ id }) => id));
  const unseen = tail.filter(({ id }) => !known.has(id));
  const othersThan = eventsOfOthers(unseen);
  const seenVersion = stored.history.version - tail.length;
  let parked: readonly ParkedCommand[] = [];
  // By the id of an event that is gone: the parked command for it and for every undo and redo of it, or null.
  const gone = new Map<string, ParkedCommand | null>();
  const again = begunElsewhere(commands, tail);
  for (const [index, { command: given, stamp: first, event: old, before, isReading }] of commands.entries()) {
    const [last, lastNow] = [commands[index - 1]?.event, pending.at(-1)?.event];
    if (last !== undefined) guess.take(last.patch, lastNow?.id === last.id ? lastNow.patch : null);
    const target = old.undoes === undefined ? undefined : gone.get(old.undoes);
    if (target !== undefined) {
      // Undoing a parked command drops it. Redoing it parks it again.
      gone.set(old.id, target);
      if (target !== null) parked = toggled(parked, target);
      continue;
    }
    // So is a beginning: another author has begun the document.
    if (isReading === true && (isReadSince || old.type === CREATED)) {
      gone.set(old.id, null);
      continue;
    }
    const others = othersThan(first.author.id);
    const stamp = others.some(isOfPerson)
      ? { ...first, base: Math.min(first.base ?? seenVersion, seenVersion) }
      : first;
    const rebased: ReturnType<typeof rebaseOnto> =
      given === null
        ? { command: null }
        : rebaseOnto(given, {
            before,
            now: state,
            stamp,
            guess,
            events: () => ({
              before: [...replaced, ...commands.slice(0, index).map(eventOf)],
              since: [],
              after: [...tail, ...pending.map(eventOf)],
              again,
            }),
          });
    if (rebased.isDone) {
      gone.set(old.id, null);
      continue;
    }
    const { command } = rebased;
    const { reduced, after } = decideRebased(state, command, stamp, readOnlyReason);
    const park = (detail: RejectionDetail) => {
      // Given again by itself, an undo would undo something else.
      const again = old.undoes === undefined ? command : null;
      const asNew =
        command === null && given !== null && old.undoes === undefined
          ? asNewField(given, before, state, trackStored)
          : null;
      const item = { id: stamp.id, command: again, ...(asNew !== null && { asNew }), summary: old.summary, detail };
      parked = [...parked, item];
      gone.set(old.id, item);
    };
    if ('rejected' in reduced) {
      park(reduced.rejected.detail);
      continue;
    }
    if (!('event' in reduced) || command === null) {
      gone.set(old.id, null);
      continue;
    }
    if (rebased.gone !== undefined) {
      park({ message: `The field ${rebased.gone} that this refers to was removed in the meantime.` });
      continue;
    }
    // Decided again, an undo undoes what is the last change now, which was not requested.
    if (reduced.event.undoes !== old.undoes) {
      const isDone = tail.some(({ undoes }) => undoes === old.undoes);
      if (isDone) gone.set(old.id, null);
      else park(NOT_LAST);
      continue;
    }
    const { event } = reduced;
    const change = changedSince(
      { first: { body: before.body, patch: old.patch }, now: { body: state.body, patch: event.patch } },
      others,
      () => [...tail, ...pending.map(eventOf)],
    );
    if (change !== null) {
      park(change);
      continue;
    }
    state = after;
    parked = trackParked(parked, (field) => rebasePointer(field, event.patch));
    pending.push({ command, stamp, event, after, ...(isReading && { isReading }) });
  }
  const track = trackPointerOverRebase({
    before: [...replaced, ...commands.map(eventOf)],
    since: [],
    after: [...tail, ...pending.map(eventOf)],
    again,
  });
  const { body } = state;
  // What the document began with here may not be in the one that began elsewhere.
  const trackBegun: TrackPointer = (field) => {
    const at = track(field);
    return at === null || valueAt(body, at) === undefined ? null : at;
  };
  return { state, pending, parked, trackPointer: again.size === 0 ? track : trackBegun };
}

/** The event with which another author has begun the document, in place of the one that began it here. */
function begunElsewhere(
  commands: readonly RebasedCommand[],
  tail: readonly DocumentEvent[],
): ReadonlyMap<string, string> {
  const here = commands.find(({ event, isReading }) => isReading === true && event.type === CREATED);
  const there = tail.find(({ type }) => type === CREATED);
  return new Map(here === undefined || there === undefined ? [] : [[there.id, here.event.id]]);
}

/** Parked commands after a change. The same array where it is empty, so that commands allocate nothing for it. */
export function trackParked(parked: readonly ParkedCommand[], trackPointer: TrackPointer): readonly ParkedCommand[] {
  if (parked.length === 0) return parked;
  return parked.map(({ asNew, ...item }) => {
    const kept = asNew && (trackCommand(asNew, trackPointer) ?? atRoot(asNew));
    return {
      ...item,
      command: item.command === null ? null : trackCommand(item.command, trackPointer),
      ...(kept !== undefined && { asNew: kept }),
    };
  });
}

/** The command that adds a field at the root, where its parent is gone. */
function atRoot({ type, payload }: Command): Command {
  return { type, payload: { ...(payload as object), parent: null } };
}

/** Why an undo or a redo is set aside where the same person has done something else meanwhile, in another tab. */
const NOT_LAST: RejectionDetail = { message: 'You have made another change since, in another tab.' };

/** The list without the command where it is in there, else with it again. */
function toggled(parked: readonly ParkedCommand[], command: ParkedCommand): readonly ParkedCommand[] {
  const others = parked.filter(({ id }) => id !== command.id);
  return others.length < parked.length ? others : [...parked, command];
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

/** A rejection by the session itself, not by the definition of a command. */
export function rejectionOf(code: string, message: string): Rejection {
  return { rejected: { code, detail: { message } } };
}

/** The events of all authors but one, filtered once for each author. */
function eventsOfOthers(events: readonly DocumentEvent[]): (authorId: string) => readonly DocumentEvent[] {
  const found = new Map<string, readonly DocumentEvent[]>();
  return (authorId) => {
    const known = found.get(authorId) ?? events.filter(({ author }) => author.id !== authorId);
    found.set(authorId, known);
    return known;
  };
}

function isOfPerson({ author }: DocumentEvent): boolean {
  return !isClusterAuthor(author.id);
}

function eventOf({ event }: Pick<PendingCommand, 'event'>): DocumentEvent {
  return event;
}
