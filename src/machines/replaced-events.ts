import { rebaseCommand, type Command } from '#domain/commands';
import type { DocumentState } from '#domain/document';
import type { DocumentEvent, StoredEvent } from '#domain/events';
import { parseJson } from '#domain/json';
import type { SetAsideEvent } from '#domain/ports';
import { applyTail, type ParkedCommand } from './pending-commands.ts';

/** The part of a log that was read before and is replaced by other events. */
export interface ReplacedEvents {
  /** The last state that both have. */
  readonly common: DocumentState;
  /** The events after it, as they were read before. */
  readonly replaced: readonly DocumentEvent[];
  /** The events after it, as they are now. */
  readonly tail: readonly StoredEvent[];
}

/** Compares what was read before, from `base` on, with the log as it is now. */
export function replacedEvents(
  base: DocumentState,
  stored: DocumentState,
  events: readonly StoredEvent[],
): ReplacedEvents {
  const before = eventsSince(base.history.version, stored);
  let same = 0;
  while (same < before.length && before[same]?.id === events[same]?.id) same++;
  return {
    common: applyTail(base, events.slice(0, same)),
    replaced: before.slice(same),
    tail: events.slice(same),
  };
}

function eventsSince(version: number, { history }: DocumentState): readonly DocumentEvent[] {
  const events: DocumentEvent[] = [];
  for (let node = history.tip; node !== null && node.version > version; node = node.previous) events.push(node.event);
  return events.reverse();
}

/** An event that was set aside, in the form that a session shows; `events` are the known ones of its stream. */
export function parkedOf(
  { eventId, summary, detail, command, baseVersion }: SetAsideEvent,
  events: readonly Pick<StoredEvent, 'version' | 'patch'>[],
): ParkedCommand {
  const given = command === null ? null : (parseJson(command) as unknown as Command);
  const since = events.filter(({ version }) => version > baseVersion);
  const now = since.reduce<Command | null>((current, { patch }) => current && rebaseCommand(current, patch), given);
  return { id: eventId, command: now, summary, detail };
}
