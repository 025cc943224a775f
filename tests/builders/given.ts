import { reduce, type RejectionDetail } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import type { Author, DocumentEvent } from '#domain/events';
import type { Body, JsonValue, Patch } from '#domain/json';
import { ADA, stampSource } from '../../src/fuzz/generate/stamps.ts';

/** What came of a command. */
export interface Outcome {
  /** Of the event, where there is one. */
  readonly patch?: Patch;
  readonly summary?: string;
  readonly event?: DocumentEvent;
  /** The code, where the command was refused. */
  readonly rejected?: string;
  readonly detail?: RejectionDetail;
  readonly unchanged?: true;
  /** The document afterwards. */
  readonly body: Body;
  readonly state: DocumentState;
}

/** A document with what has happened to it so far; each step gives a new one. */
export interface Given {
  readonly state: DocumentState;
  readonly events: readonly DocumentEvent[];
  /** One more thing that has happened, by the present rules where none are given; it must be possible. */
  after(type: string, payload: unknown, author?: Author, rules?: number): Given;
  /** What comes of a command, by the present rules where none are given. */
  when(type: string, payload: unknown, author?: Author, rules?: number): Outcome;
}

/** A document to try commands on: its body, and where the mappings stand in it. */
export function given(body: JsonValue | undefined, mappingsAt = ''): Given {
  return givenState(createState({ body, mappingsAt }), []);
}

/** A document whose body is mappings with these fields. */
export function givenFields(properties: JsonValue): Given {
  return given({ properties });
}

function givenState(state: DocumentState, events: readonly DocumentEvent[]): Given {
  // A stamp of its own for each event: its number among the events so far.
  const stampOf = (author: Author) => {
    const stamp = stampSource(1);
    for (let count = 0; count < events.length; count++) stamp();
    return stamp(author);
  };
  return {
    state,
    events,
    after(type, payload, author = ADA, rules) {
      const reduced = reduce(state, { type, payload }, stampOf(author), rules);
      if (!('event' in reduced)) throw new Error(`${type} came to nothing: ${JSON.stringify(reduced)}`);
      return givenState(reduced.after, [...events, reduced.event]);
    },
    when(type, payload, author = ADA, rules) {
      const reduced = reduce(state, { type, payload }, stampOf(author), rules);
      if ('rejected' in reduced)
        return { rejected: reduced.rejected.code, detail: reduced.rejected.detail, body: state.body, state };
      if (!('event' in reduced)) return { unchanged: true, body: state.body, state };
      const { event, after } = reduced;
      return { patch: event.patch, summary: event.summary, event, body: after.body, state: after };
    },
  };
}
