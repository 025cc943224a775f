import { rebasePointer, parsePointer, type JsonValue, type Patch } from '#domain/json';
import { freshCopy } from '../generate/values.ts';
import { escapeName, isPlainObject } from '../generate/walk.ts';
import { lawsAbout } from './history-law.ts';
import { expect } from './expect.ts';

export const pointerLaws = lawsAbout('rebasePointer', {
  'over the patches of our events: to the identical field, or nowhere': () => ({
    onStep({ before, reduced }) {
      if (!('event' in reduced) || before.body === undefined) return;
      const { patch } = reduced.event;
      const tracked = trackedObjects(before.body, patch);
      for (const [object, at] of tracked.before) {
        const actual = tracked.after.get(object);
        if (actual !== undefined) expect(rebasePointer(at, patch)).toBe(actual);
      }
    },
  }),
});

/** Applies a patch the plain way, in place, so that every object can be found again by its identity. */
export function trackedObjects(
  start: JsonValue,
  patch: Patch,
): { readonly before: ReadonlyMap<object, string>; readonly after: ReadonlyMap<object, string> } {
  const document = { root: freshCopy(start) };
  const locate = (): Map<object, string> => {
    const found = new Map<object, string>();
    const visit = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return;
      if (isPlainObject(value)) found.set(value, at);
      for (const [name, item] of Object.entries(value)) visit(item, `${at}/${escapeName(name)}`);
    };
    visit(document.root, '');
    return found;
  };
  const before = locate();
  const holderOf = (pointer: string): { readonly holder: object; readonly key: string } => {
    const tokens = ['root', ...parsePointer(pointer)];
    const key = tokens.pop() as string;
    const holder = tokens.reduce<object>(
      (value, token) => Object.getOwnPropertyDescriptor(value, token)?.value as object,
      document,
    );
    return { holder, key };
  };
  const put = (pointer: string, value: unknown) => {
    const { holder, key } = holderOf(pointer);
    Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
  };
  const take = (pointer: string): unknown => {
    const { holder, key } = holderOf(pointer);
    const value: unknown = Object.getOwnPropertyDescriptor(holder, key)?.value;
    Reflect.deleteProperty(holder, key);
    return value;
  };
  for (const operation of patch) {
    if (operation.op === 'remove') take(operation.path);
    else if (operation.op === 'move') {
      if (operation.from !== operation.path) put(operation.path, take(operation.from));
    } else put(operation.path, freshCopy(operation.value));
  }
  return { before, after: locate() };
}
