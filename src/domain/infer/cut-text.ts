/** At most the first `length` UTF-16 units of a text, without half a surrogate pair at the cut. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/\p{Surrogate}$/u, '');
}
