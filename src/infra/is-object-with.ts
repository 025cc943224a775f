/** Whether something that came from outside has members of its own by these names. */
export function isObjectWith<Key extends string>(
  value: unknown,
  ...keys: readonly Key[]
): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && keys.every((key) => Object.hasOwn(value, key));
}
