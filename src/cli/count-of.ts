/** A count with its noun: "1 document", "2,000 documents". */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}
