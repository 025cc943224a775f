import { deepEqual, isArray, isObject, member, type JsonValue } from '../json/value.ts';
import { isKnownBy, type Engines } from './engines.ts';
import type { LiveLimit } from './types.ts';
import { isTrue } from './values.ts';

/** What can be turned off on a live index, and not on again. */
export function onlyOff(title: string): LiveLimit {
  return (before, after) =>
    before === false && after !== false ? `${title} can be turned off on a live index, but not on again.` : null;
}

/** An object of which these engines let one switch be turned on and not off again, and nothing else be changed. */
export function onlyOn(title: string, name: string, engines: Engines): LiveLimit {
  return (before, after, target) => {
    const isOn = (value: JsonValue | undefined) => isObject(value) && isTrue(member(value, name));
    return isOn(after) && !isOn(before) && isKnownBy(engines, target)
      ? null
      : `${title} can’t be changed this way on a live index.`;
  };
}

/** What can be set while it is not, and never changed. */
export function onlyOnce(title: string): LiveLimit {
  return (before) => (before === undefined ? null : `${title} can’t be changed on a live index once it is set.`);
}

/** An object of which these engines let one switch be turned off, and nothing else be changed. */
export function onlyOffFrom(title: string, name: string, engines: Engines): LiveLimit {
  return (before, after, target) => {
    const isOff = isObject(after) && member(after, name) === false && Object.keys(after).length === 1;
    const wasOn =
      before === undefined ||
      (isObject(before) && Object.keys(before).every((key) => key === name) && member(before, name) !== false);
    return isOff && wasOn && isKnownBy(engines, target) ? null : `${title} can’t be changed this way on a live index.`;
  };
}

/** Relations can be added: a parent stays one, and keeps its children; a child becomes no parent. */
export const onlyMoreRelations: LiveLimit = (before, after) => {
  if (!isObject(before)) return null;
  const wanted = isObject(after) ? after : {};
  const isKept = Object.entries(before).every(([parent, children]) =>
    listOf(children).every((child) => listOf(member(wanted, parent)).some((other) => deepEqual(other, child))),
  );
  if (!isKept) return 'Relations can be added on a live index, but not removed.';
  const children = Object.values(before).flatMap((names) => listOf(names));
  const grown = Object.keys(wanted).find((name) => !Object.hasOwn(before, name) && children.includes(name));
  return grown === undefined ? null : `${grown} is a child already, and can’t become a parent on a live index.`;
};

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return isArray(value) ? value : [value];
}
