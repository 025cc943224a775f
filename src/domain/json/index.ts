export { diff } from './diff.ts';
export { errorText } from './error-text.ts';
export { isWrittenAlike, literalIn, setLiteral, withLiteral, withoutLiterals } from './literals.ts';
export { readTypedObject } from './object-text.ts';
export {
  applyPatch,
  type Body,
  type Operation,
  type Patch,
  PatchError,
  PatchTarget,
  rebasePointer,
  touches,
  valueAt,
} from './patch.ts';
export {
  formatPointer,
  isPointer,
  isWithin,
  joinPointer,
  lastToken,
  parentPointer,
  parsePointer,
  type Pointer,
} from './pointer.ts';
export { type JsonLimits, MAX_NUMBER_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';
export { excessIn, formatJson, JsonTextError, parseJson, readJson, type ReadNotice } from './text.ts';
export { type PastedValue, readPastedText } from './pasted-text.ts';
export { firstFault, fits } from './check.ts';
export { exact, JsonObjectSchema, PointerSchema, recordOf, SetSchema, UnsetSchema } from './schemas.ts';
export { type Chosen, mergeThreeWay } from './three-way.ts';
export {
  toJsonObject,
  toJsonValue,
  copyMember,
  copyObject,
  asJson,
  deepEqual,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  MAX_DEPTH,
  member,
  type MutableJsonObject,
  NotJsonError,
  objectMember,
  pickMembers,
  setMember,
  stringsIn,
  withMembers,
} from './value.ts';
