import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import { replay } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { asJson, deepEqual, diff, rebasePointer, type Body, type JsonValue } from '#domain/json';
import type { TraceEntry } from '#domain/ports';
import { editorSessionMachine, sessionStateOf } from '../editor-session-machine.ts';
import { factsOf, neighbourOf } from '../document-facts.ts';
import { isSessionCommand } from '../session-commands.ts';
import type { SessionState } from '../session-state.ts';
import type { ReplayFile } from './replay-file.ts';

/** One thing that happened: the state that a replay starts with, an event of the log, or a command of the session. */
export type ReplayMoment =
  | { readonly kind: 'start'; readonly at: string }
  | { readonly kind: 'event'; readonly at: string; readonly event: DocumentEvent }
  | { readonly kind: 'session'; readonly at: string; readonly entry: TraceEntry };

/** Document and session as they were after a moment. */
export interface ReplayFrame {
  readonly body: Body;
  readonly session: SessionState;
}

export interface ReplayTimeline {
  readonly moments: readonly ReplayMoment[];
  /**
   * The document and the session after a moment. Cost: the moments since the nearest kept frame, which is never further
   * away than a fixed part of the whole. @throws ReplayError for an event that does not fit.
   */
  frameAt(position: number): ReplayFrame;
  /**
   * Whether a session command had another result than in the trace; known once a frame at or after it was requested.
   */
  isStray(position: number): boolean;
}

/** How many frames are kept, so that going back plays only a small part again. */
const KEPT_FRAMES = 64;

interface PlayedFrame {
  readonly position: number;
  readonly body: Body;
  readonly version: number;
  readonly snapshot: SnapshotFrom<typeof editorSessionMachine>;
}

/** The visits in a file, in the order in which they began. */
export function visitsOf({ trace }: ReplayFile): readonly string[] {
  return [...new Set(trace.map(({ visit }) => visit))];
}

/**
 * One visit, played with the same patches and the same statechart as the original: from its first version, each event
 * of the log and each command of the session in order. Without a visit, the whole log without a session.
 */
export function openTimeline(file: ReplayFile, visit: string | null): ReplayTimeline {
  const { mappingsAt } = file;
  const { events } = file.log;
  const entries = file.trace.filter((entry) => entry.visit === visit);
  const begin = Math.min(entries[0]?.version ?? 0, events.length);
  const start: ReplayMoment = { kind: 'start', at: events[begin - 1]?.at ?? entries[0]?.at ?? file.exportedAt };
  const moments = [start, ...inOrder(events.slice(begin), entries, begin)];
  const strays = new Set<number>();
  const stride = Math.max(1, Math.ceil(moments.length / KEPT_FRAMES));
  const body = replay(undefined, events.slice(0, begin));
  const [snapshot] = initialTransition(editorSessionMachine, { facts: factsOf(body, mappingsAt, begin) });
  const kept = new Map<number, PlayedFrame>([[0, { position: 0, body, version: begin, snapshot }]]);
  let latest = kept.get(0) as PlayedFrame;

  /** Without a visit no frame in between is shown, so many events are applied as one. */
  function skipTo(from: PlayedFrame, position: number): PlayedFrame {
    const between = moments
      .slice(from.position + 1, position + 1)
      .flatMap((moment) => (moment.kind === 'event' ? [moment.event] : []));
    return {
      position,
      body: replay(from.body, between),
      version: from.version + between.length,
      snapshot: from.snapshot,
    };
  }

  function playNext(from: PlayedFrame): PlayedFrame {
    const position = from.position + 1;
    const moment = moments[position] as ReplayMoment;
    if (moment.kind === 'session') {
      const next = playCommand(from.snapshot, moment.entry);
      if (next === null || !isAsRecorded(from.snapshot, next, moment.entry)) strays.add(position);
      return { ...from, position, snapshot: next ?? from.snapshot };
    }
    if (moment.kind === 'start') return { ...from, position };
    const { event } = moment;
    const after = replay(from.body, [event]);
    const version = from.version + 1;
    const [next] = transition(editorSessionMachine, from.snapshot, {
      type: 'DOCUMENT_CHANGED',
      events: [event],
      facts: factsOf(after, mappingsAt, version),
      isOwn: event.author.id === file.authorId,
      follow: (field) => rebasePointer(field, event.patch),
      neighbourOf: (field) => neighbourOf({ body: after, mappingsAt }, field),
    });
    return { position, body: after, version, snapshot: next };
  }

  function nearest(position: number): PlayedFrame {
    const before = [latest, ...kept.values()].filter((frame) => frame.position <= position);
    return before.reduce((best, frame) => (frame.position > best.position ? frame : best));
  }

  return {
    moments,
    frameAt(position) {
      let frame = nearest(position);
      while (frame.position < position) {
        const stop = Math.min(position, frame.position - (frame.position % stride) + stride);
        frame = visit === null ? skipTo(frame, stop) : playNext(frame);
        if (frame.position % stride === 0) kept.set(frame.position, frame);
      }
      latest = frame;
      return { body: frame.body, session: sessionStateOf(frame.snapshot) };
    },
    isStray: (position) => strays.has(position),
  };
}

/** The session after a command; null for a command that this version does not have. */
function playCommand(snapshot: PlayedFrame['snapshot'], { command }: TraceEntry): PlayedFrame['snapshot'] | null {
  if (!isSessionCommand(command)) return null;
  const [next] = transition(editorSessionMachine, snapshot, command);
  return next;
}

function isAsRecorded(before: PlayedFrame['snapshot'], after: PlayedFrame['snapshot'], { patch }: TraceEntry): boolean {
  const change = diff(asJson(sessionStateOf(before)), asJson(sessionStateOf(after)));
  return deepEqual(change, patch as unknown as JsonValue);
}

/**
 * All moments in order. An entry was made when the document had `version` events, so it comes before the event that
 * follows them.
 */
function* inOrder(
  events: readonly DocumentEvent[],
  entries: readonly TraceEntry[],
  begin: number,
): Generator<ReplayMoment> {
  let next = 0;
  for (let index = 0; index <= events.length; index++) {
    for (
      let entry = entries[next];
      entry !== undefined && (entry.version <= begin + index || index === events.length);
      entry = entries[next]
    ) {
      yield { kind: 'session', at: entry.at, entry };
      next++;
    }
    const event = events[index];
    if (event !== undefined) yield { kind: 'event', at: event.at, event };
  }
}
