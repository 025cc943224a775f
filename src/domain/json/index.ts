export { diff } from './diff.ts';
export { errorText } from './error-text.ts';
export { readTypedObject } from './object-text.ts';
export { applyPatch, type Body, type Operation, type Patch, rebasePointer, valueAt } from './patch.ts';
export {
  formatPointer,
  isPointer,
  joinPointer,
  lastToken,
  parentPointer,
  parsePointer,
  type Pointer,
} from './pointer.ts';
export { type JsonLimits, MAX_NUMBER_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';
export { excessIn, formatJson, JsonTextError, parseJson, readJson, type ReadNotice } from './text.ts';
export { exact, JsonObjectSchema, PointerSchema, SetSchema, UnsetSchema } from './schemas.ts';
export { mergeThreeWay } from './three-way.ts';
export {
  toJsonValue,
  copyObject,
  deepEqual,
  isObject,
  type JsonObject,
  type JsonValue,
  MAX_DEPTH,
  member,
  type MutableJsonObject,
  NotJsonError,
  objectMember,
  setMember,
  stringsIn,
} from './value.ts';
