/**
 * A JSON text that was cut, completed so that it can be parsed: what is open at its end is closed, and a value that is
 * missing or cut is null. Cost: one pass.
 */
export function completeJson(text: string): string {
  const open: ('{' | '[')[] = [];
  /** Where the last token begins that is no string: a number or a word that may be cut. */
  let wordAt = -1;
  let isInString = false;
  let stringAt = 0;
  /** What the object at hand waits for. */
  let needs: 'key' | 'colon' | 'value' | 'comma' = 'value';
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (isInString) {
      if (char === '\\') at += 1;
      else if (char === '"') {
        isInString = false;
        needs = needs === 'key' ? 'colon' : 'comma';
      }
      continue;
    }
    if (/[-+.\w]/.test(char)) {
      if (wordAt === -1) wordAt = at;
      needs = 'comma';
      continue;
    }
    wordAt = -1;
    if (char === '"') {
      isInString = true;
      stringAt = at;
    } else if (char === '{' || char === '[') {
      open.push(char);
      needs = char === '{' ? 'key' : 'value';
    } else if (char === '}' || char === ']') {
      open.pop();
      needs = 'comma';
    } else if (char === ':') needs = 'value';
    else if (char === ',') needs = open.at(-1) === '{' ? 'key' : 'value';
  }
  let whole = text;
  if (isInString) {
    // An escape that was cut goes with its backslash.
    whole = `${text.slice(0, stringAt + 1)}${text.slice(stringAt + 1).replace(/(?<=^|[^\\])((?:\\\\)*)\\(?:u[\da-fA-F]{0,3})?$/, '$1')}"`;
    needs = needs === 'key' ? 'colon' : 'comma';
  } else if (wordAt !== -1) whole = `${text.slice(0, wordAt)}null`;
  if (needs === 'colon') whole += ':null';
  else if (needs !== 'comma') {
    const isEmpty = /[[{]\s*$/.test(whole);
    if (/,\s*$/.test(whole)) whole = whole.replace(/,\s*$/, '');
    else if (!isEmpty) whole += 'null';
  }
  return (
    whole +
    open
      .reverse()
      .map((char) => (char === '{' ? '}' : ']'))
      .join('')
  );
}
