import type { DocumentTrial } from '#domain/documents';
import type { ImpactClass } from '#domain/impact';
import { isObject, parsePointer, valueAt, type JsonObject, type JsonValue, type Pointer } from '#domain/json';

/** How two that should agree differ: what a person reads, and what a known disagreement is decided by. */
export interface Difference {
  readonly account: string;
  /** Why one of the two refuses what the other one takes, in its own words. */
  readonly refusal?: string;
  /** The mappings that were sent, including the rejected part. */
  readonly sent: readonly JsonObject[];
  /** One place in them, and what both sides have there. */
  readonly place?: Place;
  /** The predicted impact of a change. */
  readonly impact?: ImpactClass;
  /** Further findings of the comparison. */
  readonly marks?: readonly Mark[];
  /** The document that was tried, what was told of it, and whether the engine took it. */
  readonly tried?: { readonly document: JsonObject; readonly trial: DocumentTrial; readonly isTaken: boolean };
}

/**
 * `levels`: the same field exists with other levels, like dots in names and objects. `two notations`: a part has the
 * field both as `o.a` and below `o`. `without effect`: accepted, but nothing has changed. `foreseen`: the domain
 * predicts that the engine rejects it.
 */
export type Mark = 'levels' | 'two notations' | 'without effect' | 'foreseen';

/** One member of mappings or of a field's definition, and what it is to each of the two. */
export interface Place {
  readonly at: Pointer;
  /** Of the field, `object` where it says none; null for a member of the mappings themselves. */
  readonly type: string | null;
  /** The member, null for the field as a whole. */
  readonly parameter: string | null;
  /** What the definition of the field, or the mappings, hold besides, as we have it. */
  readonly beside: JsonObject;
  /** What was sent, planned or told by us. */
  readonly ours?: JsonValue;
  readonly theirs?: JsonValue;
}

/** The field and the member that a pointer refers to, and what each side has there. */
export function placeAt(at: Pointer, ours: JsonObject, theirs: JsonObject): Place {
  const tokens = parsePointer(at);
  let count = 0;
  while (CONTAINERS.has(tokens[count] ?? '') && count + 1 < tokens.length) count += 2;
  const field = at
    .split('/')
    .slice(0, count + 1)
    .join('/');
  const [definition] = [valueAt(ours, field), valueAt(theirs, field)].filter(isObject);
  const type = definition?.['type'];
  const [here, there] = [valueAt(ours, at), valueAt(theirs, at)];
  return {
    at,
    type: count === 0 ? null : typeof type === 'string' ? type : 'object',
    parameter: tokens[count] ?? null,
    beside: definition ?? {},
    ...(here !== undefined && { ours: here }),
    ...(there !== undefined && { theirs: there }),
  };
}

const CONTAINERS: ReadonlySet<string> = new Set(['properties', 'fields', 'runtime', 'derived']);
