import type { JsonValue } from '#domain/json';

/** The same value, but each key that is listed and each member that is read is counted. */
export function counting<T extends JsonValue>(value: T, counter: { visits: number }): T {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key, receiver) {
      counter.visits++;
      return counting(Reflect.get(target, key, receiver) as JsonValue, counter);
    },
    getOwnPropertyDescriptor(target, key) {
      counter.visits++;
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      counter.visits += keys.length;
      return keys;
    },
  });
}
