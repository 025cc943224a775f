import { createActor } from 'xstate';
import { deepEqual, diff, evolve, openState, rebasePointer, type DocumentEvent, type DocumentState, type JsonValue, type TraceEntry } from '../../domain/index.ts';
import { factsOf, plainSession } from '../editor.ts';
import { editorSessionMachine, sessionStateOf } from '../editor-session-machine.ts';
import { isSessionCommand, type SessionCommand } from '../session-commands.ts';
import type { SessionState } from '../session-state.ts';
import type { ReplayFile } from './replay-file.ts';

/** One thing that happened, with document and session as they were after it. */
export interface ReplayStep {
  readonly at: string;
  /** In words: the event's summary, or the name of the session's command. */
  readonly summary: string;
  readonly kind: 'start' | 'event' | 'session';
  readonly document: DocumentState;
  readonly session: SessionState;
  /** The session came out as the trace recorded it; only a command of the session can fail to. */
  readonly isAsRecorded: boolean;
}

/** The visits in a file, in the order in which they began. */
export function visitsOf({ trace }: ReplayFile): readonly string[] {
  return [...new Set(trace.map(({ visit }) => visit))];
}

/**
 * Plays one visit through the same reducers and the same statechart that it was made with: from the version that it
 * began with, each event of the log and each command of the session in their order. Without a visit, the whole log.
 * @throws ReplayError for a log whose events do not fit.
 */
export function replaySteps(file: ReplayFile, visit: string | null): readonly ReplayStep[] {
  const entries = file.trace.filter((entry) => entry.visit === visit);
  const { events } = file.log;
  const begin = Math.min(entries[0]?.version ?? 0, events.length);
  let document = openState({ body: undefined, mappingsAt: file.mappingsAt }, events.slice(0, begin));
  const actor = createActor(editorSessionMachine, { input: { facts: factsOf(document) } }).start();
  const session = () => sessionStateOf(actor.getSnapshot());
  const steps: ReplayStep[] = [
    { at: events[begin - 1]?.at ?? entries[0]?.at ?? file.exportedAt, summary: 'Start', kind: 'start', document, session: session(), isAsRecorded: true },
  ];
  for (const next of inOrder(events.slice(begin), entries, begin)) {
    if ('visit' in next) {
      const isAsRecorded = playCommand(actor, next, session);
      steps.push({ at: next.at, summary: next.command.type, kind: 'session', document, session: session(), isAsRecorded });
    } else {
      document = evolve(document, next);
      const { patch } = next;
      actor.send({ type: 'DOCUMENT_CHANGED', events: [next], facts: factsOf(document), isOwn: next.author.id === file.authorId, follow: (field) => rebasePointer(field, patch) });
      steps.push({ at: next.at, summary: next.summary, kind: 'event', document, session: session(), isAsRecorded: true });
    }
  }
  actor.stop();
  return steps;
}

type Actor = { send(event: SessionCommand): void };

function playCommand(actor: Actor, { command, patch }: TraceEntry, session: () => SessionState): boolean {
  const given: { readonly type: string } = command;
  // A newer version may have commands that this one has not.
  if (!isSessionCommand(given)) return false;
  const before = plainSession(session());
  actor.send(given);
  return deepEqual(diff(before, plainSession(session())) as unknown as JsonValue, patch as unknown as JsonValue);
}

/** An entry was made when the document had `version` events, so it comes before the event that follows them. */
function* inOrder(events: readonly DocumentEvent[], entries: readonly TraceEntry[], begin: number): Generator<DocumentEvent | TraceEntry> {
  let next = 0;
  for (let index = 0; index <= events.length; index++) {
    for (let entry = entries[next]; entry !== undefined && (entry.version <= begin + index || index === events.length); entry = entries[next]) {
      yield entry;
      next++;
    }
    const event = events[index];
    if (event !== undefined) yield event;
  }
}
