import type { Pointer } from '../json/pointer.ts';
import type { AddedFields } from './added-fields.ts';
import type {
  DocumentRefusal,
  DocumentTrial,
  IgnoredBy,
  TakenBy,
  TriedValue,
  UnknownEffect,
  UnknownKind,
  ValueEffect,
} from './trial.ts';
import type { Item } from './walk-parts.ts';

/** What is found out of a document while it is walked through. */
export class TrialNotes {
  readonly #values: TriedValue[] = [];
  readonly #unknown: UnknownEffect[] = [];
  readonly #ignored = new Set<string>();
  readonly #added: AddedFields;
  #refusal: DocumentRefusal | undefined;
  /** Found when all of the document is read: what it adds is more than the index takes. */
  #lateRefusal: DocumentRefusal | undefined;

  constructor(added: AddedFields) {
    this.#added = added;
  }

  result(): DocumentTrial {
    const refusal = this.#refusal ?? this.#lateRefusal;
    const isUnknown = this.#unknown.some(({ decides }) => decides === 'outcome');
    const outcome = refusal !== undefined ? 'refused' : isUnknown ? 'unknown' : 'accepted';
    const isRefused = outcome === 'refused';
    return {
      outcome,
      ...(refusal !== undefined && { refusal }),
      values: this.#values,
      added: isRefused ? [] : this.#added.list(),
      ignoredFields: isRefused ? [] : [...this.#ignored].sort(),
      unknown: this.#unknown,
    };
  }

  hasIgnored(path: string): boolean {
    return this.#ignored.has(path);
  }

  /** The field is in `_ignored`. */
  list(path: string): void {
    this.#ignored.add(path);
  }

  refuseLate(refusal: DocumentRefusal): void {
    this.#lateRefusal ??= refusal;
  }

  note(
    { pointer }: Item,
    field: string | null,
    type: string | null,
    takenBy: TakenBy,
    effects: readonly ValueEffect[],
  ): void {
    const added = field === null ? undefined : this.#added.announce(field, pointer);
    const all: readonly ValueEffect[] =
      added === undefined ? effects : [{ kind: 'addsField', definition: added }, ...effects];
    this.#values.push({ pointer, field, type, takenBy, effects: all });
  }

  /** The outcome depends on this value, and can't be told. */
  cannotTell(
    item: Item,
    field: string,
    type: string | null,
    takenBy: TakenBy,
    what: UnknownKind,
    reason: string,
  ): void {
    this.doubt(item, field, what, 'outcome', reason);
    this.note(item, field, type, takenBy, [{ kind: 'unknown' }]);
  }

  noValue(item: Item, field: string, type: string | null, takenBy: TakenBy, by: 'null' | 'empty'): void {
    this.ignoreAs(item, field, type, takenBy, by, by === 'null' ? 'null is no value.' : 'There is no value in it.');
  }

  ignoreAs(
    item: Item,
    field: string | null,
    type: string | null,
    takenBy: TakenBy,
    by: IgnoredBy,
    reason: string,
  ): void {
    this.note(item, field, type, takenBy, [{ kind: 'ignored', by, reason }]);
  }

  refuseAs(item: Item, field: string, type: string | null, takenBy: TakenBy, reason: string): void {
    this.refuse(item.pointer, field, reason);
    this.note(item, field, type, takenBy, [{ kind: 'refused', reason }]);
  }

  refuse(pointer: Pointer, field: string | null, reason: string): void {
    this.#refusal ??= { reason, pointer, field };
  }

  doubt({ pointer }: Item, field: string, what: UnknownKind, decides: 'outcome' | 'values', reason: string): void {
    this.#unknown.push({ pointer, field, what, decides, reason });
  }
}
