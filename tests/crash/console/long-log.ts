import { reduce, type DocumentCommand } from '#domain/commands';
import { createState, evolve } from '#domain/document';
import type { Author, DocumentEvent } from '#domain/events';
import type { JsonObject } from '#domain/json';
import { EMPTY_HEAD, formatLog, sealAfter } from '#domain/log';
import { stampSource } from '../../../src/fuzz/generate/stamps.ts';

/** Who made the events of the long logs: the undo stack of the person at the console has none of them. */
export const FORMER_AUTHOR: Author = { id: 'author-of-long-logs', name: 'Somebody before', verified: false };

/** More than a page and what is kept out of pages (src/infra/compaction.ts), so that compaction has work at once. */
const EVENTS = 2_100;
const FIELDS = 12;

/** An exported log that is long enough to be compacted. */
export interface LongLog {
  readonly stream: string;
  /** Of the draft, and of the file without its ending. */
  readonly name: string;
  readonly file: string;
  readonly version: number;
  /** Of its events, in order. */
  readonly ids: readonly string[];
}

export function longLog(number: number): LongLog {
  const draftId = `01KC${String(number).padStart(22, '0')}`;
  const name = `long ${number}`;
  const stream = `draft/${draftId}`;
  const stamp = stampSource(number + 1);
  let state = createState({ body: undefined });
  const events: DocumentEvent[] = [];
  const decide = (command: DocumentCommand) => {
    const reduced = reduce(state, command, stamp(FORMER_AUTHOR));
    if (!('event' in reduced)) throw new Error(`${command.type} came to no event.`);
    events.push(reduced.event);
    state = evolve(state, reduced.event);
  };
  const properties: JsonObject = Object.fromEntries(
    Array.from({ length: FIELDS }, (_, index) => [`field${index}`, { type: 'keyword' }]),
  );
  decide({ type: 'document.create', payload: { body: { properties } } });
  while (events.length < EVENTS) {
    decide({
      type: 'field.edit',
      payload: { field: `/properties/field${events.length % FIELDS}`, set: { ignore_above: events.length } },
    });
  }
  const records = sealAfter(stream, EMPTY_HEAD, events);
  return {
    stream,
    name,
    file: formatLog(records),
    version: records.length,
    ids: events.map(({ id }) => id),
  };
}
