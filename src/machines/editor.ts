import { createActor, type Actor, type InspectionEvent } from 'xstate';
import { isDocumentCommand, UnknownCommandError, type DocumentCommand, type Reduced } from '#domain/commands';
import { diff, type JsonValue } from '#domain/json';
import type { Clock, IdSource, SessionTrace } from '#domain/ports';
import type { DocumentSession } from './document-session.ts';
import { editorSessionMachine, sessionStateOf } from './editor-session-machine.ts';
import type { TemplateStep } from './forms/editor-tabs.ts';
import { factsOf, neighbourOf, type DocumentChanged, type DocumentFacts } from './document-facts.ts';
import {
  InvalidSessionCommandError,
  isSessionType,
  sessionPayloadFault,
  type SessionCommand,
} from './session-commands.ts';
import { refusalOf, type SessionRefusal } from './session-refusals.ts';
import type { SessionState } from './session-state.ts';

export interface EditorOptions {
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly trace: SessionTrace;
  /** The deepest tree that the default view shows. */
  readonly maxDepth?: number;
  /** Of a template: the step that is shown first. */
  readonly firstStep?: TemplateStep | undefined;
  /** Called with each step of its statechart. */
  readonly inspect?: (event: InspectionEvent) => void;
}

/** The one bus of an editor: it takes commands of the document and of the session, and provides two read models. */
export interface Editor {
  readonly document: DocumentSession;
  /** The session, as one plain value; the same object until it changes. */
  getSession(): SessionState;
  subscribeSession(listener: () => void): () => void;
  /** Calls `listener` before each command of the document is decided, and the function that it returns after that. */
  onDocumentCommand(listener: (command: DocumentCommand) => () => void): () => void;
  /**
   * @throws UnknownCommandError for a type without a definition, InvalidSessionCommandError for an invalid session
   * payload.
   */
  dispatch(command: DocumentCommand): Reduced;
  /** The reason why the session refused the command; undefined if it did not. */
  dispatch(command: SessionCommand): SessionRefusal | undefined;
  /** Ends the session; the document stays open. */
  close(): void;
}

/** Opens an editor over a document that is open. */
export function openEditor(document: DocumentSession, options: EditorOptions): Editor {
  return new EditorBus(document, options);
}

class EditorBus implements Editor {
  readonly document: DocumentSession;
  readonly #options: EditorOptions;
  /** The id of this opening in the trace. */
  readonly #visit: string;
  readonly #actor: Actor<typeof editorSessionMachine>;
  readonly #listeners = new Set<() => void>();
  readonly #commandListeners = new Set<(command: DocumentCommand) => () => void>();
  readonly #stopFollowing: () => void;
  #session: SessionState;

  constructor(document: DocumentSession, options: EditorOptions) {
    this.document = document;
    this.#options = options;
    this.#visit = options.ids.next();
    const facts = this.#facts;
    this.#actor = createActor(editorSessionMachine, {
      input: {
        facts,
        firstStep: options.firstStep,
        ...(options.maxDepth !== undefined && { maxDepth: options.maxDepth }),
      },
      ...(options.inspect && { inspect: options.inspect }),
    });
    this.#actor.start();
    this.#session = sessionStateOf(this.#actor.getSnapshot());
    this.#stopFollowing = document.onEvents((events, isOwn, follow) => {
      const { state } = document.getSnapshot();
      this.#send({
        type: 'DOCUMENT_CHANGED',
        events,
        facts: this.#facts,
        isOwn,
        follow,
        neighbourOf: (field) => neighbourOf(state, field),
      });
    });
  }

  getSession(): SessionState {
    return this.#session;
  }

  subscribeSession(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onDocumentCommand(listener: (command: DocumentCommand) => () => void): () => void {
    this.#commandListeners.add(listener);
    return () => this.#commandListeners.delete(listener);
  }

  dispatch(command: DocumentCommand): Reduced;
  dispatch(command: SessionCommand): SessionRefusal | undefined;
  dispatch(command: DocumentCommand | SessionCommand): Reduced | SessionRefusal | undefined {
    if (isSessionType(command.type)) {
      const fault = sessionPayloadFault(command.type, command.payload);
      if (fault !== null) throw new InvalidSessionCommandError(command.type, fault);
      return this.#apply(command as SessionCommand);
    }
    if (!isDocumentCommand(command.type)) throw new UnknownCommandError(command.type);
    const done = [...this.#commandListeners].map((listener) => listener(command as DocumentCommand));
    try {
      return this.document.dispatch(command);
    } finally {
      for (const tell of done) tell();
    }
  }

  close(): void {
    this.#stopFollowing();
    this.#listeners.clear();
    this.#commandListeners.clear();
    this.#actor.stop();
  }

  get #facts(): DocumentFacts {
    const { body, mappingsAt, history } = this.document.getSnapshot().state;
    return factsOf(body, mappingsAt, history.version);
  }

  /** Applies a command of the session, and adds it to the trace with its changes. */
  #apply(command: SessionCommand): SessionRefusal | undefined {
    const before = this.#session;
    const refusal = refusalOf(before, command);
    this.#send(command);
    const patch = diff(before as unknown as JsonValue, this.#session as unknown as JsonValue);
    // The trace serves bug reports: a failure to write it must not disturb the work.
    const { clock, trace } = this.#options;
    const { version } = this.document.getSnapshot().state.history;
    trace
      .append({ at: clock.now(), stream: this.document.stream, visit: this.#visit, version, command, patch })
      .catch(() => undefined);
    return refusal ?? undefined;
  }

  #send(event: SessionCommand | DocumentChanged): void {
    this.#actor.send(event);
    this.#session = sessionStateOf(this.#actor.getSnapshot());
    for (const listener of this.#listeners) listener();
  }
}
