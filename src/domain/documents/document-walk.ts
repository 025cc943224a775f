import { canHaveChildFields } from '../catalogue/catalogue.ts';
import { isKnownBy } from '../catalogue/engines.ts';
import { isFalse, isTrue } from '../catalogue/values.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import {
  isArray,
  isObject,
  member,
  objectMember,
  setMember,
  stringsIn,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { hasFlatNames, isOwnField } from '../mapping/field-names.ts';
import { typeOf } from '../mapping/field.ts';
import { copyTargetsIn } from '../mapping/references.ts';
import { definitionReindexNeeds } from '../mapping/live-field-changes.ts';
import { foreseenRefusals } from '../mapping/foreseen-refusals.ts';
import { AddedFields } from './added-fields.ts';
import { detect, dynamicDefinition, runtimeDefinition } from './dynamic-mapping.ts';
import { documentNameFault } from './document-names.ts';
import { fieldIn, flatFieldIn, hasFieldsBelow, nestedFieldOnTheWay } from './fields.ts';
import { timestampIn } from '../template/compose.ts';
import { STREAM_TIMESTAMP } from './index-mode.ts';
import { isOn, kindOfValue, nullValueOf, textIn, type FieldInHand, type Reading } from './readers/reading.ts';
import { readerOf } from './readers/table.ts';
import { ReadDecimals } from './read-decimals.ts';
import { readDate } from '../values/index.ts';
import { storageEffects } from './storage-effects.ts';
import { routingFault, timeFault } from './time-series.ts';
import type { NewField, TemplateRule } from './template-rules.ts';
import type { AddedField, DocumentTrial, TakenBy, ValueEffect } from './trial.ts';
import { TrialNotes } from './trial-notes.ts';
import {
  DOTS_ARE_OBJECTS,
  EMPTY,
  FIELD,
  KNOWS_NEW_FIELDS,
  MAPPED_VECTOR,
  MAX_DOCUMENT_COUNT,
  MAPS_VECTORS,
  NONE,
  NOT_ADDED,
  NOT_ENABLED,
  PRIMARY_TERM,
  READS_ALONE,
  REFUSES_COPIED_NULL,
  REFUSES_COPIED_OBJECTS,
  TELLS_PARTS,
  allowsTemplatesOnly,
  countOf,
  dynamicOf,
  holdsObjects,
  isClosed,
  itemsOf,
  leavesOutAnything,
  levelsIn,
  newFieldAt,
  objectParts,
  pathIn,
  takenByOf,
  takesObjects,
  textOf,
  withFormat,
  type Item,
  type Place,
  type PreparedIndex,
} from './walk-parts.ts';

/** One document on its way through the mappings. */
export class DocumentWalk {
  readonly #index: PreparedIndex;
  readonly #routing: string | undefined;
  readonly #added: AddedFields;
  readonly #notes: TrialNotes;
  #nested = 0;
  /** Fields of one value that have theirs, of the document or nested object in hand. */
  #single = new Set<string>();
  readonly #analyzed = new Set<string>();
  /** Objects of the document that dynamic mapping made no fields of, as their members are runtime fields. */
  readonly #unmappedObjects = new Set<string>();
  /** Paths of new fields of which it can't be told what they are: nor can it be of their further values. */
  readonly #untold = new Set<string>();
  readonly #time: string;
  readonly #decimals = new ReadDecimals();
  #timestamps = 0;

  constructor(index: PreparedIndex, routing: string | undefined) {
    this.#index = index;
    this.#routing = routing;
    this.#time = timestampIn(objectMember(index.mappings, STREAM_TIMESTAMP) ?? EMPTY);
    this.#added = new AddedFields(index.mappings, index.settings);
    this.#notes = new TrialNotes(this.#added);
  }

  run(document: JsonValue): DocumentTrial {
    const { mappings } = this.#index;
    if (!isObject(document)) this.#notes.refuse('', null, `A document is an object, not ${kindOfValue(document)}.`);
    else if (this.#routing === undefined && isTrue(member(objectMember(mappings, '_routing') ?? EMPTY, 'required')))
      this.#notes.refuse('', null, 'The index requires routing (_routing.required).');
    if (isObject(document)) this.#checkRouting(document);
    if (isObject(document)) this.#root(document);
    if (isObject(document)) this.#checkPrimaryTerm();
    if (isObject(document)) this.#checkTimestamp();
    this.#checkCopies();
    return this.#notes.result();
  }

  #root(document: JsonObject): void {
    const { mappings } = this.#index;
    if (isFalse(member(mappings, 'enabled'))) {
      this.#notes.ignoreAs({ value: document, text: null, pointer: '' }, null, null, NONE, 'enabled', NOT_ENABLED);
      return;
    }
    const flat = hasFlatNames(mappings) ? { holder: mappings, prefix: '' } : null;
    const root: Place = { path: '', holder: mappings, dynamic: dynamicOf(mappings, 'true'), flat };
    this.#members(root, document, '');
  }

  #checkRouting(document: JsonObject): void {
    const { timeSeries } = this.#index;
    if (timeSeries === undefined) return;
    if (this.#routing !== undefined) this.#notes.refuse('', null, 'An index of time series takes no routing.');
    const fault = routingFault(timeSeries, document);
    if (fault !== null) this.#notes.refuse('', null, fault);
  }

  #checkTimestamp(): void {
    const stream = objectMember(this.#index.mappings, STREAM_TIMESTAMP);
    // A malformed time that the index leaves out is none.
    const count = this.#notes.hasIgnored(this.#time) ? 0 : this.#timestamps;
    if (stream === undefined || !isTrue(member(stream, 'enabled')) || count === 1) return;
    const reason = `A document has one ${this.#time} here, not ${count} (${STREAM_TIMESTAMP}).`;
    this.#notes.refuse('', this.#time, reason);
  }

  /** Of an index that has such a field, earlier documents decide: Lucene takes it of some only. */
  #checkPrimaryTerm(): void {
    if (fieldIn(this.#index.mappings, PRIMARY_TERM) === undefined) return;
    this.#primaryTerm({ value: null, text: null, pointer: '' });
  }

  /** No object can be where values are copied to, nor before that a field, which would have it for a multi-field. */
  #checkCopies(): void {
    const added = new Map(this.#added.list().map((field) => [field.path, field]));
    if (added.size === 0) return;
    for (const target of copyTargetsIn(objectMember(this.#index.mappings, 'properties') ?? EMPTY)) {
      const [found, above] = [added.get(target), added.get(target.slice(0, Math.max(0, target.lastIndexOf('.'))))];
      if (found !== undefined && canHaveChildFields(typeOf(found.definition)))
        this.#refuseAdded(found, `Values are copied to ${target}, so it can’t be an object.`);
      if (above === undefined || canHaveChildFields(typeOf(above.definition))) continue;
      if (!isKnownBy(DOTS_ARE_OBJECTS, this.#index.engine))
        this.#refuseAdded(above, `Values are copied to ${target}, so ${above.path} can only be an object.`);
    }
  }

  #refuseAdded({ path, pointer }: AddedField, reason: string): void {
    this.#notes.refuseLate({ reason, pointer, field: path });
  }

  #members(place: Place, object: JsonObject, pointer: Pointer, copiedFrom?: string): void {
    for (const name of Object.keys(object)) {
      const value = object[name] as JsonValue;
      const at = joinPointer(pointer, name);
      const text = textIn(object, name, value);
      const item: Item = { value, text, pointer: at, ...(copiedFrom !== undefined && { copiedFrom }) };
      const whole = place.path === '' ? name : `${place.path}.${name}`;
      const own = place.flat === null ? name : whole.slice(place.flat.prefix.length);
      const fault = documentNameFault(own, place.flat !== null, this.#index.engine);
      if (fault !== null) this.#notes.refuseAs(item, whole, null, NONE, fault);
      else if (
        place.path === '' &&
        isOwnField(name, this.#index.engine) &&
        !(place.flat !== null && holdsObjects(value))
      )
        this.#ownField(name, item);
      else if (place.path === '' && name === PRIMARY_TERM) this.#primaryTerm(item);
      else if (place.flat !== null) this.#visit(place, name, item);
      else if (value === null && copiedFrom === undefined && !isKnownBy(DOTS_ARE_OBJECTS, this.#index.engine))
        this.#null(place, name, whole, item);
      else if (place.isBelowFlat === true && levelsIn(name).length > 1) {
        const reason = `Dots are no levels around the nested object: the outcome for ${whole} can’t be told.`;
        this.#notes.cannotTell(item, whole, null, NONE, 'mappings', reason);
      } else this.#levels(place, levelsIn(name), item);
    }
  }

  /** A field that every document has: only the count of documents can be given in one. */
  #ownField(name: string, item: Item): void {
    if (isEmptyList(item.value)) {
      this.#notes.noValue(item, name, null, NONE, 'empty');
      return;
    }
    if (name !== '_doc_count' && this.#leavesOutAnything(EMPTY)) {
      this.#notes.ignoreAs(item, name, null, NONE, 'ignore_malformed', `${name} is a field of the engine.`);
      return;
    }
    if (name !== '_doc_count') {
      this.#notes.refuseAs(item, name, null, NONE, `${name} is a field of the engine, which a document can’t have.`);
      return;
    }
    const isCount =
      typeof item.value === 'number' &&
      Number.isInteger(item.value) &&
      item.value > 0 &&
      item.value <= MAX_DOCUMENT_COUNT;
    const reason = `_doc_count is a whole number above 0 and at most ${MAX_DOCUMENT_COUNT.toLocaleString('en')}.`;
    if (isCount) this.#notes.note(item, name, null, FIELD, [{ kind: 'docValues' }]);
    else if (this.#leavesOutAnything(EMPTY)) this.#notes.ignoreAs(item, name, null, FIELD, 'ignore_malformed', reason);
    else this.#notes.refuseAs(item, name, null, FIELD, reason);
  }

  /** A name that no mapping has, and every document in the index below. */
  #primaryTerm(item: Item): void {
    const reason = `Every document has a ${PRIMARY_TERM} in the index: whether a field of that name fits can’t be told.`;
    this.#notes.cannotTell(item, PRIMARY_TERM, null, NONE, 'mappings', reason);
  }

  /**
   * A null, on an engine that looks for the field of the whole name first: where there is none, it is refused by an
   * object that is strict itself, and by none that is strict as those around it are.
   */
  #null(place: Place, name: string, path: string, item: Item): void {
    const levels = levelsIn(name);
    let found: JsonValue | undefined = place.holder;
    for (const [at, level] of levels.entries()) {
      if (at > 0 && typeOf(found) === 'nested') {
        this.#refuseThrough(item, path, `${pathIn(place, levels.slice(0, at).join('.'))} is nested`);
        return;
      }
      found = isObject(found) && (at === 0 || canHaveChildFields(typeOf(found))) ? fieldIn(found, level) : undefined;
    }
    if (found !== undefined) this.#mapped(place, path, isObject(found) ? found : EMPTY, item, FIELD);
    else if (dynamicOf(place.holder, '').startsWith('strict')) this.#refuseNew(place, name, path, item);
    else this.#notes.noValue(item, path, null, NONE, 'null');
  }

  /** A value below the levels that a name with dots says. */
  #levels(place: Place, [first = '', ...rest]: readonly string[], item: Item): void {
    if (rest.length === 0) {
      this.#visit(place, first, item);
      return;
    }
    const path = pathIn(place, first);
    const found = this.#find(place, first);
    const inner: MutableJsonObject = {};
    setMember(inner, rest.join('.'), item.value);
    // The object is one that only the name says: its place in the document is that of the value.
    const held: Item = { ...item, value: inner, text: null };
    const isLeaf = found !== undefined && !canHaveChildFields(typeOf(found));
    const whole = `${path}.${rest.join('.')}`;
    if (!isKnownBy(DOTS_ARE_OBJECTS, this.#index.engine)) {
      if (isLeaf && item.value === null) {
        this.#notes.noValue(item, whole, null, NONE, 'null');
        return;
      }
      if (isLeaf || (found !== undefined && typeOf(found) === 'nested')) {
        const what = isLeaf ? `is of the type ${typeOf(found)}` : 'is nested';
        this.#refuseThrough(item, whole, `${path} ${what}`);
        return;
      }
    } else if (isLeaf) {
      this.#visit(place, first, held);
      return;
    }
    const entered = this.#enter(place, first, path, found, held);
    if (entered === null) return;
    if (entered.flat !== null) this.#visit(entered, rest.join('.'), item);
    else this.#levels(entered, rest, item);
  }

  #refuseThrough(item: Item, path: string, what: string, type: string | null = null): void {
    this.#notes.refuseAs(item, path, type, NONE, `${what}, and a name with dots leads through it.`);
  }

  /** The object that a value goes into, added where there is none; null where it is not entered. */
  #enter(place: Place, name: string, path: string, found: JsonValue | undefined, item: Item): Place | null {
    const known = isObject(found) ? found : this.#newObject(place, name, path, item);
    if (known === null) return null;
    const isLeaf = !canHaveChildFields(typeOf(known));
    if (isLeaf || (typeOf(known) === 'nested' && !isKnownBy(DOTS_ARE_OBJECTS, this.#index.engine))) {
      if (isKnownBy(DOTS_ARE_OBJECTS, this.#index.engine))
        this.#mapped(place, path, known, item, this.#added.takerOf(path));
      else this.#refuseThrough(item, path, `A dynamic template makes ${path} ${typeOf(known)}`, typeOf(known));
      return null;
    }
    // Only an engine that reads the dots as objects looks at the template's definition of the new one.
    const isLookedAt = found !== undefined || isKnownBy(DOTS_ARE_OBJECTS, this.#index.engine);
    const isCopied = item.copiedFrom !== undefined && !isKnownBy(DOTS_ARE_OBJECTS, this.#index.engine);
    if (isLookedAt && !isCopied && isFalse(member(known, 'enabled'))) {
      this.#notes.ignoreAs(item, path, typeOf(known), FIELD, 'enabled', NOT_ENABLED);
      return null;
    }
    return this.#inside(place, path, known);
  }

  #inside(place: Place, path: string, definition: JsonObject): Place {
    const dynamic = dynamicOf(definition, place.dynamic);
    const outer = typeOf(definition) === 'nested' ? null : place.flat;
    const flat = outer ?? (hasFlatNames(definition) ? { holder: definition, prefix: `${path}.` } : null);
    const isBelowFlat = place.isBelowFlat === true || (flat === null && place.flat !== null);
    return { path, holder: definition, dynamic, flat, ...(isBelowFlat && { isBelowFlat }) };
  }

  #find(place: Place, name: string): JsonValue | undefined {
    if (place.flat !== null) {
      const { holder, prefix } = place.flat;
      const path = pathIn(place, name);
      return flatFieldIn(holder, path.slice(prefix.length)) ?? this.#addedAt(path);
    }
    return fieldIn(place.holder, name) ?? this.#addedAt(pathIn(place, name));
  }

  /** What the document added itself, as far as the engine knows it before the document ends. */
  #addedAt(path: string): JsonObject | undefined {
    const isKnown = isKnownBy(KNOWS_NEW_FIELDS, this.#index.engine);
    return isKnown ? this.#added.definitionAt(path) : this.#added.objectAt(path);
  }

  /** A value that comes to a name in an object. */
  #visit(place: Place, name: string, item: Item): void {
    const path = pathIn(place, name);
    const nested =
      place.flat === null ? undefined : nestedFieldOnTheWay(place.flat.holder, path.slice(place.flat.prefix.length));
    if (nested !== undefined) {
      // Engines take some names of this kind, and fail at others.
      const reason = `${nested} is nested and dots are no levels here: the outcome for ${path} can’t be told.`;
      this.#notes.cannotTell(item, path, null, NONE, 'mappings', reason);
      return;
    }
    if (path === this.#time) this.#timestamps += countOf(item.value);
    const known = this.#find(place, name);
    // An engine that makes new fields again for each value does so where an object was made before as well.
    const isMadeAgain =
      isObject(known) && known === this.#added.objectAt(path) && !isKnownBy(KNOWS_NEW_FIELDS, this.#index.engine);
    const found = isMadeAgain && !isObject(item.value) ? undefined : known;
    if (found === undefined) this.#unmapped(place, name, path, item);
    else if (place.flat !== null && isArray(item.value) && item.value.length > 0 && !takesObjects(typeOf(found)))
      for (const each of itemsOf(item, item.value)) this.#visit(place, name, each);
    else if (place.flat !== null && isObject(item.value) && !takesObjects(typeOf(found))) {
      if (isObject(found)) this.#copies(path, found, item);
      this.#members(this.#inside(place, path, EMPTY), item.value, item.pointer, item.copiedFrom);
    } else this.#mapped(place, path, isObject(found) ? found : EMPTY, item, takenByOf(item, FIELD));
  }

  #mapped(place: Place, path: string, definition: JsonObject, item: Item, takenBy: TakenBy): void {
    const type = typeOf(definition);
    if (type === 'alias' && isArray(item.value)) {
      if (item.value.length === 0) this.#notes.noValue(item, path, type, takenBy, 'empty');
      for (const each of itemsOf(item, item.value)) this.#mapped(place, path, definition, each, takenBy);
    } else if (type === 'alias') this.#notes.refuseAs(item, path, type, takenBy, 'An alias takes no values.');
    else if (canHaveChildFields(type)) this.#object(place, path, definition, item, takenBy);
    else this.#leaf(path, definition, item, takenBy);
  }

  /** A value that comes to an object of the mappings. */
  #object(place: Place, path: string, definition: JsonObject, item: Item, takenBy: TakenBy): void {
    const { value, pointer } = item;
    const type = typeOf(definition);
    if (isFalse(member(definition, 'enabled'))) this.#notes.ignoreAs(item, path, type, takenBy, 'enabled', NOT_ENABLED);
    else if (value === null) this.#notes.noValue(item, path, type, takenBy, 'null');
    else if (isArray(value)) {
      if (value.length === 0) this.#notes.noValue(item, path, type, takenBy, 'empty');
      for (const each of itemsOf(item, value)) this.#object(place, path, definition, each, takenBy);
    } else if (!isObject(value))
      this.#notes.refuseAs(item, path, type, takenBy, `${path} is an object, and the value is ${kindOfValue(value)}.`);
    else {
      if (type === 'nested') this.#countNested(item, path);
      if (Object.keys(value).length === 0) this.#notes.noValue(item, path, type, takenBy, 'empty');
      const outer = this.#single;
      if (type === 'nested') this.#single = new Set();
      this.#members(this.#inside(place, path, definition), value, pointer);
      this.#single = outer;
    }
  }

  #countNested({ pointer }: Item, path: string): void {
    this.#nested++;
    const limit = this.#index.settings.nestedObjects;
    if (this.#nested !== limit + 1) return;
    const reason = `The document has more than ${limit.toLocaleString('en')} nested objects (index.mapping.nested_objects.limit).`;
    this.#notes.refuse(pointer, path, reason);
  }

  /** A value that comes to a field that has no fields. */
  #leaf(path: string, definition: JsonObject, item: Item, takenBy: TakenBy): void {
    const { value } = item;
    const type = typeOf(definition);
    const reader = readerOf(type);
    if (isArray(value) && reader.takesLists !== true) {
      if (value.length === 0) this.#notes.noValue(item, path, type, takenBy, 'empty');
      for (const each of itemsOf(item, value)) this.#leaf(path, definition, each, takenBy);
      return;
    }
    const fault = this.#decimals.readAs(type, item);
    if (fault !== null) this.#unread(item, path, definition, takenBy, fault);
    else if (this.#read(path, definition, item, takenBy)) this.#passOn(path, definition, item, takenBy);
  }

  #passOn(path: string, definition: JsonObject, item: Item, takenBy: TakenBy): void {
    this.#multiFields(path, definition, item);
    if (item.copiedFrom === undefined && takenBy.kind !== 'multiField') this.#copies(path, definition, item);
  }

  #fieldInHand(path: string, definition: JsonObject): FieldInHand {
    const { engine, settings } = this.#index;
    return { path, type: typeOf(definition), definition, engine, settings, routing: this.#routing };
  }

  /** Whether a field leaves out an object that it can't read, and tells so. */
  #ignoresObjects(path: string, definition: JsonObject): boolean {
    const isKnown = isKnownBy(readerOf(typeOf(definition)).ignoresObjects ?? {}, this.#index.engine);
    return isKnown && isOn('ignore_malformed', this.#fieldInHand(path, definition));
  }

  /** What a field makes of a value; false where the document is refused because of it. */
  #read(path: string, definition: JsonObject, item: Item, takenBy: TakenBy): boolean {
    const { engine } = this.#index;
    const type = typeOf(definition);
    const reader = readerOf(type);
    const field = this.#fieldInHand(path, definition);
    if (member(definition, 'script') !== undefined && item.value !== null) {
      this.#notes.refuseAs(item, path, type, takenBy, 'A field with a script takes no values from documents.');
      return false;
    }
    const reading = reader.read(item, field);
    switch (reading.kind) {
      case 'taken': {
        const outside = path === this.#time ? this.#timeFault(item, field) : null;
        if (outside !== null) {
          this.#notes.refuseAs(item, path, type, takenBy, outside);
          return false;
        }
        const single = this.#single.has(path) ? reader.takesOne?.(field) : null;
        if (single === 'reads' || single === 'stores') {
          const reason = `A field of the type ${type} takes one value of a document only.`;
          if (single === 'reads') return this.#unread(item, path, definition, takenBy, reason);
          this.#notes.refuseAs(item, path, type, takenBy, reason);
          return false;
        }
        this.#single.add(path);
        this.#taken(path, definition, item, takenBy, reading);
        return true;
      }
      case 'nothing': {
        const instead = nullValueOf(field);
        if (instead === undefined) this.#notes.noValue(item, path, type, takenBy, reading.by);
        else {
          const stored = storageEffects(type, definition, reader, engine);
          this.#notes.note(item, path, type, takenBy, [{ kind: 'nullValue', to: textOf(instead) }, ...stored]);
        }
        return true;
      }
      case 'malformed': {
        const isLeftOut =
          typeof item.value === 'object' ? this.#ignoresObjects(path, definition) : isOn('ignore_malformed', field);
        if (!isLeftOut) return this.#unread(item, path, definition, takenBy, reading.reason);
        if (reading.isUnlisted !== true) this.#notes.list(path);
        this.#notes.ignoreAs(item, path, type, takenBy, 'ignore_malformed', reading.reason);
        return true;
      }
      case 'refused':
        if (reading.isFinal !== true) return this.#unread(item, path, definition, takenBy, reading.reason);
        if (item.isInList === true && isObject(item.value) && this.#leavesOutAnything(definition)) {
          const reason = `${reading.reason} What the engine makes of the rest of the list can’t be told.`;
          this.#notes.cannotTell(item, path, type, takenBy, 'shape', reason);
          return false;
        }
        this.#notes.refuseAs(item, path, type, takenBy, reading.reason);
        return false;
      case 'ignored':
        if (reading.isListed) this.#notes.list(path);
        this.#notes.ignoreAs(item, path, type, takenBy, reading.by, reading.reason);
        return true;
      case 'unknown':
        this.#notes.cannotTell(item, path, type, takenBy, reading.what, reading.reason);
        return true;
    }
  }

  #timeFault({ text }: Item, field: FieldInHand): string | null {
    const { timeSeries } = this.#index;
    return timeSeries === undefined || text === null ? null : timeFault(timeSeries, readDate(text, field));
  }

  /** A value that a field can't read: the document is refused, unless the index has it left out without a note. */
  #unread(item: Item, path: string, definition: JsonObject, takenBy: TakenBy, reason: string): boolean {
    const type = typeOf(definition);
    if (this.#leavesOutAnything(definition)) {
      this.#notes.ignoreAs(item, path, type, takenBy, 'ignore_malformed', reason);
      return true;
    }
    this.#notes.refuseAs(item, path, type, takenBy, reason);
    return false;
  }

  #leavesOutAnything(definition: JsonObject): boolean {
    return leavesOutAnything(definition, this.#index);
  }

  #taken(
    path: string,
    definition: JsonObject,
    item: Item,
    takenBy: TakenBy,
    reading: Extract<Reading, { kind: 'taken' }>,
  ): void {
    const type = typeOf(definition);
    const reader = readerOf(type);
    const effects: ValueEffect[] = [];
    if (reading.to !== undefined) effects.push({ kind: 'coerced', to: reading.to });
    if (reading.cutTo !== undefined) effects.push({ kind: 'truncated', length: reading.cutTo });
    effects.push(...storageEffects(type, definition, reader, this.#index.engine));
    if (reading.update !== undefined) this.#added.complete(path, definition, reading.update, item.pointer);
    this.#notes.note(item, path, type, takenBy, effects);
    const isAnalyzed = reader.isAnalyzed === true || member(definition, 'normalizer') !== undefined;
    if (!isAnalyzed || this.#analyzed.has(path)) return;
    this.#analyzed.add(path);
    this.#notes.doubt(item, path, 'analysis', 'values', `Which terms are made of ${path} the engine’s analysis tells.`);
  }

  #multiFields(path: string, definition: JsonObject, item: Item): void {
    const fields = objectMember(definition, 'fields');
    if (fields === undefined) return;
    const takenBy: TakenBy = { kind: 'multiField', of: path };
    for (const name of Object.keys(fields)) {
      const field = objectMember(fields, name) ?? EMPTY;
      const isTold = item.value !== null || (member(definition, 'null_value') ?? null) !== null;
      const isPoint = TELLS_PARTS.has(typeOf(definition)) && isTold;
      if (isPoint || (typeof item.value === 'object' && item.value !== null)) {
        const whole = `${path}.${name}`;
        if (this.#ofObject(whole, definition, field, item, takenBy)) continue;
        const reason = `What the multi-field ${whole} gets of an object can’t be told.`;
        this.#notes.cannotTell(item, whole, typeOf(field), takenBy, 'shape', reason);
      } else this.#leaf(`${path}.${name}`, field, item, takenBy);
    }
  }

  /** What a multi-field makes of an object or a point; false where that can't be told. */
  #ofObject(path: string, parent: JsonObject, field: JsonObject, item: Item, takenBy: TakenBy): boolean {
    const type = typeOf(field);
    if (READS_ALONE.has(typeOf(parent))) return true;
    if (isObject(item.value) && Object.keys(item.value).length === 0) return false;
    if (!TELLS_PARTS.has(typeOf(parent))) {
      const reason = 'A multi-field takes no objects and lists.';
      if (!this.#ignoresObjects(path, field)) this.#unread(item, path, field, takenBy, reason);
      else {
        this.#notes.list(path);
        this.#notes.ignoreAs(item, path, type, takenBy, 'ignore_malformed', reason);
      }
      return true;
    }
    // It gets the geohash of a point, or the inputs of a completion.
    if (!['keyword', 'text'].includes(type) || member(field, 'ignore_above') !== undefined) return false;
    this.#notes.note(item, path, type, takenBy, storageEffects(type, field, readerOf(type), this.#index.engine));
    return true;
  }

  #copies(path: string, definition: JsonObject, item: Item): void {
    const copyTo = member(definition, 'copy_to');
    if (copyTo === undefined || copyTo === null) return;
    if (typeof item.value === 'object' && item.value !== null) {
      if (isObject(item.value) && isKnownBy(REFUSES_COPIED_OBJECTS, this.#index.engine))
        this.#notes.refuseAs(item, path, typeOf(definition), FIELD, 'copy_to takes values only, no objects.');
      else this.#notes.doubt(item, path, 'shape', 'outcome', `What ${path} copies of an object can’t be told.`);
      return;
    }
    const { mappings } = this.#index;
    const flat = hasFlatNames(mappings) ? { holder: mappings, prefix: '' } : null;
    const root: Place = { path: '', holder: mappings, dynamic: dynamicOf(mappings, 'true'), flat };
    for (const target of typeof copyTo === 'string' ? [copyTo] : stringsIn(copyTo)) {
      const copied: Item = { ...item, copiedFrom: path };
      if (flat === null) this.#levels(root, levelsIn(target), copied);
      else this.#visit(root, target, copied);
    }
  }

  /** A value for which the mappings have no field. */
  #unmapped(place: Place, name: string, path: string, item: Item): void {
    const { value } = item;
    const { engine, runtime } = this.#index;
    if (!isObject(value) && Object.hasOwn(runtime, path)) {
      this.#notes.note(item, path, typeOf(runtime[path]), { kind: 'runtime' }, [{ kind: 'notIndexed' }]);
      return;
    }
    if (place.flat !== null && isObject(value)) {
      const isNew = !isClosed(place) && !hasFieldsBelow(place.flat, path) && !isOwnField(path, engine);
      if (isNew && this.#flatLeaf(place, name, path, item)) return;
      // Its members are looked for by their whole names.
      this.#members(this.#inside(place, path, EMPTY), value, item.pointer, item.copiedFrom);
      return;
    }
    const isStrict = place.dynamic === 'strict' || (value === null && place.dynamic === 'strict_allow_templates');
    if (value === null) {
      const isCopied = item.copiedFrom !== undefined;
      if (isStrict) this.#refuseNew(place, name, path, item);
      else if (isCopied && place.dynamic !== 'false' && !isKnownBy(DOTS_ARE_OBJECTS, engine))
        this.#copiedNull(place, name, path, item);
      else this.#notes.noValue(item, path, null, NONE, 'null');
    } else if (isStrict) this.#refuseNew(place, name, path, item);
    else if (place.dynamic === 'false') this.#notes.ignoreAs(item, path, null, NONE, 'dynamic', NOT_ADDED);
    else if (isArray(value)) this.#unmappedList(place, name, path, item, value);
    else if (isObject(value)) {
      const object = this.#newObject(place, name, path, item);
      if (object !== null) this.#mapped(place, path, object, item, this.#added.takerOf(path));
    } else this.#newLeaf(place, name, path, item);
  }

  /** A null that is copied to a field that is not there becomes one where a template takes it for text. */
  #copiedNull(place: Place, name: string, path: string, item: Item): void {
    const field = newFieldAt(place, name, 'string');
    const template = this.#template(field, item);
    if (template === 'unknown') return;
    if (template !== null) this.#addLeaf(place, path, template.definitionFor(field), template.name, item);
    else if (isKnownBy(REFUSES_COPIED_NULL, this.#index.engine))
      this.#notes.refuseAs(item, path, null, NONE, `null is copied to ${path}, which the mappings don’t have.`);
    else this.#notes.noValue(item, path, null, NONE, 'null');
  }

  /** A template makes a field of an object where there are none; true where the field takes it. */
  #flatLeaf(place: Place, name: string, path: string, item: Item): boolean {
    const field = newFieldAt(place, name, 'object');
    const template = this.#template(field, item);
    if (template === 'unknown') return true;
    const definition = template?.definitionFor(field) ?? EMPTY;
    if (template === null || canHaveChildFields(typeOf(definition))) return false;
    if (takesObjects(typeOf(definition))) {
      this.#addLeaf(place, path, definition, template.name, item);
      return true;
    }
    this.#add(path, definition, template.name, template.container, item);
    return false;
  }

  #unmappedList(place: Place, name: string, path: string, item: Item, value: readonly JsonValue[]): void {
    const field = newFieldAt(place, name, 'object');
    const template = this.#template(field, item);
    if (template !== 'unknown' && template !== null) {
      const definition = template.definitionFor(field);
      if (readerOf(typeOf(definition)).takesLists === true && !canHaveChildFields(typeOf(definition))) {
        this.#addLeaf(place, path, definition, template.name, item);
        return;
      }
    }
    if (template === null && allowsTemplatesOnly(place)) {
      this.#withoutTemplate(place, name, path, item);
      return;
    }
    if (this.#isNewVector(place, value)) {
      this.#addLeaf(place, path, { type: 'dense_vector', dims: value.length }, null, item);
      return;
    }
    if (value.length === 0) this.#notes.noValue(item, path, null, NONE, 'empty');
    for (const each of itemsOf(item, value)) this.#visit(place, name, each);
  }

  #isNewVector({ dynamic }: Place, value: readonly JsonValue[]): boolean {
    if (dynamic !== 'true' || !isKnownBy(MAPS_VECTORS, this.#index.engine)) return false;
    if (value.length < MAPPED_VECTOR.min || value.length > MAPPED_VECTOR.max) return false;
    return value.every((each, at) => typeof each === 'number' && /[.eE]/.test(textIn(value, at, each) ?? ''));
  }

  #refuseNew(place: Place, name: string, path: string, item: Item): void {
    const where = place.path === '' ? 'The mappings are' : `${place.path} is`;
    this.#notes.refuseAs(
      item,
      path,
      null,
      NONE,
      `${where} strict and has no field ${name}.`.replace('are strict and has', 'are strict and have'),
    );
  }

  /** The object that a document adds, or a field that a template makes of objects; null where there is none. */
  #newObject(place: Place, name: string, path: string, item: Item): JsonObject | null {
    if (place.dynamic === 'strict') {
      this.#refuseNew(place, name, path, item);
      return null;
    }
    if (place.dynamic === 'false') {
      this.#notes.ignoreAs(item, path, null, NONE, 'dynamic', NOT_ADDED);
      return null;
    }
    const field = newFieldAt(place, name, 'object');
    const template = this.#template(field, item);
    if (template === 'unknown') return null;
    if (template === null && allowsTemplatesOnly(place)) {
      this.#withoutTemplate(place, name, path, item);
      return null;
    }
    const definition =
      template === null ? { type: 'object' } : objectParts(template.definitionFor(field), this.#index.engine);
    if (place.flat !== null && canHaveChildFields(typeOf(definition)) && template === null) return EMPTY;
    if (place.dynamic === 'runtime' && template !== null && !canHaveChildFields(typeOf(definition))) {
      const reason = `Whether an object of runtime fields becomes ${path} by the dynamic template ${template.name} can’t be told.`;
      this.#notes.cannotTell(item, path, typeOf(definition), NONE, 'mappings', reason);
      return null;
    }
    // Objects of runtime fields are no fields themselves.
    if (place.dynamic === 'runtime' && canHaveChildFields(typeOf(definition))) {
      this.#unmappedObjects.add(path);
      return EMPTY;
    }
    if (this.#added.definitionAt(path, 'runtime') !== undefined) {
      const reason = `An earlier value of the document makes ${path} a runtime field, and this one an object.`;
      this.#notes.refuseAs(item, path, typeOf(definition), NONE, reason);
      return null;
    }
    return this.#add(path, definition, template?.name ?? null, 'properties', item) ? definition : null;
  }

  #withoutTemplate(place: Place, name: string, path: string, item: Item): void {
    if (place.dynamic === 'strict_allow_templates') this.#refuseNew(place, name, path, item);
    else this.#notes.ignoreAs(item, path, null, NONE, 'dynamic', NOT_ADDED);
  }

  #newLeaf(place: Place, name: string, path: string, item: Item): void {
    const { detection } = this.#index;
    const detected = detect(item.value, item.text ?? '', detection);
    const isLater = this.#untold.has(path);
    if (detected === 'unknown' || isLater) {
      this.#untold.add(path);
      const reason = isLater
        ? `The type that an earlier value gives ${path} can’t be told.`
        : 'Whether dynamic mapping takes it for a date can’t be told.';
      this.#notes.cannotTell(item, path, null, { kind: 'dynamic' }, 'format', reason);
      return;
    }
    const field = newFieldAt(place, name, detected.type);
    const template = this.#template(field, item);
    if (template === 'unknown') return;
    if (template !== null) {
      const made = template.definitionFor(field);
      const definition = withFormat(made, detected);
      if (template.container === 'runtime') this.#addRuntime(path, definition, template.name, item);
      else if (this.#withParents(place, path, item)) this.#addLeaf(place, path, definition, template.name, item);
    } else if (allowsTemplatesOnly(place)) this.#withoutTemplate(place, name, path, item);
    else if (place.dynamic === 'runtime') this.#addRuntime(path, runtimeDefinition(detected), null, item);
    else this.#addLeaf(place, path, dynamicDefinition(detected), null, item);
  }

  /** Below new objects that are none, as they are for runtime fields, no field can be mapped. */
  #withParents(place: Place, path: string, item: Item): boolean {
    if (place.dynamic !== 'runtime' || place.flat !== null) return true;
    const names = path.split('.');
    let holder: JsonObject = this.#index.mappings;
    for (let count = 1; count < names.length; count++) {
      const way = names.slice(0, count).join('.');
      const found = fieldIn(holder, names[count - 1] as string) ?? this.#added.objectAt(way);
      if (!isObject(found)) {
        this.#notes.refuseAs(item, path, null, NONE, `The mappings have no object ${way} for the field ${path}.`);
        return false;
      }
      holder = found;
    }
    return true;
  }

  #addLeaf(place: Place, path: string, definition: JsonObject, template: string | null, item: Item): void {
    if (place.flat !== null && canHaveChildFields(typeOf(definition)) && member(definition, 'enabled') !== undefined) {
      this.#notes.refuseAs(
        item,
        path,
        typeOf(definition),
        NONE,
        'Where dots are no levels, an object can’t say whether it is enabled.',
      );
      return;
    }
    if (this.#added.definitionAt(path, 'runtime') !== undefined) {
      // Engines read the document again with the new field, and the earlier value comes to it then.
      const reason = `An earlier value of the document makes ${path} a runtime field: whether it fits can’t be told.`;
      this.#notes.cannotTell(item, path, typeOf(definition), NONE, 'mappings', reason);
      return;
    }
    if (!this.#add(path, definition, template, 'properties', item)) return;
    // Engines read the document again with the new field, and the object comes to it then.
    if (this.#unmappedObjects.has(path) && !takesObjects(typeOf(definition))) {
      const reason = `An earlier value of the document is an object, and this one makes ${path} ${typeOf(definition)}.`;
      this.#notes.refuseAs(item, path, typeOf(definition), NONE, reason);
      return;
    }
    const takenBy = takenByOf(
      item,
      template === null ? { kind: 'dynamic' } : { kind: 'dynamicTemplate', name: template },
    );
    if (canHaveChildFields(typeOf(definition))) this.#object(place, path, definition, item, takenBy);
    else if (typeOf(definition) === 'alias')
      this.#notes.refuseAs(item, path, 'alias', takenBy, 'An alias takes no values.');
    else this.#leaf(path, definition, item, takenBy);
  }

  #addRuntime(path: string, definition: JsonObject, template: string | null, item: Item): void {
    if (!this.#add(path, definition, template, 'runtime', item)) return;
    this.#notes.note(item, path, typeOf(definition), { kind: 'runtime' }, [{ kind: 'notIndexed' }]);
  }

  /** Adds a field; false where it can't be, or is left out. */
  #add(
    path: string,
    definition: JsonObject,
    template: string | null,
    container: 'properties' | 'runtime',
    item: Item,
  ): boolean {
    const { engine, settings } = this.#index;
    if (
      path.includes('.') &&
      path.split('.').some((name) => name.trim() === '') &&
      !isKnownBy(DOTS_ARE_OBJECTS, engine)
    ) {
      this.#notes.refuseAs(item, path, null, NONE, 'A name in an object can’t consist of spaces alone.');
      return false;
    }
    const known = this.#added.definitionAt(path, container);
    if (known !== undefined && container === 'runtime') {
      // The last one counts: none of them is indexed.
      this.#added.replaceRuntime(path, definition);
      return true;
    }
    if (known !== undefined) {
      const [need] = definitionReindexNeeds(known, definition, engine);
      if (need === undefined && typeOf(known) === typeOf(definition)) {
        this.#added.merge(path, definition);
        return true;
      }
      const reason = `An earlier value of the document makes ${path} ${typeOf(known)}, and this one ${typeOf(definition)}.`;
      this.#notes.refuseAs(item, path, typeOf(definition), NONE, reason);
      return false;
    }
    // Of an object the engines leave out what it does not have.
    if (template !== null && container === 'properties' && !canHaveChildFields(typeOf(definition))) {
      const named: MutableJsonObject = {};
      setMember(named, 'field', definition);
      const [refusal] = foreseenRefusals(EMPTY, { properties: named }, engine);
      if (refusal !== undefined) {
        this.#notes.refuseAs(
          item,
          path,
          typeOf(definition),
          NONE,
          `The dynamic template ${template} makes no valid field: ${refusal.reason}`,
        );
        return false;
      }
    }
    const excess = this.#added.excessOf(path, definition, container);
    if (excess !== null && excess.isCount && settings.ignoresBeyondLimit) {
      this.#notes.list(path);
      this.#notes.ignoreAs(item, path, null, NONE, 'total_fields', excess.reason);
      return false;
    }
    if (excess !== null) this.#notes.refuseLate({ reason: excess.reason, pointer: item.pointer, field: path });
    this.#added.add({
      path,
      definition,
      container,
      by: template === null ? { kind: 'dynamic' } : { kind: 'dynamicTemplate', name: template },
      pointer: item.pointer,
    });
    return true;
  }

  /** The first template that defines a new field; 'unknown' where one before it can't be told. */
  #template(field: NewField, item: Item): TemplateRule | null | 'unknown' {
    for (const rule of this.#index.templates) {
      const matches = rule.matches(field);
      if (matches === true) return rule;
      if (matches === false) continue;
      const reason = `Whether the dynamic template ${rule.name} matches ${field.path} can’t be told.`;
      this.#notes.cannotTell(item, field.path, null, { kind: 'dynamicTemplate', name: rule.name }, 'pattern', reason);
      return 'unknown';
    }
    return null;
  }
}

/** A list without any value, also of such lists. */
function isEmptyList(value: JsonValue): boolean {
  return isArray(value) && value.every(isEmptyList);
}
