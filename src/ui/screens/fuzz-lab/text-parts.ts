/** Splits a text into parts of at most `length` characters, none of which ends within a surrogate pair. */
export function partsOf(text: string, length: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = at + length;
    const isPair = end < text.length && isHighSurrogate(text.charCodeAt(end - 1));
    const next = isPair ? end - 1 : end;
    parts.push(text.slice(at, next));
    at = next;
  }
  return parts.length === 0 ? [''] : parts;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
