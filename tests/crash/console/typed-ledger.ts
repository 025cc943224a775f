import type { Fault } from '../ledger.ts';

/**
 * What was typed so long before a kill has to be there again, in ms; decision 0015 names it. `CRASH_KEPT_MS=1500` is for a machine that does other
 * things meanwhile.
 */
export const KEPT_AFTER_MS = Number(process.env['CRASH_KEPT_MS'] ?? 250);

/** A moment in epoch milliseconds, and how long before the first kill after it that was; Infinity is of all times, null not known yet. */
interface Moment {
  at: number | null;
  beforeKillMs: number | null;
}

interface Typed extends Moment {
  /** All that stands in the input. */
  readonly text: string;
}

/** What is known of the content of one form. */
interface KnownForm {
  /** By the label of its input: what stood there when it was opened or found, then what was typed. */
  readonly inputs: Map<string, Typed[]>;
  /** It is being discarded or applied, or was. */
  removal: (Moment & { readonly isApplied: boolean }) | null;
}

/** What was found of a form after a kill: the texts of its inputs by their labels. */
export type FoundForm = Readonly<Record<string, string>>;

/** What was typed into the forms of one document, and has to be there after a kill. */
export interface TypedLedger {
  /** What stands in an input before anything is typed in it. */
  opened(form: string, input: string, text: string): void;
  /** A text is being typed; the function says when the page had it. */
  typing(form: string, input: string, text: string): (at: number) => void;
  /** The content of a form is being discarded, or applied; the function says when that was done. */
  removing(form: string, isApplied: boolean): (at: number) => void;
  killed(at: number): void;
  /** The forms that have to have content after the last kill. */
  readonly required: readonly string[];
  /** The forms that have content and are not being discarded or applied. */
  readonly present: readonly string[];
  /** The forms whose content was applied before the last kill, or was about to be: whether it was or not, they show it. */
  readonly applied: readonly string[];
  /** The inputs of a form that were typed in. */
  inputsOf(form: string): readonly string[];
  /** Compares what was found, knows it from then on, and forgets what is gone. `listed`: the forms that say that they have content. */
  check(listed: readonly string[], found: Readonly<Record<string, FoundForm>>): readonly Fault[];
  /** Of the texts that were found short: how long before the kill the first part that is missing was typed, in ms. */
  readonly lostMs: readonly number[];
  /** Texts that were compared. */
  readonly checked: number;
}

const ALWAYS: Moment = { at: -Infinity, beforeKillMs: Infinity };

/** For one document, of which what was typed `keptAfterMs` before a kill has to be there again. */
export function typedLedger(name: string, keptAfterMs = KEPT_AFTER_MS): TypedLedger {
  const isSettled = ({ beforeKillMs }: Moment) => beforeKillMs !== null && beforeKillMs >= keptAfterMs;
  const forms = new Map<string, KnownForm>();
  const lostMs: number[] = [];
  let checked = 0;

  const known = (form: string): KnownForm => {
    const present = forms.get(form) ?? { inputs: new Map<string, Typed[]>(), removal: null };
    forms.set(form, present);
    return present;
  };
  const formsThat = (fit: (form: KnownForm) => boolean) =>
    Array.from(forms).flatMap(([form, entry]) => (fit(entry) ? [form] : []));
  const isTyped = ({ inputs }: KnownForm, fits: (typed: Typed) => boolean = () => true) =>
    [...inputs.values()].some((history) => history.slice(1).some(fits));
  /** A removal that was begun before the last kill. */
  const oldRemoval = ({ removal }: KnownForm) => (removal?.beforeKillMs === null ? null : removal);
  const isRequired = (entry: KnownForm) => oldRemoval(entry) === null && isTyped(entry, isSettled);

  function textFaults(form: string, input: string, history: readonly Typed[], text: string): readonly string[] {
    checked++;
    const at = history.findLastIndex((typed) => typed.text === text);
    const missing = history[at + 1]?.beforeKillMs ?? -Infinity;
    if (Number.isFinite(missing)) lostMs.push(missing);
    const least = history.findLastIndex(isSettled);
    if (at >= least) return [];
    const [had, wanted] = [text, history[least]?.text ?? ''].map((whole) => JSON.stringify(whole.slice(-80)));
    return [
      `${form}, ${input}: it has ${had}, and ${wanted} was typed ${Math.round(history[least]?.beforeKillMs ?? 0)} ms before the kill`,
    ];
  }

  return {
    opened(form, input, text) {
      const entry = known(form);
      if (entry.removal !== null && entry.removal.at !== null) {
        entry.inputs.clear();
        entry.removal = null;
      }
      if (!entry.inputs.has(input)) entry.inputs.set(input, [{ text, ...ALWAYS }]);
    },
    typing(form, input, text) {
      const typed: Typed = { text, at: null, beforeKillMs: null };
      known(form).inputs.get(input)?.push(typed);
      return (at) => {
        typed.at = at;
      };
    },
    removing(form, isApplied) {
      const removal: KnownForm['removal'] = { at: null, beforeKillMs: null, isApplied };
      known(form).removal = removal;
      return (at) => {
        removal.at = at;
      };
    },
    killed(killedAt) {
      for (const { inputs, removal } of forms.values())
        for (const moment of [...[...inputs.values()].flat(), ...(removal === null ? [] : [removal])])
          moment.beforeKillMs ??= moment.at === null ? -Infinity : killedAt - moment.at;
    },
    get required() {
      return formsThat(isRequired);
    },
    get present() {
      return formsThat((entry) => entry.removal === null && isTyped(entry));
    },
    get applied() {
      return formsThat((entry) => oldRemoval(entry)?.isApplied === true);
    },
    inputsOf: (form) => [...(forms.get(form)?.inputs.keys() ?? [])],
    check(listed, found) {
      const texts = formsThat(isRequired)
        .filter((form) => !listed.includes(form))
        .map((form) => `${form}: nothing says that it has content`);
      for (const form of listed) {
        const entry = forms.get(form);
        const removal = entry === undefined ? null : oldRemoval(entry);
        if (entry === undefined || !isTyped(entry) || (removal !== null && isSettled(removal)))
          texts.push(`${form}: it has content, which was discarded or never typed`);
      }
      for (const [form, entry] of [...forms]) {
        const read = found[form];
        if (read !== undefined)
          for (const [input, history] of entry.inputs)
            texts.push(...textFaults(form, input, history, read[input] ?? ''));
        if (!listed.includes(form)) {
          forms.delete(form);
          continue;
        }
        if (oldRemoval(entry) !== null) entry.removal = null;
        // What is there counts as typed long ago.
        for (const [input, [first]] of [...entry.inputs]) {
          const text = read?.[input];
          if (first !== undefined && text !== undefined)
            entry.inputs.set(input, text === first.text ? [first] : [first, { text, ...ALWAYS }]);
        }
      }
      return texts.map((text) => ({ kind: 'lost', text: `${name}, ${text}` }));
    },
    lostMs,
    get checked() {
      return checked;
    },
  };
}
