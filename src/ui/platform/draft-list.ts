import type { TargetEngine } from '#domain/catalogue';
import type { Became, Draft } from '#domain/commands';
import { isArray, isObject, member, type Body, type JsonObject, type JsonValue } from '#domain/json';

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
    ...linksOf(value),
  };
}

/** The sources of a draft and what was created from it, as far as the list contains them. */
function linksOf(value: JsonObject): Pick<ListedDraft, 'became' | 'cloneOf' | 'sourceDraft'> {
  const [cloneOf, sourceDraft] = [textOf(value, 'cloneOf'), textOf(value, 'sourceDraft')];
  const became = member(value, 'became');
  return {
    ...(cloneOf !== '' && { cloneOf }),
    ...(sourceDraft !== '' && { sourceDraft }),
    ...(isArray(became) && { became: became.flatMap((each) => becameOf(each) ?? []) }),
  };
}

const BECAME = ['index', 'index template', 'legacy template', 'component template', 'plan'] as const;

function becameOf(value: JsonValue): Became | null {
  if (!isObject(value)) return null;
  const what = BECAME.find((each) => each === value['what']);
  const name = textOf(value, 'name');
  return what === undefined || name === ''
    ? null
    : {
        what,
        name,
        cluster: textOf(value, 'cluster'),
        at: textOf(value, 'at'),
        ...(textOf(value, 'id') !== '' && { id: textOf(value, 'id') }),
      };
}

const readBefore = new WeakMap<JsonObject, readonly ListedDraft[]>();

/**
 * The drafts in the body of the list's document, in the order in which they were added; the same array for the same
 * body.
 */
export function draftsOf(body: Body): readonly ListedDraft[] {
  if (!isObject(body)) return [];
  const known = readBefore.get(body);
  if (known !== undefined) return known;
  const drafts = Object.entries(body).flatMap(([id, value]) => listed(id, value) ?? []);
  readBefore.set(body, drafts);
  return drafts;
}

/** One draft of the list, or null where it is not on the list (any more). */
export function draftById(body: Body, id: string): ListedDraft | null {
  return draftsOf(body).find((draft) => draft.id === id) ?? null;
}
