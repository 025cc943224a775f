import { diff } from '../json/diff.ts';
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  setMember,
} from '../json/value.ts';
import { canonicalTemplate, compareTemplates, type PartChange } from '../template/index.ts';
import type { TemplateAddress } from './kinds.ts';

/** One change in words and by its values. */
export interface TemplateChange {
  readonly text: string;
  readonly place: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** In what the template differs; as engines read it, so that nothing is a change that is only written otherwise. */
export function changesOf(
  kind: TemplateAddress['kind'],
  before: JsonObject | null,
  after: JsonObject,
): readonly TemplateChange[] {
  const [was, is] = [before === null ? null : inOneOrder(before), inOneOrder(after)];
  const found = compareTemplates(kind, was, is);
  if (found.length > 0 || was === null) return found.map(templateChange);
  // The same fields and settings, but in another form that engines keep: dots in names, the order of templates.
  return diff(was, is, '', { asWritten: false }).map((operation) => ({
    text: `Change how ${operation.path} is written`,
    place: operation.path,
    before: undefined,
    after: 'value' in operation ? operation.value : undefined,
  }));
}

function templateChange({ section, name, before, after, text }: PartChange): TemplateChange {
  return { text, place: section === 'template' ? name : `${section} ${name}`, before, after };
}

/** A body as engines read it: they give its keys in any order. */
export function inOneOrder(body: JsonObject): JsonObject {
  const ordered = sorted(canonicalTemplate(body));
  return isObject(ordered) ? ordered : {};
}

function sorted(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const result: MutableJsonObject = {};
  for (const key of Object.keys(value).toSorted()) setMember(result, key, sorted(value[key] ?? null));
  return result;
}
