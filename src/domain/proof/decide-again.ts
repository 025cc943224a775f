import { parseActionStream, reduceAction } from '../action/index.ts';
import { parseCodeStream, reduceCode } from '../apply/index.ts';
import { reduce } from '../commands/reduce.ts';
import type { Command } from '../commands/define-command.ts';
import type { Reduce, Reduced } from '../commands/reducer.ts';
import { UnknownCommandError } from '../commands/registry.ts';
import { LIVE_BODY_AT, LIVE_MAPPINGS_AT, parseIndexStream, parseTemplateStream } from '../document/live-document.ts';
import { applyToBody, createState, evolve } from '../document/model.ts';
import type { DocumentEvent, Stamp, StoredEvent } from '../events/event.ts';
import { FIRST_RULES, isKnownRules, keepsLiterals } from '../events/rules.ts';
import { INVERSE_LIMIT } from '../events/seal.ts';
import { withoutLiterals } from '../json/literals.ts';
import { PatchError, type Body } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';
import { formatJson } from '../json/text.ts';
import { isArray, isObject, type JsonValue } from '../json/value.ts';
import { parsePlanStream, reducePlan } from '../plan/index.ts';
import { reduceStorage, STORAGE_STREAM } from '../storage/index.ts';
import type { DocumentState } from '../state/state.ts';
import { locateMappings } from '../template/locate.ts';
import { inPresentWords } from './earlier-wording.ts';
import { MAX_MOVED_ITEMS, payloadsOf } from './payloads.ts';
import { isSameJson, isSamePatch } from './same-json.ts';

/** What is not wrong with a decision, but can't be shown in full. */
export type DecisionGap =
  /** A whole text is not kept, and differs from the one that was rebuilt, at most in the order of its members. */
  | 'payload_not_kept'
  /** Its summary has the words of an earlier version. */
  | 'earlier_wording';

/** The outcome for an event: a gap in the proof, a fault if its command gives another event, or why it is unknown. */
export type DecisionResult = { readonly gap?: DecisionGap } | { readonly fault: string } | { readonly unknown: string };

type Decided =
  | { readonly after: DocumentState; readonly gap?: DecisionGap }
  | { readonly fault: string; readonly isRejected?: boolean };

/**
 * Where the mappings of a draft may stand: in mappings, in templates, in what an engine answers when it is asked for
 * one.
 */
const DRAFT_PLACES: readonly Pointer[] = [
  '',
  '/mappings',
  '/template/mappings',
  '/index_template/template/mappings',
  '/component_template/template/mappings',
];

/**
 * The commands of one stream, decided again one after another. Where the mappings stand is not in a log: every place
 * that they may have is tried until only one is left.
 */
export class DecisionCheck {
  readonly #reduce: Reduce;
  readonly #stream: string;
  #states: readonly DocumentState[] = [];
  /** How many events could not be looked at, since the content before them is not known. */
  unseen = 0;
  #isBlind = false;
  /** Whether an event was taken after which numbers may be written otherwise than their values say. */
  #mayHaveLiterals = false;

  constructor(stream: string) {
    this.#stream = stream;
    this.#reduce = reduceOf(stream);
  }

  /** From here on nothing can be decided: the content of an event is not known. */
  goBlind(): void {
    this.#isBlind = true;
    this.#states = [];
  }

  /** The same, to be gone on with apart from this one. */
  copy(): DecisionCheck {
    const copy = new DecisionCheck(this.#stream);
    copy.#states = this.#states;
    copy.#isBlind = this.#isBlind;
    copy.#mayHaveLiterals = this.#mayHaveLiterals;
    copy.unseen = this.unseen;
    return copy;
  }

  /** The document after the last event; null where nobody can tell. */
  get document(): { readonly body: Body } | null {
    return this.#isBlind ? null : { body: this.state?.body };
  }

  /**
   * The same with its history; null where nobody can tell, or nothing was taken. Of a draft whose mappings may be in
   * several places it is one of those states, which have the same events.
   */
  get state(): DocumentState | null {
    return this.#states[0] ?? null;
  }

  /**
   * The result of a command after the last event; null if it is unknown, for example if the location of the mappings
   * is.
   */
  decide(command: Command, stamp: Stamp): Reduced | null {
    const [state] = this.#states;
    return this.#isBlind || state === undefined || this.#states.length > 1 ? null : this.#reduce(state, command, stamp);
  }

  /** Takes the next event if it is the result of its command; other events are left out. */
  take(event: StoredEvent): DecisionResult {
    const steps = this.takeInSteps(event);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
  }

  /**
   * As {@link take}, but yields between decisions: the first event of a draft is decided for each possible location of
   * its mappings, and the results are compared.
   */
  *takeInSteps(event: StoredEvent): Generator<undefined, DecisionResult> {
    if (this.#isBlind) {
      this.unseen++;
      return {};
    }
    this.#begin(event);
    const { rules = FIRST_RULES } = event;
    if (!isKnownRules(rules)) {
      const unfit = this.#patchFault(event);
      return unfit === null
        ? { unknown: `its command was decided by rules ${rules}, which this version does not know` }
        : { fault: unfit };
    }
    // Who decides by earlier rules reads numbers as their values alone say.
    const decideEvent = this.#mayHaveLiterals && !keepsLiterals(rules) ? decidePlainly : decideAgain;
    const outcomes: Decided[] = [];
    for (const state of this.#states) {
      if (outcomes.length > 0) yield;
      outcomes.push(yield* decideEvent(this.#reduce, state, event));
    }
    const sound = outcomes.filter((outcome) => 'after' in outcome);
    const [first] = sound;
    if (first !== undefined) {
      this.#states = sound.map(({ after }) => after);
      return first.gap === undefined ? {} : { gap: first.gap };
    }
    const faults = outcomes.filter((outcome) => 'fault' in outcome);
    const { fault = 'nothing is known of the document before it' } =
      faults.find(({ isRejected }) => isRejected !== true) ?? faults[0] ?? {};
    return { fault };
  }

  /**
   * Takes the next event by its patch alone, whatever its command comes to; one whose patch does not fit changes
   * nothing.
   */
  takePatch(event: StoredEvent): void {
    if (this.#isBlind) return;
    this.#begin(event);
    try {
      this.#states = this.#states.map((state) => evolve(state, event));
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
    }
  }

  #begin(event: StoredEvent): void {
    this.#mayHaveLiterals ||= keepsLiterals(event.rules);
    if (event.version !== 1) return;
    this.#states = mappingsPlacesOf(this.#stream, event).map((mappingsAt) =>
      createState({ body: undefined, mappingsAt }),
    );
  }

  #patchFault({ patch }: StoredEvent): string | null {
    try {
      for (const { body } of this.#states) applyToBody(body, patch, undefined, MAX_MOVED_ITEMS);
      return null;
    } catch (error) {
      if (error instanceof PatchError) return patchFault(error);
      throw error;
    }
  }
}

function patchFault({ message }: PatchError): string {
  return `its patch does not fit the document before it: ${message}`;
}

/** Decides the commands of the kind of document that a stream holds. */
function reduceOf(stream: string): Reduce {
  if (stream === STORAGE_STREAM) return reduceStorage;
  if (parsePlanStream(stream) !== null) return reducePlan;
  if (parseCodeStream(stream) !== null) return reduceCode;
  return parseActionStream(stream) !== null ? reduceAction : reduce;
}

/** Whether a stream is of a document that people edit, rather than of plans, actions, projects or the storage. */
export function isDocumentStream(stream: string): boolean {
  return reduceOf(stream) === reduce;
}

/** Where the mappings may stand in the body that a log begins with: it does not say. */
export function mappingsPlacesOf(stream: string, { patch }: StoredEvent): readonly Pointer[] {
  if (!isDocumentStream(stream)) return [''];
  if (parseIndexStream(stream) !== null) return [LIVE_MAPPINGS_AT];
  const [first] = patch;
  const body = first?.op === 'add' && isObject(first.value) ? first.value : {};
  if (parseTemplateStream(stream) !== null) {
    const inner = body['body'];
    const located = isObject(inner) ? locateMappings(inner).mappingsAt : '';
    return [...new Set(['/template/mappings', '/mappings', located].map((at) => `${LIVE_BODY_AT}${at}`))];
  }
  return [...new Set([locateMappings(body).mappingsAt, ...DRAFT_PLACES])];
}

/**
 * As {@link decideAgain} by rules that do not keep literals, on a document that has some: they stay where the event
 * changes nothing.
 */
function* decidePlainly(decide: Reduce, before: DocumentState, event: StoredEvent): Generator<undefined, Decided> {
  const body = withoutLiterals(before.body);
  const plain = { ...createState({ body, mappingsAt: before.mappingsAt }), history: before.history };
  const decided = yield* decideAgain(withoutNewLiterals(decide), plain, event);
  return 'after' in decided ? { ...decided, after: evolve(before, event) } : decided;
}

/** What takes an event back may have literals from the history. */
function withoutNewLiterals(decide: Reduce): Reduce {
  return (...given) => {
    const reduced = decide(...given);
    if (!('event' in reduced)) return reduced;
    return { ...reduced, event: withoutLiterals(reduced.event) };
  };
}

function* decideAgain(decide: Reduce, before: DocumentState, event: StoredEvent): Generator<undefined, Decided> {
  const { id, at, author, reason, command, patch } = event;
  const stamp = { id, at, author, ...(reason !== undefined && { reason }) };
  // Few commands need the document after them, and to make it costs as much as to decide.
  let applied: { readonly body: Body } | undefined;
  const change = {
    before,
    patch,
    stamp,
    get after() {
      applied ??= applyToBody(before.body, patch, undefined, MAX_MOVED_ITEMS);
      return applied.body;
    },
  };
  let fault: Decided = { fault: `the text that its command ${command.type} had is not in the document after it` };
  try {
    for (const payload of payloadsOf(command, change)) {
      const decided = yield* decideOnce(decide, before, { event, payload });
      if ('after' in decided) return decided;
      fault = decided;
    }
  } catch (error) {
    if (error instanceof PatchError) return { fault: patchFault(error) };
    throw error;
  }
  return fault;
}

function* decideOnce(
  decide: Reduce,
  before: DocumentState,
  { event, payload }: { readonly event: StoredEvent; readonly payload: JsonValue },
): Generator<undefined, Decided> {
  const { type } = event.command;
  const { rules = FIRST_RULES } = event;
  let reduced;
  try {
    const { id, at, author, reason } = event;
    reduced = decide(before, { type, payload }, { id, at, author, ...(reason !== undefined && { reason }) }, rules);
  } catch (error) {
    if (!(error instanceof UnknownCommandError)) throw error;
    return { fault: `there is no command ${type} in a document of this kind` };
  }
  if ('rejected' in reduced)
    return { fault: `its command ${type} is not possible there: ${reduced.rejected.detail.message}`, isRejected: true };
  if (!('event' in reduced)) return { fault: `its command ${type} changes nothing there`, isRejected: true };
  yield;
  const isReworded = event.summary !== reduced.event.summary && inPresentWords(event.summary) === reduced.event.summary;
  const reworded = isReworded ? { ...event, summary: reduced.event.summary } : event;
  const difference = differenceOf(reworded, reduced.event);
  // Later summaries repeat the words of this one.
  if (difference === null && isReworded) return { after: evolve(before, event), gap: 'earlier_wording' };
  if (difference === null) return { after: reduced.after };
  if (difference === 'digest') return { after: reduced.after, gap: 'payload_not_kept' };
  return { fault: difference };
}

/** The first thing in which an event differs from what its command comes to; null where nothing does. */
function differenceOf(event: StoredEvent, decided: DocumentEvent): string | null {
  const { rules = FIRST_RULES } = event;
  const { type: command } = decided.command;
  if (event.type !== decided.type)
    return `it says that it is ${event.type}, and the result of its command ${command} is ${decided.type}`;
  if (!isSamePatch(event.patch, decided.patch)) return `its patch is not the result of its command ${command}`;
  if (event.undoes !== decided.undoes) return 'it says that it takes back another event than it does';
  if (event.summary !== decided.summary)
    return `its summary ${JSON.stringify(event.summary)} is not the one of its command, ${JSON.stringify(decided.summary)}`;
  const inverse = inverseFault(event, decided);
  if (inverse !== null) return inverse;
  if (isSameJson(event.command.payload, decided.command.payload)) return null;
  // By the first rules, a text with its members in another order has another digest.
  return rules === FIRST_RULES &&
    command !== 'document.create' &&
    isSameButDigests(event.command.payload, decided.command.payload)
    ? 'digest'
    : `the digest or the text of its command ${command} does not fit the document`;
}

function inverseFault({ inverse }: StoredEvent, decided: DocumentEvent): string | null {
  const expected = decided.inverse ?? [];
  if (inverse !== undefined) return isSamePatch(inverse, expected) ? null : 'its inverse does not take its patch back';
  return formatJson(expected).length > INVERSE_LIMIT ? null : 'its inverse is missing';
}

/**
 * Whether two payloads differ in nothing but digests of texts of the same length: a text with its members in another
 * order has such a one.
 */
function isSameButDigests(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (isArray(one) && isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSameButDigests(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return isSameJson(one, other);
  const names = Object.keys(one);
  if (!isSameJson(names, Object.keys(other))) return false;
  if (isDigest(one) && isDigest(other)) return one['length'] === other['length'];
  return names.every((name) => isSameButDigests(one[name], other[name]));
}

function isDigest(value: JsonValue): boolean {
  if (!isObject(value) || Object.keys(value).join() !== 'digest,length') return false;
  const { digest } = value;
  return typeof digest === 'string' && /^sha256:[0-9a-f]{64}$/.test(digest);
}
