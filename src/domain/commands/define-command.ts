import type { Static, TSchema } from 'typebox';
import type { Author } from '../events/event.ts';
import { valueAt, type Patch } from '../json/patch.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import type { JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';

/** A change that someone wants: its type names the definition that decides it. */
export interface Command<Type extends string = string, Payload = unknown> {
  readonly type: Type;
  readonly payload: Payload;
}

export interface Rejection<Code extends string = string> {
  readonly rejected: { readonly code: Code; readonly detail: RejectionDetail };
}

/** What a command comes to, before it is stamped. */
export type Decision<Code extends string = string> =
  | {
      readonly patch: Patch;
      readonly summary: string;
      /** The id of the event that this takes back. */
      readonly undoes?: string;
      /** What the event keeps of the payload, where it is not the payload itself. */
      readonly recorded?: JsonValue;
    }
  | Rejection<Code>
  | { readonly unchanged: true };

/** Who acts, and by which rules: a decision may depend on them (undo), but not on the time or on ids. */
export interface DecideContext {
  readonly author: Author;
  readonly rules: number;
}

/**
 * One kind of change. `decide` is pure and emits the few operations that change; it never writes an inverse, mints
 * an id or reads a clock.
 */
export interface CommandDefinition<
  Type extends string = string,
  Schema extends TSchema = TSchema,
  Code extends string = string,
> {
  readonly type: Type;
  /** The type of the event, in the past tense. */
  readonly event: string;
  readonly payload: Schema;
  /** The members of the payload that are pointers into the body. */
  readonly pointers: readonly string[];
  /** The codes with which `decide` rejects. `reduce` has a few more, which it gives to any command. */
  readonly rejects: readonly Code[];
  /** Whether a batch may hold it. What looks back at the log can't be in one: the batch is not in the log yet. */
  readonly isBatchable: boolean;
  /** It says what a cluster was found to have: no other command may have a cluster as its author. */
  readonly reportsCluster?: true;
  /** It is decided on a document without a body, too. */
  readonly startsDocument?: true;
  readonly decide: (state: DocumentState, payload: Static<Schema>, context: DecideContext) => Decision<NoInfer<Code>>;
}

/** Checks the parts of a definition against one another, and keeps the types of its payload and of its rejections. */
export function defineCommand<const Type extends string, Schema extends TSchema, const Code extends string>(
  definition: CommandDefinition<Type, Schema, Code>,
): CommandDefinition<Type, Schema, Code> {
  return definition;
}

/** Whether a command does nothing but say what a cluster was found to have; people can start documents, too. */
export function onlyReports({
  reportsCluster,
  startsDocument,
}: Pick<CommandDefinition, 'reportsCluster' | 'startsDocument'>): boolean {
  return reportsCluster === true && startsDocument !== true;
}

/** The command that a definition decides. */
export type CommandOf<Definition> =
  Definition extends CommandDefinition<infer Type, infer Schema> ? Command<Type, Static<Schema>> : never;

export function reject<const Code extends string>(code: Code, message: string, at?: Pointer): Rejection<Code> {
  return { rejected: { code, detail: at === undefined ? { message } : { message, at } } };
}

export const UNCHANGED = { unchanged: true } as const;

/**
 * The operations that put a value at a pointer whose last containers may not exist yet: one operation, whose value
 * holds the missing containers. Null where the way leads through something that is not an object.
 */
export function addAt(state: DocumentState, path: readonly string[], at: Pointer, value: JsonValue): Patch | null {
  let pointer = at;
  for (let index = 0; index < path.length; index++) {
    const holder = valueAt(state.body, pointer);
    if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return null;
    const next = joinPointer(pointer, path[index] as string);
    if (valueAt(state.body, next) === undefined) {
      return [{ op: 'add', path: next, value: nest(path.slice(index + 1), value) }];
    }
    pointer = next;
  }
  return [{ op: 'replace', path: pointer, value }];
}

function nest(path: readonly string[], value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>((inner, name) => Object.fromEntries([[name, inner]]), value);
}

/** Why a command can't be done, in words that a person can act on. */
export interface RejectionDetail {
  readonly message: string;
  /** The place concerned: a pointer in the body, or for `command.invalid` one in the payload. */
  readonly at?: Pointer;
  /** The conflicting event, its author, and the time at which a server recorded it. */
  readonly by?: {
    readonly eventId: string;
    readonly author: Author;
    readonly summary: string;
    readonly recordedAt?: string;
  };
  /** For `batch`: the position of the command that was rejected, from 0. */
  readonly index?: number;
  /** For `batch`: the code of that command. For what is set aside: which of the ways out there are. */
  readonly code?: string;
}
