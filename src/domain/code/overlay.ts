import { literalIn, setLiteral } from '../json/literals.ts';
import { applyPatch, PatchError, valueAt, type Operation } from '../json/patch.ts';
import { isPointer, isWithin, parentPointer, type Pointer } from '../json/pointer.ts';
import {
  copyObject,
  deepEqual,
  isArray,
  isObject,
  member,
  setMember,
  type JsonObject,
  type JsonValue,
} from '../json/value.ts';
import { CODE_LIMITS } from './limits.ts';

/** Why an overlay can't be applied, and at which operation of it, from 0. */
export class OverlayError extends Error {
  override readonly name = 'OverlayError';
  constructor(
    readonly reason: string,
    readonly operation?: number,
  ) {
    super(reason);
  }
}

/**
 * A template as an environment has it: an object is a merge patch (RFC 7396), where null removes a member; a list is a
 * patch (RFC 6902), which can change items of lists and set null.
 * @throws OverlayError
 */
export function applyOverlay(body: JsonObject, overlay: JsonValue): JsonObject {
  if (isObject(overlay)) return mergePatch(body, overlay);
  if (!isArray(overlay)) throw new OverlayError('an overlay is an object (a merge patch) or a list of operations');
  if (overlay.length > CODE_LIMITS.maxOperations)
    throw new OverlayError(`it has more than ${CODE_LIMITS.maxOperations.toLocaleString('en')} operations`);
  const patched = overlay.reduce<JsonValue>((value, operation, index) => {
    try {
      return operate(value, operation);
    } catch (error) {
      if (error instanceof PatchError || error instanceof OverlayError) throw new OverlayError(error.reason, index);
      throw error;
    }
  }, body);
  if (isObject(patched)) return patched;
  throw new OverlayError('after its operations the template is not an object');
}

/**
 * Where an overlay says what is at a place of the body, or a member of it: in a merge patch, or the last operation that
 * writes there, around it or right below. Null where it says nothing of it, or only what is further below.
 */
export function placeInOverlay(overlay: JsonValue, at: Pointer, body: JsonValue): Pointer | null {
  if (isObject(overlay)) {
    const said = valueAt(overlay, at);
    const isPart = isObject(said) && valueAt(body, at) !== undefined && Object.values(said).every(isObject);
    return said === undefined || isPart ? null : at;
  }
  if (!isArray(overlay)) return null;
  const last = overlay.findLastIndex((operation) => {
    if (!isObject(operation) || member(operation, 'op') === 'test') return false;
    const path = member(operation, 'path');
    return typeof path === 'string' && isPointer(path) && (isWithin(at, path) || parentPointer(path) === at);
  });
  return last === -1 ? null : `/${last}`;
}

/** RFC 7396, numbers with their literals. */
function mergePatch(target: JsonValue | undefined, patch: JsonObject): JsonObject {
  const merged = isObject(target) ? copyObject(target) : {};
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === undefined) continue;
    if (value === null) {
      delete merged[key];
      continue;
    }
    setMember(merged, key, isObject(value) ? mergePatch(member(merged, key), value) : value);
    setLiteral(merged, key, literalIn(patch, key));
  }
  return merged;
}

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  add: ['op', 'path', 'value'],
  remove: ['op', 'path'],
  replace: ['op', 'path', 'value'],
  move: ['op', 'path', 'from'],
  copy: ['op', 'path', 'from'],
  test: ['op', 'path', 'value'],
};

/** One operation of RFC 6902, with `copy` and `test`. @throws OverlayError, PatchError */
function operate(body: JsonValue, operation: JsonValue): JsonValue {
  if (!isObject(operation)) throw new OverlayError('an operation is an object');
  const op = member(operation, 'op');
  const members = typeof op === 'string' && Object.hasOwn(KNOWN, op) ? KNOWN[op] : undefined;
  if (members === undefined) throw new OverlayError('"op" is one of add, remove, replace, move, copy and test');
  const missing = members.find((name) => !Object.hasOwn(operation, name));
  if (missing !== undefined) throw new OverlayError(`"${missing}" is missing`);
  const path = pointerIn(operation, 'path');
  const from = members.includes('from') ? pointerIn(operation, 'from') : '';
  const value = member(operation, 'value') ?? null;
  if (op === 'test') {
    if (deepEqual(valueAt(body, path), value)) return body;
    throw new OverlayError(`the test of "${path}" failed: the file has another value there`);
  }
  if (op === 'move' && isWithin(path, from) && path !== from)
    throw new OverlayError(`"${from}" can’t be moved into itself`);
  return (
    applyPatch(body, [asOperation(op as 'add' | 'remove' | 'replace' | 'move' | 'copy', path, from, body, operation)])
      .body ?? null
  );
}

/** @throws OverlayError */
function pointerIn(operation: JsonObject, name: 'path' | 'from'): Pointer {
  const pointer = member(operation, name);
  if (typeof pointer !== 'string' || !isPointer(pointer)) throw new OverlayError(`"${name}" is not a JSON Pointer`);
  return pointer;
}

function asOperation(
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy',
  path: string,
  from: string,
  body: JsonValue,
  operation: JsonObject,
): Operation {
  switch (op) {
    case 'remove':
      return { op, path };
    case 'move':
      return { op, path, from };
    case 'copy': {
      const copied = valueAt(body, from);
      if (copied === undefined) throw new OverlayError(`there is nothing at "${from}"`);
      return { op: 'add', path, value: copied };
    }
    default: {
      const written: Operation = { op, path, value: member(operation, 'value') ?? null };
      setLiteral(written, 'value', literalIn(operation, 'value'));
      return written;
    }
  }
}
