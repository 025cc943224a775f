import fc from 'fast-check';
import { reduce, type Command, type Reduced } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import { FIRST_HASH, seal, type Author, type DocumentEvent, type SealedRecord } from '#domain/events';
import type { JsonObject } from '#domain/json';
import { body, type GeneratedBody } from './definitions.ts';
import { draftIntents, resolveDraftIntent, type DraftIntent } from './drafts.ts';
import { intents, resolveIntent, type Gesture, type Intent, type IntentKind } from './intents.ts';
import { ADA, stampSource } from './stamps.ts';

/** Everything that makes a history, before a single command of it is known. */
export interface HistoryScript extends GeneratedBody {
  /** Whether the log begins with `document.create`, or on a body that was there. */
  readonly fromNothing: boolean;
  readonly authorCount: number;
  /** Something is wanted before there is a document, where the log begins with its creation. */
  readonly isEarly?: boolean;
  readonly wants: readonly (Intent | DraftIntent)[];
}

export interface HistoryOptions {
  readonly authors?: { readonly min: number; readonly max: number };
  readonly kinds?: readonly IntentKind[];
  readonly maxLength?: number;
}

/** A history over a mapping or template; one in twelve is over a list of drafts, whose commands are others. */
export function historyScript({
  authors = { min: 1, max: 3 },
  kinds,
  maxLength = 12,
}: HistoryOptions = {}): fc.Arbitrary<HistoryScript> {
  const authorCount = fc.integer(authors);
  const ofFields = fc
    .record({ start: body(), authorCount, fromNothing: fc.boolean(), wants: intents(kinds, { maxLength }) })
    .map(({ start, ...rest }) => ({ ...start, ...rest }));
  if (kinds !== undefined) return ofFields;
  const ofDrafts = fc.record({
    body: fc.constant<JsonObject>({}),
    mappingsAt: fc.constant('/none'),
    authorCount,
    fromNothing: fc.boolean(),
    wants: draftIntents(),
  });
  return fc.oneof({ weight: 11, arbitrary: ofFields }, { weight: 1, arbitrary: ofDrafts });
}

/** One command of a history, and its outcome. */
export interface Step {
  readonly before: DocumentState;
  readonly author: Author;
  readonly command: Command;
  readonly reduced: Reduced;
  readonly after: DocumentState;
}

export interface LivedHistory {
  readonly start: { readonly body: DocumentState['body']; readonly mappingsAt: string };
  readonly steps: readonly Step[];
  readonly events: readonly DocumentEvent[];
  readonly state: DocumentState;
  /** Steps that were chosen from the script; the creation of the document is not one of them. */
  readonly given: number;
  readonly accepted: number;
}

/** Lives a script through, one command at a time, each resolved against the document as it is then. */
export function live(script: HistoryScript, onStep?: (step: Step) => void): LivedHistory {
  const stamp = stampSource(7);
  const start = { body: script.fromNothing ? undefined : script.body, mappingsAt: script.mappingsAt };
  const steps: Step[] = [];
  const events: DocumentEvent[] = [];
  let state = createState(start);
  const take = ({ author, command }: Gesture) => {
    const reduced = reduce(state, command, stamp(author));
    const after = 'event' in reduced ? reduced.after : state;
    const step = { before: state, author, command, reduced, after };
    steps.push(step);
    if ('event' in reduced) events.push(reduced.event);
    state = after;
    onStep?.(step);
  };
  if (script.fromNothing && script.isEarly === true) {
    take({ author: ADA, command: { type: 'field.remove', payload: { field: '/properties/a' } } });
    take({ author: ADA, command: { type: 'document.create', payload: { body: [] } } });
  }
  if (script.fromNothing) take({ author: ADA, command: { type: 'document.create', payload: { body: script.body } } });
  const created = events.length;
  for (const want of script.wants) {
    take(
      'parts' in want
        ? resolveIntent(state, want, script.authorCount)
        : resolveDraftIntent(state, want, script.authorCount),
    );
  }
  return { start, steps, events, state, given: script.wants.length, accepted: events.length - created };
}

/** The events of a history, sealed one after another. */
export function sealAll(events: readonly DocumentEvent[], stream = 'draft/test'): readonly SealedRecord[] {
  let prevHash = FIRST_HASH;
  return events.map((event, index) => {
    const record = seal(event, { stream, version: index + 1, prevHash });
    prevHash = record.hash;
    return record;
  });
}

/** The stream that a document of this kind has. */
export function streamOf({ mappingsAt }: HistoryScript): string {
  if (mappingsAt === '/mappings') return 'index/logs/uuid';
  return mappingsAt.startsWith('/body') ? 'index_template/cluster/logs' : 'draft/test';
}
