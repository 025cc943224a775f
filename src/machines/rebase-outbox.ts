import { commandOfEvent, type Command, type RejectionDetail } from '#domain/commands';
import { evolve, type DocumentState } from '#domain/document';
import type { DocumentEvent, Stamp } from '#domain/events';
import { applyTail, rebasePending, type RebasedCommand } from './pending-commands.ts';

/** An event of an outbox that is not possible any more. */
export interface RejectedEvent {
  readonly event: DocumentEvent;
  /** The command as it would be given now; null where its target is gone or its content is unknown. */
  readonly command: Command | null;
  readonly detail: RejectionDetail;
}

export interface RebasedOutbox {
  /** With what others have recorded. */
  readonly recorded: DocumentState;
  /** With the events that are still valid, too. */
  readonly state: DocumentState;
  /** The events of the outbox that are still valid, decided again, in order; they keep their ids. */
  readonly events: readonly DocumentEvent[];
  readonly rejected: readonly RejectedEvent[];
}

/**
 * Decides the events of an outbox again over what the server has recorded meanwhile, by the rules for two tabs. Events
 * that the tail already contains, since only the answer of the server was lost, are not decided twice.
 */
export function rebaseOutbox(
  recorded: DocumentState,
  outbox: readonly DocumentEvent[],
  tail: readonly DocumentEvent[],
): RebasedOutbox {
  // Events that arrived first were recorded where they were decided; only the ones after them are decided again.
  const arrivedFirst = commonStart(outbox, tail);
  const base = applyTail(recorded, tail.slice(0, arrivedFirst));
  const others = tail.slice(arrivedFirst);
  const isInTail = new Set(others.map(({ id }) => id));
  let before = base;
  const commands: RebasedCommand[] = [];
  const arrived: DocumentEvent[] = [];
  for (const event of outbox.slice(arrivedFirst)) {
    const after = evolve(before, event);
    if (isInTail.has(event.id)) arrived.push(event);
    else commands.push({ command: commandOfEvent(event, before, after), stamp: stampOf(event), event, before });
    before = after;
  }
  const stored = applyTail(base, others);
  const target = { stored, tail: others, replaced: arrived, readOnlyReason: null };
  const { state, pending, parked } = rebasePending(commands, target);
  const eventsById = new Map(outbox.map((event) => [event.id, event]));
  return {
    recorded: stored,
    state,
    events: pending.map(({ event }) => event),
    rejected: parked.flatMap(({ id, command, detail }) => {
      const event = eventsById.get(id);
      return event === undefined ? [] : [{ event, command, detail }];
    }),
  };
}

function stampOf({ id, at, author, reason, base }: DocumentEvent): Stamp {
  return { id, at, author, ...(reason !== undefined && { reason }), ...(base !== undefined && { base }) };
}

/** How many events both lists begin with. */
function commonStart(some: readonly DocumentEvent[], others: readonly DocumentEvent[]): number {
  let count = 0;
  while (count < some.length && some[count]?.id === others[count]?.id) count++;
  return count;
}
