/** The search part of an address: texts, and several under one name as a list. */
export type AddressSearch = Readonly<Record<string, string | readonly string[]>>;

/**
 * Reads the search part of an address. Every value is the text that stands there: what looks like JSON, such as `"x"`, `1e5` or `null`, is text too, so that
 * a filter in a link is the filter that was typed.
 */
export function parseAddressSearch(search: string): AddressSearch {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const [first = '', ...more] = params.getAll(name);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

/** Writes it, with its `?`: a list as several of one name; what is undefined or null is left out. */
export function formatAddressSearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const each of [value].flat() as readonly unknown[])
      if (each !== undefined && each !== null)
        params.append(name, typeof each === 'string' ? each : JSON.stringify(each));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
