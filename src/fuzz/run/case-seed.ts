/** The seed of a case: it depends on the run's seed, the target and the case's number only, on any machine. */
export function seedOfCase(seed: number, target: string, number: number): number {
  let mixed = seed | 0;
  for (const letter of target) mixed = (Math.imul(mixed, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  // Two rounds of murmur3's finalizer: neighbouring cases have nothing in common.
  for (const part of [number % 2 ** 32, Math.floor(number / 2 ** 32)]) {
    mixed = (mixed ^ part) | 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed;
}
