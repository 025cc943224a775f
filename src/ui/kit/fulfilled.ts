/**
 * Marks a promise as React marks one that it has read, so that `use` gives the value at once. A component that read it
 * while it was pending has to read it again: React warns of one that takes another way to the value by then.
 */
export function fulfilled<Value>(promise: Promise<Value>, value: Value): Promise<Value> {
  return Object.assign(promise, { status: 'fulfilled', value });
}
