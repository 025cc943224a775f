import { compareVersions, type Distribution, type TargetEngine } from '../catalogue/engines.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer, parentPointer, type Pointer } from '../json/pointer.ts';
import { isObject, member, stringsIn, type JsonObject, type JsonValue } from '../json/value.ts';
import { CHILD_CONTAINERS, containerOf, dottedPath, typeOf } from '../mapping/field.ts';
import type { ChildContainer } from '../catalogue/types.ts';
import type { ComponentBodies } from '../template/compose.ts';
import { settingsBeside, type BodyKind } from '../template/locate.ts';
import { missingComponents, newIndexOf } from '../template/new-index.ts';
import { templatePlaceOf } from '../template/template-place.ts';
import type { FieldUsage } from './usage.ts';

/** The newest version of each engine that the catalogue was measured on, which an upgrade is to. */
const NEWEST: Readonly<Record<Distribution, TargetEngine>> = {
  elasticsearch: { distribution: 'elasticsearch', version: '9.5' },
  opensearch: { distribution: 'opensearch', version: '3.4' },
};

/** What is to be checked. Only the body and its place are needed; what is absent is not known. */
export interface LintInput {
  readonly body: JsonValue | undefined;
  readonly mappingsAt: Pointer;
  readonly kind: BodyKind;
  /** The engine that the mappings are on, or are to be on. */
  readonly target?: TargetEngine;
  /** The versions after an upgrade; the newest one of the same engine where they are not named. */
  readonly upgradeTo?: readonly TargetEngine[];
  /** Settings of the index, nested or by whole names; those beside the mappings where it is absent. */
  readonly settings?: JsonObject;
  /** The name of the template, and every index and legacy template of the cluster, this one too or not. */
  readonly template?: TemplateContext;
  /** The component templates that an index template is composed of, and others. */
  readonly components?: ComponentBodies;
  /** A field that is not named was not used. */
  readonly usage?: FieldUsage;
  /**
   * The mappings that the index had while uses were counted, at one time or more: only a field that stands at the same
   * place in all of them can have been used. The body's own where it is absent.
   */
  readonly counted?: readonly JsonObject[];
  /** The name of the index, where it is one. */
  readonly index?: string;
  /** Indices of one pattern with their fields, from the oldest to the newest. */
  readonly growth?: readonly IndexFields[];
}

/** The template that the mappings are of, and its place in the body; null for mappings alone. */
export function templateOf({ body, mappingsAt, kind }: LintInput): { at: Pointer; template: JsonObject } | null {
  const place = kind === 'mappings' ? null : templatePlaceOf({ body, mappingsAt });
  const template = place === null ? undefined : valueAt(body, place.at);
  return place !== null && isObject(template) ? { at: place.at, template } : null;
}

export interface TemplateContext {
  readonly name: string;
  readonly indexTemplates: ReadonlyMap<string, JsonObject>;
  readonly legacyTemplates: ReadonlyMap<string, JsonObject>;
}

export interface IndexFields {
  readonly name: string;
  readonly fields: number;
}

/** A field on the way through the mappings. */
export interface LintedField {
  readonly at: Pointer;
  readonly name: string;
  readonly container: ChildContainer;
  readonly definition: JsonObject;
  readonly type: string;
  readonly parent: LintedField | null;
}

/** What rules look at: the input, with its fields laid out once. */
export interface LintSubject extends Omit<LintInput, 'target' | 'settings' | 'upgradeTo' | 'components'> {
  /** Empty where the body has none. */
  readonly mappings: JsonObject;
  /**
   * The mappings of a new index with their fields: of an index template those of its component templates too. Null
   * where they are not all known, and for a component template.
   */
  readonly whole: { readonly mappings: JsonObject; readonly fields: readonly LintedField[] } | null;
  readonly target: TargetEngine;
  /** Whether the engine was named; otherwise it is the newest Elasticsearch. */
  readonly isTargetKnown: boolean;
  readonly upgradeTo: readonly TargetEngine[];
  /** Those of a new index, as far as they are known. */
  readonly settings: JsonObject;
  /** Every field whose definition is an object, in tree order. */
  readonly fields: readonly LintedField[];
}

/** Lays out what is to be checked. Cost: one visit of every field; depth is no limit. */
export function lintSubject(input: LintInput): LintSubject {
  const { body, mappingsAt } = input;
  const found = valueAt(body, mappingsAt);
  const mappings = isObject(found) ? found : {};
  const target = input.target ?? NEWEST.elasticsearch;
  const fields = fieldsIn(mappings, mappingsAt);
  const composed = composedIn(input, target);
  return {
    ...input,
    mappings,
    whole:
      composed === undefined
        ? { mappings, fields }
        : composed && { ...composed, fields: fieldsIn(composed.mappings, mappingsAt) },
    target,
    isTargetKnown: input.target !== undefined,
    upgradeTo: input.upgradeTo ?? upgradesOf(target),
    settings: input.settings ?? composed?.settings ?? settingsBeside(body, mappingsAt) ?? {},
    fields,
  };
}

/** What an index template makes with its components; null where it can't be known, undefined where there are none. */
function composedIn(input: LintInput, target: TargetEngine): ReturnType<typeof newIndexOf>['index'] | null | undefined {
  if (input.kind === 'component template') return null;
  const { template } = templateOf(input) ?? {};
  if (input.kind !== 'index template' || template === undefined) return undefined;
  if (stringsIn(member(template, 'composed_of')).length === 0) return undefined;
  const { components } = input;
  if (components === undefined) return null;
  const isMissing = missingComponents(template, (name) => components.get(name) !== undefined).length > 0;
  return isMissing ? null : newIndexOf(template, components, target).index;
}

/** The path of a field as people write it. */
export function pathOf(field: LintedField): string {
  const names: string[] = [];
  for (let each: LintedField | null = field; each !== null; each = each.parent) names.push(each.name);
  return dottedPath(names.reverse());
}

/** Whether uses of a field were counted: under the same path, and as the same type. */
export function isCounted({ counted, mappingsAt }: LintSubject, { at, type }: LintedField): boolean {
  return (
    counted?.every((mappings) => {
      const there = valueAt(mappings, at.slice(mappingsAt.length));
      return isObject(there) && typeOf(there) === type;
    }) ?? true
  );
}

/** A pointer, or the nearest one above it at which something exists. */
export function existingAt({ body }: Pick<LintSubject, 'body'>, at: Pointer): Pointer {
  let pointer = at;
  while (pointer !== '' && valueAt(body, pointer) === undefined) pointer = parentPointer(pointer);
  return pointer;
}

function upgradesOf(target: TargetEngine): readonly TargetEngine[] {
  const newest = NEWEST[target.distribution];
  return compareVersions(target.version, newest.version) < 0 ? [newest] : [];
}

function fieldsIn(mappings: JsonObject, mappingsAt: Pointer): readonly LintedField[] {
  const fields: LintedField[] = [];
  const waiting: LintedField[] = [];
  const open = (definition: JsonObject, at: Pointer, parent: LintedField | null) => {
    const found: LintedField[] = [];
    for (const container of CHILD_CONTAINERS) {
      const held = parent === null && container === 'fields' ? undefined : containerOf(definition, container);
      for (const [name, value] of Object.entries(held ?? {})) {
        if (!isObject(value)) continue;
        const place = joinPointer(at, container, name);
        found.push({ at: place, name, container, definition: value, type: typeOf(value), parent });
      }
    }
    waiting.push(...found.reverse());
  };
  open(mappings, mappingsAt, null);
  for (let field = waiting.pop(); field !== undefined; field = waiting.pop()) {
    fields.push(field);
    open(field.definition, field.at, field);
  }
  return fields;
}
