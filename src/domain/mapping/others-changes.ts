import { mergeThreeWay } from '../json/three-way.ts';
import {
  isObject,
  member,
  objectMember,
  pickMembers,
  withMembers,
  type JsonObject,
  type JsonValue,
} from '../json/value.ts';
import { CHILD_CONTAINERS } from './field.ts';
import { mergeUpdate } from './merge-update.ts';

/**
 * A mapping as a cluster had it with the changes of others that it has after an update, without those of the update.
 * What the engine makes of a field that was sent is the update's.
 */
export function withOthersChanges(before: JsonObject, update: JsonObject, now: JsonObject): JsonObject {
  const asked = mergeUpdate(before, update);
  const { value } = mergeThreeWay(asked, withRoom(before, asked, now), now);
  return isObject(value) ? value : before;
}

/**
 * A field, or the mapping itself, with empty containers where the update makes some that others have put fields into as
 * well: only then are these compared one by one.
 */
function withRoom(before: JsonValue | undefined, asked: JsonObject, now: JsonObject): JsonValue | undefined {
  let room = before;
  for (const container of CHILD_CONTAINERS) {
    const wanted = objectMember(asked, container);
    const there = objectMember(now, container);
    if (wanted === undefined || there === undefined) continue;
    const held = isObject(room) ? objectMember(room, container) : undefined;
    let fields = held;
    for (const [name, definition] of Object.entries(there)) {
      const wantedField = objectMember(wanted, name);
      if (wantedField === undefined) fields ??= {};
      else if (isObject(definition)) {
        const own = fields === undefined ? undefined : member(fields, name);
        const field = withRoom(own, wantedField, definition);
        if (field !== own && field !== undefined) fields = withMembers(fields ?? {}, { [name]: field });
      }
    }
    if (fields !== held && fields !== undefined)
      room = withMembers(isObject(room) ? room : pickMembers(asked, (name) => name === 'type'), {
        [container]: fields,
      });
  }
  return room;
}
