/** Whether a value from outside is an object with these own properties. */
export function isObjectWith<Key extends string>(
  value: unknown,
  ...keys: readonly Key[]
): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && keys.every((key) => Object.hasOwn(value, key));
}
