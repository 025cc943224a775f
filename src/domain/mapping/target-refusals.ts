import { canHaveChildFields } from '../catalogue/catalogue.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import { joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import { valueAt } from '../json/patch.ts';
import { isArray, member, type JsonObject } from '../json/value.ts';
import { isOwnField } from './field-names.ts';
import { dottedPath, resolvePath, typeOf } from './field.ts';
import type { ForeseenRefusal } from './foreseen-refusal.ts';

/** A field that names others. */
export interface ReferringField {
  readonly at: Pointer;
  readonly path: readonly string[];
  readonly definition: JsonObject;
  readonly isMultiField: boolean;
}

/** Aliases and `copy_to` that lead where they can't. Cost: the fields that refer. */
export function targetRefusals(
  referring: readonly ReferringField[],
  merged: JsonObject,
  target: TargetEngine,
): readonly ForeseenRefusal[] {
  return referring.flatMap(({ at, path, definition, isMultiField }) => {
    const isAlias = typeOf(definition) === 'alias';
    const key = isAlias ? 'path' : 'copy_to';
    const named = member(definition, key);
    const names = (isArray(named) ? named : [named]).filter((name) => typeof name === 'string');
    const from: From = { own: dottedPath(path), scope: scopeOf(merged, at), merged, target };
    const reasons = isAlias
      ? names.map((name) => aliasRefusal(name, from))
      : isMultiField
        ? ['Nothing can be copied from a multi-field.']
        : names.map((name) => copyRefusal(name, from));
    const reason = reasons.find((each) => each !== null);
    return typeof reason !== 'string' ? [] : [{ at: joinPointer(at, key), path: dottedPath(path), reason }];
  });
}

interface From {
  readonly own: string;
  readonly scope: string;
  readonly merged: JsonObject;
  readonly target: TargetEngine;
}

function aliasRefusal(name: string, { own, scope, merged, target }: From): string | null {
  if (name === own) return 'An alias can’t point to itself.';
  const found = resolvePath(merged, '', name);
  const type = found === null ? null : typeOf(valueAt(merged, found));
  if (type === null && !isOwnField(name, target)) return `There is no field ${name} for the alias to point to.`;
  if (type === 'alias') return `${name} is an alias, and an alias can’t point to another one.`;
  if (type !== null && canHaveChildFields(type))
    return `${name} is of the type ${type}, and an alias points to a value.`;
  return (found === null ? '' : scopeOf(merged, found)) === scope
    ? null
    : `${name} is not in the same nested object as its alias.`;
}

function copyRefusal(name: string, { scope, merged, target }: From): string | null {
  const found = resolvePath(merged, '', name);
  if (found === null)
    return isBelowValue(name, merged, target)
      ? `${name} is below a field that holds a value, so nothing can be copied there.`
      : null;
  if (canHaveChildFields(typeOf(valueAt(merged, found))))
    return `${name} is an object, so nothing can be copied there.`;
  if (parsePointer(found).at(-2) === 'fields') return `${name} is a multi-field, so nothing can be copied there.`;
  const wanted = scopeOf(merged, found);
  return wanted === '' || scope === wanted || scope.startsWith(`${wanted}/`)
    ? null
    : `${name} is in a nested object that this field is not in.`;
}

/** OpenSearch takes what is below a value for a multi-field, whether or not there is one. Measured on 3.4. */
function isBelowValue(name: string, merged: JsonObject, { distribution }: TargetEngine): boolean {
  if (distribution !== 'opensearch' || !name.includes('.')) return false;
  const holder = resolvePath(merged, '', name.slice(0, name.lastIndexOf('.')));
  return holder !== null && !canHaveChildFields(typeOf(valueAt(merged, holder)));
}

/** The pointer of the innermost nested object that a field is in, empty where it is in none. */
function scopeOf(merged: JsonObject, at: Pointer): string {
  const tokens = parsePointer(at);
  for (let count = tokens.length - 2; count >= 2; count -= 2) {
    const holder = joinPointer('', ...tokens.slice(0, count));
    if (typeOf(valueAt(merged, holder)) === 'nested') return holder;
  }
  return '';
}
