import fc from 'fast-check';
import { isBatch, isDocumentCommand, type Command, type DocumentCommand } from '#domain/commands';
import type { Author, DocumentEvent } from '#domain/events';
import { applyPatch, formatJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { openLog } from '#domain/log';
import type { TraceEntry, TypedContent } from '#domain/ports';
import { locateMappings, templatePlaceOf } from '#domain/template';
import { memoryEventStore, memoryHome } from '../../infra/memory-event-store.ts';
import { memoryUnappliedContent } from '../../infra/memory-unapplied-content.ts';
import { openDocument, type DocumentSession } from '../../machines/document-session.ts';
import { openEditor, type Editor } from '../../machines/editor.ts';
import { DOCUMENT_FORMS } from '../../machines/forms/registry.ts';
import { editorSessionMachine } from '../../machines/editor-session-machine.ts';
import { removeOutdated, reopenForm, restoreInto, takeLeftContent } from '../../machines/restore-unapplied.ts';
import type { SessionCommand } from '../../machines/session-commands.ts';
import { typedForm, type SessionState, type TypedForm } from '../../machines/session-state.ts';
import { applyEdits } from '../../machines/text-edits.ts';
import { appliesForm, unappliedIn } from '../../machines/unapplied-content.ts';
import { editorSource } from '../../machines/editor-source.ts';
import { keepUnapplied, type UnappliedKeeper } from '../../machines/unapplied-keeper.ts';
import { countingInspector, statesOf, transitionsOf } from '../case/machine-coverage.ts';
import { inStep } from '../case/steps.ts';
import { NO_COUNTER, type Counter } from '../case/tally.ts';
import { underLaw, type FuzzTarget } from '../case/target.ts';
import { body, streamOf, type GeneratedBody } from '../generate/definitions.ts';
import { EDITOR_MOVES, editorMove, formOnScreen, resolveMove, type EditorMove } from '../generate/editor-moves.ts';
import { intent, resolveIntent, type Intent } from '../generate/intents.ts';
import { ADA, BOB, stampSource } from '../generate/stamps.ts';
import { stepInWords } from '../generate/step-words.ts';
import { isSameJson } from '../generate/values.ts';
import { expect } from '../laws/expect.ts';

const TAB = 'tab';

/** What happens to an editor beside what its person does in the forms. */
const EVENTS = ['edit', 'other', 'reload'] as const;

type Step =
  | { readonly what: 'move'; readonly move: EditorMove }
  /** An edit by the same person, or by another person in another browser. */
  | { readonly what: 'edit' | 'other'; readonly intent: Intent }
  | { readonly what: 'reload' };

interface EditorCase extends GeneratedBody {
  /** The deepest tree that the default view shows. */
  readonly maxDepth: number;
  readonly steps: readonly Step[];
}

/** States and transitions that no editor here comes to, by the reason. */
export const NOT_REACHED: Readonly<Record<string, readonly string[]>> = {
  'It is left as soon as it is entered.': ['view.opening'],
};

function isReachable(name: string): boolean {
  return !Object.values(NOT_REACHED).some((names) => names.includes(name));
}

/**
 * Whole visits of one editor: what a person opens, types, leaves, applies, discards and reloads, while others change
 * the document.
 */
export const editorTarget: FuzzTarget = {
  name: 'editor',
  values(corpus) {
    const step = fc.oneof<fc.WeightedArbitrary<Step>[]>(
      { weight: 14, arbitrary: fc.record({ what: fc.constant('move' as const), move: editorMove() }) },
      { weight: 3, arbitrary: fc.record({ what: fc.constantFrom('edit', 'other'), intent: intent() }) },
      { weight: 1, arbitrary: fc.constant<Step>({ what: 'reload' }) },
    );
    const made = fc
      .record({
        start: body(),
        maxDepth: fc.constantFrom(2, 20, 20, 20),
        steps: fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
      })
      .map(({ start, ...rest }): EditorCase => ({ ...start, ...rest }));
    const cases =
      corpus.length === 0
        ? made
        : fc.tuple(made, fc.constantFrom(...corpus)).map(([given, entry]) => ({
            ...given,
            body: entry.body,
            mappingsAt: locateMappings(entry.body).mappingsAt,
          }));
    return cases as fc.Arbitrary<unknown> as fc.Arbitrary<JsonValue>;
  },
  async holds(value, counter) {
    await new EditorRun(value as unknown as EditorCase, counter).live();
  },
  coverage: {
    move: [...EDITOR_MOVES, ...EVENTS],
    'form typed in': DOCUMENT_FORMS,
    'form restored': DOCUMENT_FORMS,
    refusal: ['json.invalid', 'json.too_deep', 'options.invalid', 'version.unknown'],
    state: statesOf(editorSessionMachine).filter(isReachable),
    transition: transitionsOf(editorSessionMachine).filter(isReachable),
  },
};

/** What is typed is a text that is like no other, so that it is found wherever it is. */
const TYPED = /<typed\d+>/g;

function textNumber(count: number): string {
  return `<typed${count}>`;
}

function textsIn(values: JsonValue): readonly string[] {
  return [...new Set(formatJson(values).match(TYPED))];
}

/**
 * Stands for the text of the document in the JSON view, which the session does not know: longer than where anything is
 * typed.
 */
const TEXT = 'The mappings of the document as a text.';

/** One form with what was typed in it, by the text that was typed last. */
interface Owed extends Pick<TypedContent, 'form' | 'field'> {
  readonly text: string;
}

class EditorRun {
  readonly #case: EditorCase;
  readonly #counter: Counter;
  readonly #home = memoryHome();
  readonly #unapplied = memoryUnappliedContent();
  readonly #stamp = stampSource(1);
  #texts = 0;
  /** What the commands of the person have come to since it was asked for last. */
  #events: readonly DocumentEvent[] = [];
  #lastEntry: TraceEntry | null = null;
  /** The text in the JSON view as it is typed into; and as it was discarded. */
  #text = TEXT;
  #discardedText = TEXT;
  #editor!: Editor;
  #keeper!: UnappliedKeeper;
  #other!: DocumentSession;

  constructor(given: EditorCase, counter: Counter) {
    this.#case = given;
    this.#counter = counter;
  }

  async live(): Promise<void> {
    this.#counter.did(() => `${ADA.name} opens an editor on ${inStep(this.#case.body)}`);
    await this.#open();
    this.#other = await this.#document(BOB, 2);
    for (const step of this.#case.steps) await this.#make(step);
    await this.#leave();
    this.#other.close();
  }

  async #make(step: Step): Promise<void> {
    this.#counter.met('move', step.what === 'move' ? step.move.kind : step.what);
    switch (step.what) {
      case 'move': {
        const text = textNumber(++this.#texts);
        const { session, state } = this.#now;
        const command = resolveMove({ session, state, text }, step.move);
        if (command === null) return;
        if (isDocumentCommand(command.type)) this.#apply(command);
        else this.#command(command as SessionCommand);
        return;
      }
      case 'edit': {
        this.#apply(resolveIntent(this.#now.state, step.intent).command);
        return;
      }
      case 'other': {
        await this.#editor.document.whenSaved();
        await this.#other.whenSaved();
        const before = this.#typed();
        const { command } = resolveIntent(this.#other.getSnapshot().state, step.intent);
        const reduced = this.#other.dispatch(command);
        this.#counter.did(() => stepInWords(BOB.name, command, reduced));
        await this.#other.whenSaved();
        await this.#editor.document.whenSaved();
        underLaw('what others do loses nothing that is typed', () => this.#expectKept(before, []));
        this.#checkAddresses();
        return;
      }
      case 'reload':
        this.#counter.did(() => `${ADA.name} reloads the page`);
        return this.#reload();
    }
  }

  get #now() {
    return { session: this.#editor.getSession(), state: this.#editor.document.getSnapshot().state };
  }

  /** A command of the session, as the form on the screen gives it. */
  #command(command: SessionCommand): void {
    const before = this.#typed();
    const session = this.#now.session;
    const form = formOnScreen(session);
    this.#lastEntry = null;
    const refusal = this.#editor.dispatch(command);
    this.#counter.did(
      () =>
        `${ADA.name}: ${command.type} ${inStep(command.payload as never)}${refusal === undefined ? '' : `, refused: ${refusal.code}`}`,
    );
    const after = this.#now.session;
    this.#counter.tried(refusal === undefined);
    underLaw('the trace says what a command changed in the session', () => {
      const entry = this.#lastEntry;
      const { body: replayed } = applyPatch(plain(session), (entry?.patch ?? []) as never);
      expect(isSameJson(replayed, plain(after))).toBe(true);
    });
    if (refusal !== undefined) {
      this.#counter.met('refusal', refusal.code);
      underLaw('what is refused leaves the editor where it is', () => expect(placeOf(after)).toEqual(placeOf(session)));
    }
    underLaw('what is typed stays until it is typed over, applied or discarded', () =>
      this.#expectKept(before, this.#givenUpBy(command, session)),
    );
    this.#followText(command, session);
    if (form !== null && isTyping(command)) {
      this.#counter.met('form typed in', form.form);
      underLaw('what is typed in a form is what is not applied of it', () => {
        const text = textNumber(this.#texts);
        const typed = this.#typed().filter((each) => each.text === text);
        expect(typed).toEqual(textsIn(plain(command as never)).includes(text) ? [{ ...form, text }] : []);
      });
    }
    this.#checkAddresses();
  }

  /**
   * The text of the JSON view is kept as edits alone: applied to the text of the document they come to what was typed.
   */
  #followText(command: SessionCommand, session: SessionState): void {
    const { discarded } = session;
    const before = typedText(session) === undefined ? TEXT : this.#text;
    if (command.type === 'fieldsJsonEditor.edit') this.#text = applyEdits(before, command.payload.edits);
    if (command.type === 'unapplied.discard' && command.payload.form === 'json') this.#discardedText = before;
    if (command.type === 'unapplied.bringBack' && discarded?.content.form === 'json') this.#text = this.#discardedText;
    const typed = typedText(this.#now.session);
    if (typed !== undefined)
      underLaw('edits of a text give the text that was typed', () =>
        expect(applyEdits(TEXT, typed.content.edits)).toBe(this.#text),
      );
  }

  /** A command of the document, by the person of the editor. */
  #apply(command: Command | DocumentCommand): void {
    const before = this.#typed();
    const open = unappliedIn(this.#now.session).filter(({ isOpen }) => isOpen);
    this.#events = [];
    const reduced = this.#editor.dispatch(command as DocumentCommand);
    this.#counter.did(() => stepInWords(ADA.name, command, reduced));
    this.#counter.tried('event' in reduced);
    const done = this.#events.flatMap(({ command: given }) => commandsIn(given));
    const isApplied = (form: Pick<Owed, 'form' | 'field'>) => done.some((each) => appliesForm(each, form));
    underLaw('what is typed stays until it is typed over, applied or discarded', () =>
      this.#expectKept(before, before.filter(isApplied)),
    );
    underLaw('what is applied is in hand no more', () => {
      // The text of the JSON view is put aside by whoever applies it; of a batch, parts may be about what others of its
      // parts have moved.
      const applied = open.filter((typed) => typed.form !== 'json' && done.length === 1 && isApplied(typed));
      const there = this.#typed().map(({ text }) => text);
      expect(applied.flatMap(({ values }) => textsIn(values)).filter((text) => there.includes(text))).toEqual([]);
    });
    this.#checkAddresses();
  }

  /** What a command of the session is about to take out of the forms. */
  #givenUpBy(command: SessionCommand, session: SessionState): readonly Pick<Owed, 'form' | 'field'>[] {
    const form = formOnScreen(session);
    if (command.type === 'unapplied.discard') return [command.payload];
    if (command.type === 'fieldsJsonEditor.discard') return [{ form: 'json', field: null }];
    if (command.type === 'unapplied.forget') {
      const { form: kind, field } = session.stranded[command.payload.stranded] ?? {};
      return kind === undefined ? [] : [{ form: kind, field: field ?? null }];
    }
    // Of a text that is typed into, parts are typed over.
    return form !== null && isTyping(command) ? [form] : [];
  }

  #typed(): readonly Owed[] {
    return unappliedIn(this.#now.session).flatMap(({ form, field, values }) =>
      textsIn(values).map((text) => ({ form, field, text })),
    );
  }

  #expectKept(before: readonly Owed[], givenUp: readonly Pick<Owed, 'form' | 'field'>[]): void {
    const there = new Set(this.#typed().map(({ text }) => text));
    const lost = before.filter(
      ({ form, field, text }) =>
        !there.has(text) && !givenUp.some((each) => each.form === form && each.field === field),
    );
    expect(lost).toEqual([]);
  }

  #checkAddresses(): void {
    const { session, state } = this.#now;
    underLaw('what the session is about is in the document', () =>
      expect(addressesIn(session).filter(([, at]) => valueAt(state.body, at) === undefined)).toEqual([]),
    );
  }

  async #reload(): Promise<void> {
    const before = this.#typed();
    const onScreen = formOnScreen(this.#now.session);
    const isMeant = ({ form, field, isOpen }: TypedContent) =>
      isOpen && form === onScreen?.form && field === onScreen.field;
    const wasTypedIn = unappliedIn(this.#now.session).some(isMeant);
    const text = typedText(this.#now.session);
    await this.#leave();
    await this.#open();
    const found = unappliedIn(this.#now.session);
    for (const { form } of found) this.#counter.met('form restored', form);
    underLaw('what was typed is there again after a reload', () => this.#expectKept(before, []));
    underLaw('edits of a text stay with the version whose text they belong to', () =>
      expect(textOf(typedText(this.#now.session))).toEqual(textOf(text)),
    );
    underLaw('the form that was on the screen is on it again', () => {
      const { facts, maxDepth, documentFields } = this.#now.session;
      // A tree that has become too deep is opened as JSON.
      const isHidden = documentFields.editor === 'json' && facts.maxNestedDepth >= maxDepth;
      if (wasTypedIn && !isHidden) expect(formOnScreen(this.#now.session)).toEqual(onScreen);
    });
    this.#checkAddresses();
  }

  #document(author: Author, seed: number): Promise<DocumentSession> {
    const { body: startWith, mappingsAt } = this.#case;
    const stamp = seed === 1 ? this.#stamp : stampSource(seed);
    const ports = {
      store: memoryEventStore(this.#home),
      clock: { now: () => stamp().at },
      ids: { next: () => stamp().id },
      author,
    };
    return openDocument(ports, { stream: streamOf(this.#case), mappingsAt, startWith });
  }

  async #open(): Promise<void> {
    const document = await this.#document(ADA, 1);
    document.onEvents((events, isOwn) => {
      if (isOwn) this.#events = [...this.#events, ...events];
    });
    const presence = {
      id: TAB,
      findGone: () => Promise.resolve(() => false),
      leave: () => undefined,
    };
    const ports = { unapplied: this.#unapplied, presence, author: ADA };
    const left = await takeLeftContent(document, ports);
    const isTemplate = templatePlaceOf(document.getSnapshot().state) !== null;
    this.#editor = openEditor(document, {
      clock: { now: () => this.#stamp().at },
      ids: { next: () => this.#stamp().id },
      trace: {
        append: async (entry) => {
          this.#lastEntry = entry;
        },
        read: async () => [],
      },
      maxDepth: this.#case.maxDepth,
      inspect: countingInspector(this.#counter),
      ...(isTemplate && { firstStep: 'logistics' }),
    });
    restoreInto(this.#editor, left);
    if (left.open !== null) reopenForm(this.#editor, left.open);
    this.#keeper = keepUnapplied(editorSource(this.#editor), {
      unapplied: this.#unapplied,
      tab: TAB,
      clock: { now: () => this.#stamp().at },
      after: () => () => undefined,
      onFailure: (error) => {
        throw error;
      },
    });
    await this.#keeper.flush();
    await removeOutdated(left, document.stream, ports);
  }

  /** The page goes: what is on its way is stored. */
  async #leave(): Promise<void> {
    const { document } = this.#editor;
    await document.whenSaved();
    await this.#keeper.close();
    this.#editor.close();
    document.close();
  }

  /** What is stored, as far as the case got. */
  events(): readonly DocumentEvent[] {
    return openLog(this.#home.logs.get(streamOf(this.#case)) ?? []).events;
  }
}

function plain(value: SessionState): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

/** Where an editor stands: what a refusal must not move. */
function placeOf({ tab, documentFields, history, step }: SessionState) {
  return { tab, documentFields, history, step };
}

/** Whether a command says what the form on the screen has. */
function isTyping({ type }: SessionCommand): boolean {
  return [
    'fieldForm.update',
    'configuration.update',
    'templates.update',
    'templates.edit',
    'fieldsJsonEditor.edit',
    'stepForm.update',
  ].includes(type);
}

/** The commands that one came from: those of a batch, or itself. */
function commandsIn(command: Command): readonly Command[] {
  return isBatch(command) ? command.payload.commands.flatMap(commandsIn) : [command];
}

/** What is typed in the JSON view; undefined where nothing is. */
function typedText(session: SessionState): TypedForm<'json'> | undefined {
  return typedForm(session, { form: 'json', field: null }) as TypedForm<'json'> | undefined;
}

/** The part of a typed text that outlives a reload. */
function textOf(typed: TypedForm<'json'> | undefined) {
  return typed === undefined ? null : { edits: typed.content.edits, baseVersion: typed.baseVersion };
}

/** Every address in a session that leads into its document, after what it is. */
function addressesIn(session: SessionState): readonly (readonly [of: string, address: string])[] {
  const { fieldToEdit, creation, runtimeEdit, fieldToRemove, activeField, pendingEdit, forms, discarded } = session;
  const addresses = {
    fieldToEdit: [fieldToEdit],
    creation: [creation?.parent],
    runtimeEdit: [runtimeEdit?.field],
    fieldToRemove: [fieldToRemove],
    activeField: [activeField],
    pendingEdit: [pendingEdit?.payload.field],
    forms: Object.values(forms).map(({ field }) => field),
    discarded: [discarded?.content.field],
    expansion: Object.keys(session.expansion.exceptions),
  };
  return Object.entries(addresses).flatMap(([of, each]) =>
    each.flatMap((address) => (address === null || address === undefined ? [] : [[of, address] as const])),
  );
}

/** The events that a case has stored, as far as it gets. */
export async function eventsOfEditor(value: JsonValue): Promise<readonly DocumentEvent[]> {
  const run = new EditorRun(value as unknown as EditorCase, NO_COUNTER);
  // Where it throws, that is what the case shows.
  await run.live().catch(() => undefined);
  return run.events();
}
