/** The name of a draft from a file: the file's name without its extension. */
export function draftNameOf(fileName: string | null, without: string): string {
  const name = (fileName ?? '')
    .replace(/^.*[/\\]/, '')
    .replace(/(\.(json|ndjson|jsonl|log|txt))+$/i, '')
    .trim();
  return name === '' ? without : name;
}

/** The name, or with the first free number after it. */
export function freeName(
  name: string,
  taken: readonly string[],
  numbered = (text: string, number: number) => `${text} (${number})`,
): string {
  const names = new Set(taken);
  if (!names.has(name)) return name;
  let number = 2;
  while (names.has(numbered(name, number))) number++;
  return numbered(name, number);
}
