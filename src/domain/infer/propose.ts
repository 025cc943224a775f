import { canHaveChildFields } from '../catalogue/catalogue.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import { documentNameFault } from '../documents/document-names.ts';
import { fieldIn, flatFieldIn } from '../documents/fields.ts';
import { documentTrials } from '../documents/try-document.ts';
import { formatJson, JsonTextError, parseJson } from '../json/text.ts';
import { isObject, setMember, type JsonObject, type JsonValue, type MutableJsonObject } from '../json/value.ts';
import { hasFlatNames, isOwnField } from '../mapping/field-names.ts';
import { typeOf } from '../mapping/field.ts';
import { DEFAULT_FIELD_LIMIT, FIELD_LIMIT_SETTING, limitedFieldCount } from '../mapping/limit-refusals.ts';
import type { DocumentCollector } from './collector.ts';
import { cutText } from './cut-text.ts';
import { MAX_DATA_KEY_SHARE, MAX_EXAMPLE_LENGTH, MAX_EXAMPLES, MAX_FALLBACK_SHARE, MIN_DATA_KEYS } from './limits.ts';
import type { PathNode } from './path-node.ts';
import { keyShare } from './paths.ts';
import {
  dateFormatOf,
  hasType,
  kindsOf,
  patternOf,
  scalarProposal,
  shown,
  type Choice,
  type Proposal,
} from './value-types.ts';
import { FORM } from './text-forms.ts';
import { encodeUtf8 } from './utf8.ts';

/** What was seen of a field, on every value unless it says otherwise. */
interface FieldFigures {
  /** Documents that have the field, and the share of all that don't. */
  readonly documents: number;
  readonly missingShare: number;
  /** Values by the type that their text has: `1` is a long, `1.0` a float. */
  readonly types: Readonly<Record<string, number>>;
  readonly lists: number;
  readonly distinct: { readonly count: number; readonly isExact: boolean } | null;
  /** Characters of strings. */
  readonly length: { readonly min: number; readonly max: number; readonly average: number } | null;
  readonly range: { readonly min: number; readonly max: number } | null;
  /** Of strings that are all dates. */
  readonly dateFormat: string | null;
  /** Guessed from a sample. */
  readonly pattern: string | null;
  /** As JSON, cut. */
  readonly examples: readonly string[];
}

export interface InferredField {
  /** Names on the way, dots being levels. */
  readonly path: readonly string[];
  /** Without `properties`. */
  readonly definition: JsonObject;
  /** A sentence. */
  readonly reason: string;
  readonly alternatives: readonly Choice[];
  /** What dynamic mapping makes of the first value; null where it makes nothing. */
  readonly dynamic: JsonObject | null;
  /** Distinct values of the sample that the field of dynamic mapping refuses, and how many there are. */
  readonly dynamicRefuses: { readonly count: number; readonly of: number } | null;
  /** Whether no type takes all values, so that they are only kept. */
  readonly isFallback: boolean;
  readonly figures: FieldFigures;
}

/** A name that the engine refuses, by line. */
interface RefusedName {
  readonly path: readonly string[];
  readonly reason: string;
  /** The first ones. */
  readonly lines: readonly number[];
  readonly documents: number;
}

export interface InferredMapping {
  readonly mappings: JsonObject;
  /** What an index with these mappings needs beside them. */
  readonly settings: JsonObject;
  /** Objects before what they hold. */
  readonly fields: readonly InferredField[];
  /** Paths without any value that says a type: null and empty lists. */
  readonly withoutValues: readonly (readonly string[])[];
  readonly refusedNames: readonly RefusedName[];
  /** Objects of which not all keys were told apart. */
  readonly summedUp: readonly (readonly string[])[];
  /** Whether more fields fall back to an object that is not enabled than should. */
  readonly hasManyFallbacks: boolean;
}

/** Objects may be this deep: `index.mapping.depth.limit` is 20. */
const MAX_OBJECT_LEVELS = 19;
const FALLBACK: JsonObject = { type: 'object', enabled: false };
const MAX_FLAT_DEPTH = 20;
/** A key with its value is one term of at most 32,766 bytes. */
const MAX_FLAT_BYTES = 32_000;
const MAX_DOCUMENT_COUNT = 2_147_483_647;

/** The mapping for documents that were read, with the reason for each field. Pure; the cost is that of the fields. */
export function proposeMapping(collector: DocumentCollector, target: TargetEngine): InferredMapping {
  return new MappingProposal(collector, target).result();
}

class MappingProposal {
  readonly #collector: DocumentCollector;
  readonly #target: TargetEngine;
  readonly #fields: InferredField[] = [];
  readonly #withoutValues: (readonly string[])[] = [];
  readonly #refusedNames: RefusedName[] = [];
  readonly #summedUp: (readonly string[])[] = [];
  readonly #onEmpty: ReturnType<typeof documentTrials>;
  /** Trials on one field, by its definition: there are few different ones. */
  readonly #onFields = new Map<string, ReturnType<typeof documentTrials>>();

  constructor(collector: DocumentCollector, target: TargetEngine) {
    this.#collector = collector;
    this.#target = target;
    this.#onEmpty = documentTrials({ mappings: {}, engine: target });
  }

  result(): InferredMapping {
    const { root } = this.#collector.tree;
    const properties = this.#properties(root);
    if (root.hasLeftOut) this.#summedUp.push([]);
    const mappings: JsonObject = { ...(root.hasLeftOut && { dynamic: false }), properties };
    const fallbacks = this.#fields.filter(({ isFallback }) => isFallback).length;
    return {
      mappings,
      settings: settingsFor(mappings, this.#fields),
      fields: this.#fields,
      withoutValues: this.#withoutValues,
      refusedNames: this.#refusedNames,
      summedUp: this.#summedUp,
      hasManyFallbacks: fallbacks > this.#fields.length * MAX_FALLBACK_SHARE,
    };
  }

  #properties(node: PathNode): JsonObject {
    const properties: MutableJsonObject = {};
    for (const [name, child] of node.children) {
      if (child.documents === 0 || this.#isRefused(name, child)) continue;
      const definition = this.#field(child);
      if (definition !== null) setMember(properties, name, definition);
    }
    return properties;
  }

  /** Lists a name that the engine refuses; false for any other. */
  #isRefused(name: string, node: PathNode): boolean {
    const reason = node.nameCount === 0 && node.parent?.parent !== null ? null : this.#nameFault(name, node);
    if (reason === null) return false;
    if (reason !== '') {
      const lines = node.nameLines.length > 0 ? node.nameLines : [node.firstLine];
      this.#refusedNames.push({ path: node.levels, reason, lines, documents: node.documents });
    }
    return true;
  }

  /** Why the engine refuses a name; an empty text where it has the field itself and takes the values. */
  #nameFault(name: string, node: PathNode): string | null {
    const fault = documentNameFault(name, false, this.#target);
    if (fault !== null || node.levels.length > 1) return fault;
    if (name === '_primary_term') return 'Every document has a field _primary_term in the index.';
    if (!isOwnField(name, this.#target)) return null;
    if (name !== '_doc_count') return `${name} is a field of the engine, which a document can’t have.`;
    const isCount =
      node.single === node.longs && node.lists === 0 && node.scalars === node.longs && node.objects + node.dotted === 0;
    return isCount && node.minNumber > 0 && node.maxNumber <= MAX_DOCUMENT_COUNT
      ? ''
      : '_doc_count is a whole number above 0.';
  }

  /** The definition of a field with all that it holds; null where no value says a type. */
  #field(node: PathNode): JsonObject | null {
    const objects = node.objects + node.dotted;
    if (objects === 0 && node.scalars === 0) {
      this.#withoutValues.push(node.levels);
      return null;
    }
    if (objects > 0 && node.scalars > 0) return this.#fallback(node, this.#conflict(node));
    if (objects === 0) {
      const proposal = scalarProposal(node, this.#target);
      this.#note(node, proposal, false);
      return proposal.definition;
    }
    return this.#object(node);
  }

  #conflict(node: PathNode): string {
    const { scalars } = node;
    const objects = node.objects + node.dotted;
    return `${shown(objects)} value${objects === 1 ? ' is an object' : 's are objects'} and ${shown(scalars)} ${scalars === 1 ? 'is' : 'are'} not: no type takes both, so they are only kept in _source.`;
  }

  #fallback(node: PathNode, reason: string): JsonObject {
    this.#note(node, { definition: FALLBACK, reason, alternatives: [] }, true);
    return FALLBACK;
  }

  #object(node: PathNode): JsonObject {
    const point = geoPointReason(node);
    if (point !== null) {
      const alternatives: readonly Choice[] = [
        { definition: { type: 'object' }, reason: 'If latitude and longitude are searched for by themselves.' },
      ];
      const proposal = { definition: { type: 'geo_point' }, reason: point, alternatives };
      this.#note(node, proposal, false);
      return proposal.definition;
    }
    const isSummedUp = node.sink !== null;
    if (isSummedUp) this.#summedUp.push(node.levels);
    if (isSummedUp || hasDataKeys(node)) {
      const flat = this.#flatObject(node);
      if (flat !== null) return flat;
    }
    if (node.levels.length >= MAX_OBJECT_LEVELS && [...node.children.values()].some(isAnObject))
      return this.#fallback(
        node,
        `Objects are deeper than ${MAX_OBJECT_LEVELS} levels below it, which mappings can’t be.`,
      );
    const own: JsonObject = isSummedUp ? { dynamic: false } : {};
    const count = shown(node.objects + node.dotted);
    const reason = isSummedUp
      ? `Too many different keys to tell apart: those that come first are mapped, the others only kept in _source.`
      : `Objects (${count}).`;
    const alternatives: Choice[] = [];
    if (node.lists > 0)
      alternatives.push({
        definition: { type: 'nested' },
        reason: 'If conditions have to match within the same object of a list.',
      });
    if (isSummedUp && node.children.size === 0) {
      const proposal = { definition: { type: 'object', ...own }, reason, alternatives };
      this.#note(node, proposal, false);
      return proposal.definition;
    }
    this.#note(node, { definition: { type: 'object', ...own }, reason, alternatives }, false);
    const properties = this.#properties(node);
    const isEmpty = Object.keys(properties).length === 0;
    return { ...(isEmpty && { type: 'object' }), ...own, ...(!isEmpty && { properties }) };
  }

  /** One field for all keys of an object; null where the engine has no type for it, or it takes not all values. */
  #flatObject(node: PathNode): JsonObject | null {
    const type = this.#target.distribution === 'elasticsearch' ? 'flattened' : 'flat_object';
    if (!hasType(type, this.#target) || node.dotted > 0) return null;
    const { bytes, depth, hasNul } = flatExtent(node);
    if (hasNul || depth > MAX_FLAT_DEPTH || bytes > MAX_FLAT_BYTES) return null;
    const { keys } = node.sink ?? {};
    const count = (keys?.count ?? 0) + node.children.size;
    const about = keys?.isExact === false ? 'About ' : '';
    const proposal: Proposal = {
      definition: { type },
      reason: `${about}${shown(count)} different keys in ${shown(node.objects)} objects: keys look like data, and one field takes all of them.`,
      alternatives: [
        { definition: FALLBACK, reason: 'If nothing of it is searched for.' },
        { definition: { type: 'object' }, reason: `If each key is a field: ${shown(count)} fields, and more to come.` },
      ],
    };
    this.#note(node, proposal, false);
    return proposal.definition;
  }

  #note(node: PathNode, { definition, reason, alternatives }: Proposal, isFallback: boolean): void {
    const dynamic = this.#dynamicField(node);
    this.#fields.push({
      path: node.levels,
      definition,
      reason,
      alternatives,
      dynamic,
      dynamicRefuses: dynamic === null ? null : this.#refusedBy(dynamic, node),
      isFallback,
      figures: figuresOf(node, this.#collector.documents),
    });
  }

  /** What dynamic mapping makes of the first value of a field. */
  #dynamicField(node: PathNode): JsonObject | null {
    if (isAnObject(node) && node.scalars === 0) return { type: 'object' };
    const { firstValue } = node;
    if (firstValue === null) return null;
    const text =
      node.vectorLength > 0 ? `[${Array.from({ length: node.vectorLength }, () => firstValue).join()}]` : firstValue;
    const document = readMember(text);
    return document === null ? null : (this.#onEmpty(document).added[0]?.definition ?? null);
  }

  /** How many values of the sample the field of dynamic mapping refuses; null where it takes all. */
  #refusedBy(definition: JsonObject, node: PathNode): InferredField['dynamicRefuses'] {
    const type = typeOf(definition);
    const isSure = type === 'text' || type === 'object' || type === 'dense_vector';
    const isOneKind = node.longs === node.scalars || node.booleans === node.scalars;
    if (isSure || (isOneKind && node.beyondLong === 0)) return null;
    const key = formatJson(definition);
    let attempt = this.#onFields.get(key);
    if (attempt === undefined) {
      const mappings: JsonObject = { properties: { [MEMBER]: definition } };
      this.#onFields.set(key, (attempt = documentTrials({ mappings, engine: this.#target })));
    }
    const whole = node.samples.filter(({ isCut }) => !isCut);
    let count = 0;
    for (const { json } of whole) {
      const document = readMember(json);
      if (document !== null && attempt(document).outcome === 'refused') count++;
    }
    return count === 0 ? null : { count, of: whole.length };
  }
}

/** What an index with mappings needs. */
export function settingsFor(mappings: JsonObject, fields: readonly Choice[]): JsonObject {
  const count = limitedFieldCount(mappings);
  const hasKnn = fields.some(({ definition }) => typeOf(definition) === 'knn_vector');
  return {
    ...(count > DEFAULT_FIELD_LIMIT && { [FIELD_LIMIT_SETTING]: count }),
    ...(hasKnn && { 'index.knn': true }),
  };
}

function isAnObject(node: PathNode): boolean {
  return node.objects + node.dotted > 0;
}

/** Why all objects at a path are points, or null. */
function geoPointReason(node: PathNode): string | null {
  const { children, edges } = node;
  if (children.size !== 2 || edges.size !== 2 || node.sink !== null || node.dotted > 0) return null;
  if (node.nullsInLists > 0 || node.listsInLists > 0) return null;
  const isWithin = (name: string, most: number) => {
    const child = children.get(name);
    return (
      edges.has(name) &&
      child !== undefined &&
      child.numbers === node.objects &&
      child.scalars === child.numbers &&
      child.nulls + child.objects + child.dotted + child.lists === 0 &&
      child.minNumber >= -most &&
      child.maxNumber <= most
    );
  };
  return isWithin('lat', 90) && isWithin('lon', 180) ? 'Every object is a latitude and a longitude (lat, lon).' : null;
}

/** Whether the keys of an object look like data: many, seldom the same, with values of one kind. */
function hasDataKeys(node: PathNode): boolean {
  if (node.children.size < MIN_DATA_KEYS || keyShare(node) > MAX_DATA_KEY_SHARE) return false;
  const kinds = new Set([...node.children.values()].map((child) => Object.keys({ ...kindsOf(child), null: 0 }).join()));
  return kinds.size === 1;
}

/** The longest key with its value, in bytes, and the levels of an object and what is below it. */
function flatExtent(node: PathNode): { readonly bytes: number; readonly depth: number; readonly hasNul: boolean } {
  let bytes = 0;
  let depth = 1;
  let hasNul = false;
  const visit = (from: PathNode, keyBytes: number, level: number): void => {
    const { sink } = from;
    bytes = Math.max(bytes, keyBytes + from.maxBytes);
    depth = Math.max(depth, level);
    if (sink !== null) {
      bytes = Math.max(bytes, keyBytes + (sink.maxKeyBytes + 1) * (sink.deepest + 1) + sink.maxBytes);
      depth = Math.max(depth, level + sink.deepest);
      hasNul ||= sink.hasNul;
    }
    for (const [name, child] of from.children) {
      hasNul ||= name.includes('\0');
      visit(child, keyBytes + encodeUtf8(name).length + 1, level + 1);
    }
  };
  visit(node, 0, 1);
  return { bytes, depth, hasNul };
}

const MEMBER = 'value';

function readMember(json: string): JsonValue | null {
  try {
    return parseJson(`{"${MEMBER}":${json}}`);
  } catch (error) {
    // A number beyond the range of a double.
    if (error instanceof JsonTextError) return null;
    throw error;
  }
}

function figuresOf(node: PathNode, documents: number): FieldFigures {
  const { scalars, strings } = node;
  return {
    documents: node.documents,
    missingShare: documents === 0 ? 0 : 1 - node.documents / documents,
    types: kindsOf(node),
    lists: node.lists,
    distinct: scalars - node.booleans === 0 ? null : { count: node.distinct.count, isExact: node.distinct.isExact },
    length: strings === 0 ? null : { min: node.minChars, max: node.maxChars, average: node.totalChars / strings },
    range: node.numbers === 0 || node.infinite > 0 ? null : { min: node.minNumber, max: node.maxNumber },
    dateFormat:
      strings > node.emptyStrings && node.usedDates !== 0 && (node.forms & FORM.date) !== 0 ? dateFormatOf(node) : null,
    pattern: patternOf(node),
    examples: node.samples
      .slice(0, MAX_EXAMPLES)
      .map(({ json }) => (json.length > MAX_EXAMPLE_LENGTH ? `${cutText(json, MAX_EXAMPLE_LENGTH)}…` : json)),
  };
}

/** The proposed fields that other mappings don't have. */
export function missingFields(fields: readonly InferredField[], mappings: JsonObject): readonly InferredField[] {
  return fields.filter(({ path }) => !isCovered(path, mappings));
}

function isCovered(path: readonly string[], mappings: JsonObject): boolean {
  let holder: JsonObject = mappings;
  for (const [at, name] of path.entries()) {
    if (hasFlatNames(holder)) return flatFieldIn(holder, path.slice(at).join('.')) !== undefined;
    const found = fieldIn(holder, name);
    if (!isObject(found)) return false;
    // What a field takes as a whole has no fields below it.
    if (at < path.length - 1 && !canHaveChildFields(typeOf(found))) return true;
    holder = found;
  }
  return true;
}
