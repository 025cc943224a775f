import type { TargetEngine } from '#domain/catalogue';
import type { Draft } from '#domain/commands';
import { isObject, type Body, type JsonObject, type JsonValue } from '#domain/json';

/** A draft of the list, with its id. */
export interface ListedDraft extends Draft {
  readonly id: string;
}

function textOf(object: JsonObject, key: string): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' ? value : '';
}

function targetOf(value: JsonValue | undefined): TargetEngine {
  const target = isObject(value) ? value : {};
  return {
    distribution: textOf(target, 'distribution') === 'opensearch' ? 'opensearch' : 'elasticsearch',
    version: textOf(target, 'version'),
  };
}

function listed(id: string, value: JsonValue | undefined): ListedDraft | null {
  if (!isObject(value)) return null;
  return {
    id,
    name: textOf(value, 'name'),
    kind: textOf(value, 'kind'),
    mappingsAt: textOf(value, 'mappingsAt'),
    createdAt: textOf(value, 'createdAt'),
    target: targetOf(Object.hasOwn(value, 'target') ? value['target'] : undefined),
  };
}

const readBefore = new WeakMap<JsonObject, readonly ListedDraft[]>();

/** The drafts in the body of the drafts' own document, in the order in which they were added; the same array for the same body. */
export function draftsOf(body: Body): readonly ListedDraft[] {
  if (!isObject(body)) return [];
  const known = readBefore.get(body);
  if (known !== undefined) return known;
  const drafts = Object.entries(body).flatMap(([id, value]) => listed(id, value) ?? []);
  readBefore.set(body, drafts);
  return drafts;
}

/** One draft of the list, or null where it is not there (any more). */
export function draftById(body: Body, id: string): ListedDraft | null {
  return draftsOf(body).find((draft) => draft.id === id) ?? null;
}
