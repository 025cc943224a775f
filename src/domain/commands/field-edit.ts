import { Type } from 'typebox';
import { isAliasTargetType, keepsChildren } from '../catalogue/catalogue.ts';
import { joinPointer, lastToken, parentPointer, type Pointer } from '../json/pointer.ts';
import { OperationIndex } from '../json/operation-index.ts';
import { rebasePointer, valueAt, type Operation } from '../json/patch.ts';
import { isObject, member, type JsonObject } from '../json/value.ts';
import {
  CHILD_CONTAINERS,
  dottedPath,
  findField,
  parseFieldId,
  typeOf,
  type FieldAddress,
  type FieldId,
} from '../mapping/field.ts';
import { aliasesTo, referencesTo, renamedReference, type Reference } from '../mapping/references.ts';
import type { DocumentState } from '../state/state.ts';
import { memberOperations, namesOf } from './changes.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { fieldNotFound, nameRejection, placementError, placeOfName, NAME_TAKEN, TYPE_REQUIRED } from './field-place.ts';
import { PointerSchema, SetSchema, exact, UnsetSchema } from '../json/schemas.ts';

/**
 * Renames a field, changes its type (`set.type`) and its other parameters. Children, multi-fields and aliases that
 * the new type can't keep are removed; aliases and `copy_to` that name the field or one below it follow a rename.
 */
export const fieldEdit = defineCommand({
  type: 'field.edit',
  event: 'field.edited',
  pointers: ['field'],
  payload: exact({ field: PointerSchema, name: Type.Optional(Type.String()), set: SetSchema, unset: UnsetSchema }),
  rejects: [
    'field.not_found',
    'field.no_definition',
    'field.children_not_parameters',
    'field.name_required',
    'field.name_not_allowed',
    'field.name_taken',
    'field.type_required',
    'field.type_not_allowed_here',
  ],
  isBatchable: true,
  decide(state, { field, name, set, unset }, { rules }) {
    const found = findField(state.body, state.mappingsAt, field);
    if (found === null) return fieldNotFound(field);
    const { address, definition } = found;
    if (!isObject(definition)) {
      return reject('field.no_definition', 'The definition of this field is not an object. Edit it as JSON.', field);
    }
    const child = CHILD_CONTAINERS.find(
      (container) => Object.hasOwn(set ?? {}, container) || unset?.includes(container) === true,
    );
    if (child !== undefined) {
      return reject(
        'field.children_not_parameters',
        `"${child}" is not a parameter. Add or remove its fields instead.`,
        joinPointer(field, child),
      );
    }
    const newName = name ?? address.name;
    const renamed = joinPointer(parentPointer(field), newName);
    if (newName !== address.name) {
      const misnamed = nameRejection(newName, placeOfName(state, address.parentId, address.container), field, rules);
      if (misnamed !== null) return misnamed;
      if (valueAt(state.body, renamed) !== undefined) return reject('field.name_taken', NAME_TAKEN, renamed);
    }
    if (set?.['type'] === '') return reject('field.type_required', TYPE_REQUIRED, field);
    const changes = memberOperations(definition, field, { ...(set && { set }), ...(unset && { unset }) });
    const before = typeOf(definition);
    const after = typeAfter(definition, changes, field);
    if (after !== before) {
      const misplaced = placementError(after, { isRoot: address.parentId === null, container: address.container });
      if (misplaced !== null) return reject('field.type_not_allowed_here', misplaced, field);
    }
    const losses = typeChangeLosses(state, field, after);
    const operations: Operation[] = [
      ...losses.aliases.map((path): Operation => ({ op: 'remove', path })),
      ...losses.containers.map((path): Operation => ({ op: 'remove', path })),
      ...changes,
    ];
    if (newName !== address.name) operations.push(...renameOperations(state, address, renamed, operations));
    if (operations.length === 0) return UNCHANGED;
    return { patch: operations, summary: summarize(address, newName, before, after, changes) };
  },
});

function typeAfter(definition: JsonObject, changes: readonly Operation[], field: FieldId): string {
  const path = joinPointer(field, 'type');
  const change = changes.find((operation) => operation.path === path);
  if (change === undefined) return typeOf(definition);
  return typeOf(change.op === 'remove' || change.op === 'move' ? {} : { type: change.value });
}

/** What a change of type takes along. */
export interface TypeChangeLosses {
  /** The `properties` and `fields` of the field, where the new type can't keep them. */
  readonly containers: readonly Pointer[];
  /** The aliases that would point to nothing, or to something that can't be a target. */
  readonly aliases: readonly FieldId[];
}

const NO_LOSSES: TypeChangeLosses = { containers: [], aliases: [] };

/** What would be removed if the field became `type`: what a confirmation has to list. */
export function typeChangeLosses(state: DocumentState, field: FieldId, type: string): TypeChangeLosses {
  const definition = valueAt(state.body, field);
  if (!isObject(definition)) return NO_LOSSES;
  const before = typeOf(definition);
  if (type === before) return NO_LOSSES;
  const containers = keepsChildren(before, type)
    ? []
    : CHILD_CONTAINERS.filter((name) => member(definition, name) !== undefined).map((name) => joinPointer(field, name));
  const losesSelf = !isAliasTargetType(type);
  const losesInside = containers.length > 0;
  if (!losesSelf && !losesInside) return NO_LOSSES;
  const aliases = aliasesTo(state.body, state.mappingsAt, field).filter((alias) =>
    pointsInto(state, alias, field) ? losesInside : losesSelf,
  );
  return { containers, aliases };
}

/** Whether an alias points below a field rather than to the field itself. */
function pointsInto(state: DocumentState, alias: FieldId, field: FieldId): boolean {
  const target = valueAt(state.body, joinPointer(alias, 'path'));
  const address = parseFieldId(field, state.mappingsAt);
  return typeof target === 'string' && address !== null && target !== dottedPath(address.path);
}

/** Moves the field, then renames what names it: one `replace` for each alias and `copy_to`. */
function renameOperations(
  state: DocumentState,
  address: FieldAddress,
  renamed: FieldId,
  before: readonly Operation[],
): Operation[] {
  const oldPath = dottedPath(address.path);
  const newPath = dottedPath([...address.path.slice(0, -1), lastToken(renamed) as string]);
  const move: Operation = { op: 'move', from: address.id, path: renamed };
  const steps = stepsOver([...before, move]);
  const operations: Operation[] = [move];
  // What this very edit has written or removed already is as the user wants it.
  const written = new Set(before.map(({ path }) => path));
  const newTarget = (target: string) => newPath + target.slice(oldPath.length);
  const references = referencesTo(state.body, state.mappingsAt, address.id);
  for (let index = 0; index < references.length;) {
    const { from, parameter, value } = references[index] as Reference;
    // The targets of one list stand one after the other.
    const targets = new Set<string>();
    for (; references[index]?.from === from && references[index]?.parameter === parameter; index++)
      targets.add((references[index] as Reference).target);
    const at = joinPointer(from, parameter);
    const path = steps(at);
    if (path === null || (written.size > 0 && written.has(at))) continue;
    const renamedValue = renamedReference(value, (target) => (targets.has(target) ? newTarget(target) : target));
    operations.push({ op: 'replace', path, value: renamedValue });
  }
  return operations;
}

/** Up to this many operations, to go over them one by one costs less than to look for those that a pointer meets. */
const FEW_OPERATIONS = 16;

/** Where pointers are after operations. */
function stepsOver(operations: readonly Operation[]): (pointer: Pointer) => Pointer | null {
  if (operations.length <= FEW_OPERATIONS) return (pointer) => rebasePointer(pointer, operations);
  const index = new OperationIndex(operations);
  return (pointer) => index.rebase(pointer);
}

function summarize(
  { path }: FieldAddress,
  newName: string,
  before: string,
  after: string,
  changes: readonly Operation[],
): string {
  const oldPath = dottedPath(path);
  const parts: string[] = [];
  if (newName !== path.at(-1)) parts.push(`Rename ${oldPath} to ${dottedPath([...path.slice(0, -1), newName])}`);
  if (before !== after) parts.push(`Change the type of ${oldPath} from ${before} to ${after}`);
  const others = changes.filter((operation) => before === after || lastToken(operation.path) !== 'type');
  if (others.length > 0) parts.push(`Edit ${oldPath}: ${namesOf(others, lastToken)}`);
  return parts.map((part, index) => (index === 0 ? part : part.charAt(0).toLowerCase() + part.slice(1))).join(', ');
}
