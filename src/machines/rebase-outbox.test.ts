import { describe, expect, it } from 'vitest';
import { addField, editField } from '../../tests/builders/sessions.ts';
import { reduce, type DocumentCommand } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { ADA, BOB, stampSource } from '../fuzz/generate/stamps.ts';
import { rebaseOutbox } from './rebase-outbox.ts';

const start = createState({ body: { properties: { a: { type: 'keyword' } } } });

/** The events of commands, decided one after another; the same seed gives the same ids. */
function events(state: DocumentState, seed: number, ...commands: readonly DocumentCommand[]) {
  const stampOf = stampSource(seed);
  const done: DocumentEvent[] = [];
  let after = state;
  for (const command of commands) {
    const reduced = reduce(after, command, stampOf(seed === 1 ? ADA : BOB));
    if (!('event' in reduced)) throw new Error(`${command.type} came to nothing.`);
    done.push(reduced.event);
    ({ after } = reduced);
  }
  return { done, after };
}

describe('an outbox of which some has arrived behind what others have recorded', () => {
  const theirs = events(start, 2, editField('/properties/a', { name: 'b' }));
  const outbox = events(
    start,
    1,
    editField('/properties/a', { set: { ignore_above: 7 } }),
    addField('mine'),
    editField('/properties/a', { set: { index: false } }),
  ).done;
  const asRecorded = events(
    theirs.after,
    1,
    editField('/properties/b', { set: { ignore_above: 7 } }),
    addField('mine'),
  ).done;

  it('decides again what has not arrived, and nothing twice', () => {
    const rebased = rebaseOutbox(start, outbox, [...theirs.done, ...asRecorded]);
    expect(rebased.events.map(({ id }) => id)).toEqual([outbox[2]?.id]);
    expect(rebased.rejected).toEqual([]);
    expect(rebased.state.body).toEqual({
      properties: { b: { type: 'keyword', ignore_above: 7, index: false }, mine: { type: 'keyword' } },
    });
  });

  it('has nothing to send where all of it has', () => {
    const { events: left, state } = rebaseOutbox(start, outbox.slice(0, 2), [...theirs.done, ...asRecorded]);
    expect(left).toEqual([]);
    expect(Object.keys((state.body as { readonly properties: object }).properties)).toEqual(['b', 'mine']);
  });
});
