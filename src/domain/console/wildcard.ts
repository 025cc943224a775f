/** Whether a text fits a pattern in which `*` is anything. */
export function fitsPattern(text: string, pattern: string): boolean {
  return pattern.includes('*') ? fitsWildcard(text, pattern.split('*')) : pattern === text;
}

/**
 * Whether a text is the parts with anything between them: the parts of a pattern are what stands between its `*`.
 * Cost: linear in the text for each part that is found, never more.
 */
export function fitsWildcard(text: string, parts: readonly string[]): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = text.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
