import fc from 'fast-check';
import { placementError, reduce, type Command } from '#domain/commands';
import { clusterMappings, isLiveDocument, stepsOf, wantedAt, type DocumentState } from '#domain/document';
import { clusterAuthor, type Author } from '#domain/events';
import { joinPointer, MAX_DEPTH, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { templatePlaceOf } from '#domain/template';
import { commandDefinition, fieldType, mappings, parameter } from './definitions.ts';
import { fieldName } from './names.ts';
import { spelled } from './literals.ts';
import { AUTHORS, stampSource } from './stamps.ts';
import { objectOf } from './values.ts';
import {
  escapeName,
  findByPath,
  holdingOf,
  isPlainObject,
  own,
  walkedType,
  walkFields,
  type WalkedField,
} from './walk.ts';

const KINDS = [
  'addField',
  'renameField',
  'setParameters',
  'changeType',
  'editField',
  'removeField',
  'replaceMappings',
  'saveConfiguration',
  'saveTemplates',
  'addRuntimeField',
  'editRuntimeField',
  'removeRuntimeField',
  'editTemplate',
  'undo',
  'redo',
  'restore',
  'batch',
  'stray',
  'follow',
  'discard',
] as const;
export type IntentKind = (typeof KINDS)[number];

/** How often each kind is meant, in histories of everything. */
const WEIGHTS: Readonly<Record<IntentKind, number>> = {
  addField: 7,
  renameField: 4,
  setParameters: 4,
  changeType: 3,
  editField: 3,
  removeField: 4,
  replaceMappings: 1,
  saveConfiguration: 1,
  saveTemplates: 1,
  addRuntimeField: 1,
  editRuntimeField: 1,
  removeRuntimeField: 1,
  editTemplate: 3,
  undo: 5,
  redo: 4,
  restore: 1,
  batch: 2,
  stray: 1,
  follow: 2,
  discard: 1,
};

/** What somebody wants, without a document in mind; {@link resolveIntent} finds the place for it in one. */
export interface Intent {
  readonly kind: IntentKind;
  /** Chooses among the authors. */
  readonly author: number;
  /** Chooses among what the document has. */
  readonly pick: number;
  readonly name: string;
  readonly type: string;
  readonly definition: JsonObject;
  readonly parameters: readonly (readonly [string, JsonValue])[];
  readonly mappings: JsonObject | null;
  /** What a batch is made of. */
  readonly parts: readonly Intent[];
}

/** A command for the document at hand, and who gives it. */
export interface Gesture {
  readonly author: Author;
  readonly command: Command;
}

const PARTS: readonly IntentKind[] = KINDS.filter(
  (kind) => !['undo', 'redo', 'restore', 'batch', 'stray', 'follow'].includes(kind),
);

/** An intent of one of `kinds`. */
export function intent(
  kinds: readonly IntentKind[] = KINDS,
  parts: readonly IntentKind[] = PARTS,
): fc.Arbitrary<Intent> {
  const kind = fc.oneof(...kinds.map((name) => ({ weight: WEIGHTS[name], arbitrary: fc.constant(name) })));
  return kind.chain((chosen) =>
    fc.record({
      kind: fc.constant(chosen),
      author: fc.nat({ max: AUTHORS.length - 1 }),
      pick: fc.nat({ max: 10_000 }),
      name: fieldName(),
      type: fieldType(),
      definition: commandDefinition(),
      parameters: fc.array(parameter(), { minLength: 1, maxLength: 2 }),
      mappings: chosen === 'replaceMappings' || chosen === 'follow' ? mappings() : fc.constant(null),
      parts: chosen === 'batch' ? fc.array(intent(parts), { minLength: 1, maxLength: 3 }) : fc.constant([]),
    }),
  );
}

export function intents(
  kinds: readonly IntentKind[] = KINDS,
  { minLength = 3, maxLength = 12 } = {},
): fc.Arbitrary<readonly Intent[]> {
  return fc.array(intent(kinds), { minLength: Math.min(minLength, maxLength), maxLength, size: 'max' });
}

/** Finds the command that an intent comes to in this document. What fits nowhere becomes an added field. */
export function resolveIntent(state: DocumentState, wanted: Intent, authorCount = 1): Gesture {
  const { author, command } = gestureFor(state, wanted, authorCount);
  return { author, command: { ...command, payload: spelled(command.payload as JsonValue, wanted.pick) } };
}

function gestureFor(state: DocumentState, wanted: Intent, authorCount: number): Gesture {
  const author = AUTHORS[wanted.author % authorCount] as Author;
  const { kind } = wanted;
  if (kind === 'undo' || kind === 'redo')
    return { author: authorOfStep(state, kind, author), command: { type: `history.${kind}`, payload: {} } };
  // The cluster is one more who changes the document.
  if (kind === 'follow')
    return authorCount > 1 && wantedAt(state) !== null
      ? { author: clusterAuthor(author), command: follow(state, wanted) }
      : { author, command: commandFor(state, wanted, 'addField') };
  return { author, command: commandFor(state, wanted, kind) };
}

/** The cluster has a template as it is wanted, or with something that nobody here has said. */
function followTemplate(state: DocumentState, { pick, name, definition }: Intent): Command {
  const wanted = valueAt(state.body, '/body');
  const seen = pick % 3 === 0 && isPlainObject(wanted) ? wanted : clusterMappings(state.body);
  const body = pick % 2 === 0 ? objectOf([...Object.entries(seen), [name, definition]]) : seen;
  const sent = pick % 5 === 0 && isPlainObject(wanted) && { sent: wanted };
  return { type: 'template.follow', payload: { body, ...sent, ...(pick % 7 === 0 && { merges: false }) } };
}

/** The cluster has taken what was edited, or what others sent it, or has other fields under some of its names. */
function follow(state: DocumentState, wanted: Intent): Command {
  if (!isLiveDocument(state)) return followTemplate(state, wanted);
  const { pick, name, definition, mappings: given } = wanted;
  const edited = valueAt(state.body, state.mappingsAt);
  if (pick % 3 === 0 && isPlainObject(edited))
    return { type: 'mapping.follow', payload: { mappings: edited, ...(pick % 2 === 0 && { sent: edited }) } };
  const seen = clusterMappings(state.body);
  const fields = own(seen, 'properties');
  const [first, ...others] = isPlainObject(fields) ? Object.entries(fields) : [];
  const kept = first === undefined || pick % 4 === 0 ? others : [first, ...others];
  const changed = objectOf([...Object.entries(seen), ['properties', objectOf([...kept, [name, definition]])]]);
  return { type: 'mapping.follow', payload: { mappings: pick % 5 === 0 ? (given ?? changed) : changed } };
}

/** The author himself where he has such a step, else another one who has. */
function authorOfStep({ history }: DocumentState, kind: 'undo' | 'redo', author: Author): Author {
  const has = ({ id }: Author) => stepsOf(history, id)[kind] !== null;
  return has(author) ? author : (AUTHORS.find(has) ?? author);
}

interface Resolution {
  readonly state: DocumentState;
  readonly wanted: Intent;
  readonly fields: readonly WalkedField[];
  readonly mappings: JsonValue | undefined;
}

function commandFor(
  state: DocumentState,
  wanted: Intent,
  kind: Exclude<IntentKind, 'undo' | 'redo' | 'follow'>,
): Command {
  const inner = valueAt(state.body, state.mappingsAt);
  const resolution: Resolution = { state, wanted, mappings: inner, fields: walkFields(inner, state.mappingsAt) };
  switch (kind) {
    case 'addField':
      return addField(resolution);
    case 'renameField':
    case 'setParameters':
    case 'changeType':
    case 'editField':
      return editField(resolution, kind);
    case 'removeField':
      return removeField(resolution);
    case 'replaceMappings':
      return { type: 'editor.replaceMappings', payload: { mappings: otherMappings(resolution) } };
    case 'saveConfiguration':
      return saveConfiguration(resolution);
    case 'saveTemplates':
      return { type: 'templates.save', payload: { templates: [{ [wanted.type]: { mapping: wanted.definition } }] } };
    case 'addRuntimeField':
      return {
        type: 'runtimeField.add',
        payload: { name: unusedName(runtimeFields(resolution), wanted.name), definition: { type: 'long' } },
      };
    case 'editRuntimeField':
    case 'removeRuntimeField':
      return runtimeFieldCommand(resolution, kind);
    case 'editTemplate':
      return templateCommand(resolution);
    case 'restore':
      return state.history.version < 2
        ? addField(resolution)
        : { type: 'history.restore', payload: { version: 1 + (wanted.pick % state.history.version) } };
    case 'batch':
      return batch(state, wanted.parts);
    case 'discard':
      return wantedAt(state) === null ? addField(resolution) : DISCARD;
    case 'stray':
      return stray(resolution);
  }
}

function pickFrom<T>(items: readonly T[], { pick }: Intent): T | undefined {
  return items[pick % Math.max(1, items.length)];
}

function unusedName(siblings: JsonValue | undefined, wanted: string): string {
  const taken = new Set(isPlainObject(siblings) ? Object.keys(siblings) : []);
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`;
  return name;
}

function runtimeFields({ mappings: inner }: Resolution): JsonValue | undefined {
  return isPlainObject(inner) ? own(inner, 'runtime') : undefined;
}

/** One in ten names is taken as it was meant, though it may be in use. */
function nameAmong(siblings: JsonValue | undefined, { name, pick }: Intent): string {
  return pick % 10 === 0 ? name : unusedName(siblings, name);
}

function addField(resolution: Resolution): Command {
  const { wanted, fields, mappings: inner } = resolution;
  const holders = fields.filter(
    (field) => isPlainObject(field.definition) && holdingOf(walkedType(field)) !== 'nothing',
  );
  const parent = wanted.pick % 3 === 0 ? undefined : pickFrom(holders, wanted);
  const container = parent === undefined ? 'properties' : (holdingOf(walkedType(parent)) as 'properties' | 'fields');
  const holder = parent === undefined ? inner : parent.definition;
  const siblings = isPlainObject(holder) ? own(holder, container) : undefined;
  const type = own(wanted.definition, 'type');
  const isMisplaced =
    typeof type === 'string' && placementError(type, { isRoot: parent === undefined, container }) !== null;
  const definition = isMisplaced ? { type: 'keyword' } : withTarget(resolution, wanted.definition);
  return { type: 'field.add', payload: { parent: parent?.id ?? null, name: nameAmong(siblings, wanted), definition } };
}

/** An alias gets a field to point to; what else names fields is left as it is. */
function withTarget({ fields, wanted }: Resolution, definition: JsonObject): JsonObject {
  const target = pickFrom(fields, wanted);
  if (target === undefined) return definition;
  const dotted = target.path.join('.');
  if (own(definition, 'type') === 'alias') return objectOf([...Object.entries(definition), ['path', dotted]]);
  if (wanted.pick % 7 === 0)
    return objectOf([
      ...Object.entries(definition),
      ['copy_to', wanted.pick % 2 === 0 ? dotted : [dotted, 'elsewhere']],
    ]);
  return definition;
}

function editField(
  resolution: Resolution,
  kind: 'renameField' | 'setParameters' | 'changeType' | 'editField',
): Command {
  const { wanted, fields, mappings: inner } = resolution;
  const field = pickFrom(fields, wanted);
  if (field === undefined || !isPlainObject(field.definition)) return addField(resolution);
  const holder = field.parent === null ? inner : field.parent.definition;
  const siblings = isPlainObject(holder) ? own(holder, field.container) : undefined;
  const isRenamed = kind === 'renameField' || (kind === 'editField' && wanted.pick % 2 === 0);
  const isTyped = kind === 'changeType' || (kind === 'editField' && wanted.pick % 3 === 0);
  const isSet = kind === 'setParameters' || (kind === 'editField' && wanted.pick % 5 > 1);
  const place = { isRoot: field.parent === null, container: field.container };
  const keeping = KEEPING.get(walkedType(field));
  const type =
    keeping !== undefined && wanted.pick % 2 === 1
      ? keeping
      : placementError(wanted.type, place) === null
        ? wanted.type
        : 'keyword';
  const set = objectOf([...(isSet ? wanted.parameters : []), ...(isTyped ? [['type', type] as const] : [])]);
  const present = Object.keys(field.definition).filter((name) => !['type', 'properties', 'fields'].includes(name));
  const unset = isSet && wanted.pick % 4 === 0 ? [pickFrom(present, wanted) ?? 'index'] : undefined;
  return {
    type: 'field.edit',
    payload: {
      field: field.id,
      ...(isRenamed && { name: nameAmong(siblings, wanted) }),
      ...(Object.keys(set).length > 0 && { set }),
      ...(unset !== undefined && { unset }),
    },
  };
}

/** Types between which a field keeps what it holds. */
const KEEPING: ReadonlyMap<string, string> = new Map([
  ['text', 'keyword'],
  ['keyword', 'text'],
  ['object', 'nested'],
  ['nested', 'object'],
]);

function removeField(resolution: Resolution): Command {
  const { wanted, fields } = resolution;
  // Of a document that is nearly empty nothing is taken away, or there would be little to do.
  const field = fields.length < 3 ? undefined : pickFrom(fields, wanted);
  return field === undefined ? addField(resolution) : { type: 'field.remove', payload: { field: field.id } };
}

/**
 * Mappings in the place of the present ones: others, or the present ones with a member gone and another one changed.
 */
function otherMappings({ wanted, mappings: inner, fields }: Resolution): JsonValue {
  const properties = isPlainObject(inner) ? own(inner, 'properties') : undefined;
  if (!isPlainObject(inner) || !isPlainObject(properties) || fields.length === 0 || wanted.pick % 3 === 0)
    return wanted.mappings ?? {};
  const names = Object.keys(properties);
  const gone = pickFrom(names, wanted);
  const kept = names.filter((name) => name !== gone).map((name) => [name, own(properties, name) as JsonValue] as const);
  const changed = [...kept, [wanted.name, wanted.definition] as const];
  return objectOf([...Object.entries(inner), ['properties', objectOf(changed)], ['dynamic', wanted.pick % 2 === 0]]);
}

function saveConfiguration({ wanted, mappings: inner }: Resolution): Command {
  const present = isPlainObject(inner)
    ? Object.keys(inner).filter((name) => !['properties', 'runtime', 'dynamic_templates'].includes(name))
    : [];
  const unset = wanted.pick % 2 === 0 ? pickFrom(present, wanted) : undefined;
  const set = objectOf([['_meta', objectOf(wanted.parameters)]]);
  return { type: 'configuration.save', payload: { set, ...(unset !== undefined && { unset: [unset] }) } };
}

function runtimeFieldCommand(resolution: Resolution, kind: 'editRuntimeField' | 'removeRuntimeField'): Command {
  const { wanted, state } = resolution;
  const present = runtimeFields(resolution);
  const name = isPlainObject(present) ? pickFrom(Object.keys(present), wanted) : undefined;
  if (name === undefined)
    return { type: 'runtimeField.add', payload: { name: wanted.name, definition: { type: 'ip' } } };
  const field = joinPointer(state.mappingsAt, 'runtime', name);
  if (kind === 'removeRuntimeField') return { type: 'runtimeField.remove', payload: { field } };
  return {
    type: 'runtimeField.edit',
    payload: { field, name: nameAmong(present, wanted), set: objectOf(wanted.parameters) },
  };
}

/** One of the commands of a template's own parts. */
function templateCommand(resolution: Resolution): Command {
  const { wanted, state } = resolution;
  const place = templatePlaceOf(state);
  const body = place === null ? undefined : valueAt(state.body, place.at);
  if (place === null || !isPlainObject(body)) return addField(resolution);
  const { pick, name, parameters } = wanted;
  const value = pick % 11 === 0 ? null : objectOf(parameters);
  const commands: readonly Command[] = [
    { type: 'template.setSettings', payload: { settings: value } },
    { type: 'template.setAliases', payload: { aliases: pick % 11 === 0 ? null : objectOf([[name, {}]]) } },
    { type: 'template.setLogistics', payload: { set: { version: pick, _meta: { by: name } }, unset: ['priority'] } },
    { type: 'template.replace', payload: { body: objectOf([...Object.entries(body), ['version', pick]]) } },
    { type: 'template.setComponents', payload: { components: name === '' ? ['a'] : [name, `${name}-${pick}`] } },
    { type: 'template.setLifecycle', payload: { lifecycle: value } },
  ];
  return pickFrom(place.isLegacy ? commands.slice(0, 4) : commands, wanted) as Command;
}

/** Each part is resolved against what the parts before it make of the document. */
function batch(state: DocumentState, parts: readonly Intent[]): Command {
  const stamp = stampSource(99);
  const commands: Command[] = [];
  let working = state;
  for (const part of parts) {
    const { command, author } = resolveIntent(working, part);
    // A batch consists of commands that change the document; a command that is rejected, which is rare on purpose,
    // fails the whole batch.
    const reduced = reduce(working, command, stamp(author));
    if (!('event' in reduced) && part.pick % 8 !== 0) continue;
    if ('event' in reduced) working = reduced.after;
    commands.push(command);
  }
  const [first] = parts;
  // A field that moves twice in one step, and is edited on its way.
  if (first !== undefined && first.pick % 4 === 1) {
    for (const command of movedTwice(working, first)) {
      const reduced = reduce(working, command, stamp());
      if (!('event' in reduced)) break;
      working = reduced.after;
      commands.push(command);
    }
  }
  // Now and then a part that is likely to be refused, and the batch with it.
  if (first !== undefined && first.pick % 9 === 0) commands.push(commandFor(working, first, 'stray'));
  return commands.length === 0
    ? { type: 'field.add', payload: { parent: null, name: 'alone', definition: { type: 'ip' } } }
    : { type: 'batch', payload: { commands } };
}

/** Renames a field, edits it and renames it again; another one of its siblings may take the name that it had. */
function movedTwice(state: DocumentState, wanted: Intent): readonly Command[] {
  const inner = valueAt(state.body, state.mappingsAt);
  const fields = walkFields(inner, state.mappingsAt).filter(({ definition }) => isPlainObject(definition));
  const field = pickFrom(fields, wanted);
  if (field === undefined) return [];
  const holder = field.parent === null ? inner : field.parent.definition;
  const siblings = isPlainObject(holder) ? own(holder, field.container) : undefined;
  const [onTheWay, last] = [unusedName(siblings, 'on the way'), unusedName(siblings, `${wanted.name} at last`)];
  const at = (name: string) => `${field.id.slice(0, field.id.lastIndexOf('/'))}/${escapeName(name)}`;
  const follower = fields.find(({ id, parentId, container }) => {
    return id !== field.id && parentId === field.parentId && container === field.container;
  });
  return [
    { type: 'field.edit', payload: { field: field.id, name: onTheWay } },
    { type: 'field.edit', payload: { field: at(onTheWay), set: { meta: { by: `${wanted.pick}` } } } },
    { type: 'field.edit', payload: { field: at(onTheWay), name: last } },
    ...(follower === undefined ? [] : [{ type: 'field.edit', payload: { field: follower.id, name: field.name } }]),
  ];
}

/** A well-formed command about a place that is hardly ever the right one. */
function stray(resolution: Resolution): Command {
  const { state, wanted, fields } = resolution;
  const broken = fields.filter(({ definition }) => !isPlainObject(definition));
  const places = pointersOf(state.body);
  const field = pickFrom(places, wanted) ?? '/nowhere';
  const target = findByPath(fields, 'a.b')?.id ?? field;
  const commands: readonly Command[] = [
    { type: 'field.remove', payload: { field } },
    { type: 'field.edit', payload: { field, name: wanted.name, set: { index: true } } },
    { type: 'field.edit', payload: { field, set: { type: wanted.type } } },
    { type: 'field.add', payload: { parent: field, name: wanted.name, definition: wanted.definition } },
    { type: 'field.edit', payload: { field: target, name: '' } },
    { type: 'runtimeField.remove', payload: { field } },
    { type: 'runtimeField.edit', payload: { field, name: wanted.name, set: {} } },
    { type: 'history.restore', payload: { version: wanted.pick + 1 } },
    { type: 'field.edit', payload: { field, set: { properties: {} } } },
    { type: 'configuration.save', payload: { set: { runtime: {} } } },
    { type: 'document.create', payload: { body: {} } },
    { type: 'document.create', payload: { body: [] } },
    { type: 'field.add', payload: { parent: null } },
    { type: 'field.add', payload: { parent: null, name: wanted.name || 'deep', definition: nested(MAX_DEPTH) } },
    { type: 'field.edit', payload: { field: pickFrom(broken, wanted)?.id ?? field, name: wanted.name } },
    ...runtimeStrays(resolution),
    { type: 'editor.replaceMappings', payload: { mappings: [] } },
    // What is live is followed by the cluster alone.
    ...(wantedAt(state) === null ? [...FOLLOWS, DISCARD] : []),
    ...templateStrays(wanted),
  ];
  return pickFrom(commands, wanted) as Command;
}

const DISCARD: Command = { type: 'changes.discard', payload: {} };

const FOLLOWS: readonly Command[] = [
  { type: 'mapping.follow', payload: { mappings: {} } },
  { type: 'template.follow', payload: { body: {} } },
];

function runtimeStrays(resolution: Resolution): readonly Command[] {
  const { state, wanted } = resolution;
  const present = runtimeFields(resolution);
  const members = isPlainObject(present) ? Object.entries(present) : [];
  const fieldAt = (name: string) => joinPointer(state.mappingsAt, 'runtime', name);
  const definition = { type: 'long' };
  return [
    { type: 'runtimeField.add', payload: { name: '', definition } },
    ...members.flatMap(([name, value]): Command[] => [
      { type: 'runtimeField.add', payload: { name, definition } },
      ...(isPlainObject(value)
        ? []
        : [{ type: 'runtimeField.edit', payload: { field: fieldAt(name), name: wanted.name } }]),
    ]),
  ];
}

/** What fits no template, or a template of another kind only. */
function templateStrays({ pick }: Intent): readonly Command[] {
  return [
    { type: 'template.setLogistics', payload: { unset: ['composed_of'] } },
    { type: 'template.setComponents', payload: { components: pick % 2 === 0 ? ['a', 'b', 'a'] : ['a'] } },
    { type: 'template.setLifecycle', payload: { lifecycle: {} } },
    { type: 'template.replace', payload: { body: [] } },
  ];
}

/** A definition of so many levels. */
function nested(levels: number): JsonObject {
  let inner: JsonObject = { type: 'keyword' };
  for (let level = 0; level < levels; level += 2) inner = { type: 'object', properties: { x: inner } };
  return inner;
}

/** The pointer of everything in a body, arrays' items included. */
export function pointersOf(value: JsonValue | undefined, at = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [
    at,
    ...Object.entries(value).flatMap(([name, item]: [string, JsonValue]) =>
      pointersOf(item, `${at}/${escapeName(name)}`),
    ),
  ];
}
