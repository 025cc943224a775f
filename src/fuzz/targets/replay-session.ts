import { commandOfEvent, isDocumentCommand } from '#domain/commands';
import { createState, evolve, type DocumentState } from '#domain/document';
import { isClusterAuthor, personBehind, type StoredEvent } from '#domain/events';
import { mappingsPlacesOf } from '#domain/proof';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { openDocument } from '../../machines/document-session.ts';
import { isSameJson } from '../generate/values.ts';
import { expect } from '../laws/expect.ts';
import { LawError, underLaw } from '../case/target.ts';
import { expectSameLog } from './sessions.ts';

/** Runs an exported log through the domain and through a session: the law that does not hold, or null. */
export async function replaySession(
  events: readonly StoredEvent[],
): Promise<{ readonly law: string; readonly message: string } | null> {
  const [first] = events;
  if (first === undefined) return null;
  let fault: { readonly law: string; readonly message: string } | null = null;
  // A log does not say where the mappings stand in its body.
  for (const mappingsAt of mappingsPlacesOf(first.stream, first)) {
    const found = await faultAt(events, mappingsAt);
    if (found === null) return null;
    fault ??= found;
  }
  return fault;
}

async function faultAt(events: readonly StoredEvent[], mappingsAt: string) {
  try {
    underLaw('the same commands give the same log, byte for byte', () => expectSameLog(events, mappingsAt));
    await underLaw('a session that is given the same commands shows the same document', () =>
      expectSameSession(events, mappingsAt),
    );
    return null;
  } catch (error) {
    if (error instanceof LawError) return { law: error.law, message: error.message };
    throw error;
  }
}

/** A session is given what was done, by whom and when; what can't be had again of an event is stored as it is. */
async function expectSameSession(events: readonly StoredEvent[], mappingsAt: string): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const store = memoryEventStore();
  let next = first;
  const ports = {
    store,
    clock: { now: () => next.at },
    ids: { next: () => next.id },
    get author() {
      return { ...next.author, id: personBehind(next.author.id) };
    },
  };
  const session = await openDocument(ports, { stream: first.stream, mappingsAt });
  let state: DocumentState = createState({ body: undefined, mappingsAt });
  for (const [at, event] of events.entries()) {
    next = event;
    const after = evolve(state, event);
    const command = isDocumentCommand(event.command.type) ? commandOfEvent(event, state, after) : null;
    if (command === null) {
      await session.whenSaved();
      await store.append(first.stream, at, [event]);
    } else {
      expect(
        session.dispatch(command, isClusterAuthor(event.author.id) ? 'answer' : 'person'),
        `event ${at + 1}, ${event.summary}`,
      ).toHaveProperty('event');
      await session.whenSaved();
    }
    const { body } = session.getSnapshot().state;
    expect(isSameJson(body, after.body), `the document after event ${at + 1}, ${event.summary}`).toBe(true);
    state = after;
  }
  session.close();
}
