/** A count with its noun: "1 document", "2,000 documents". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** Words at the beginning of a line: "Index template". */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
