import { formatJson, type JsonValue } from '#domain/json';

/** The search part of an address: strings, and several under one name as a list. */
export type AddressSearch = Readonly<Record<string, string | readonly string[]>>;

/**
 * Parses the search part of an address. Every value is literal text: what looks like JSON, such as `"x"`, `1e5` or
 * `null`, is text too, so that a filter in a link is the filter that was typed.
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

/**
 * Formats the search part, with its `?`: a list as several parameters of one name, without undefined and null values.
 */
export function formatAddressSearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const each of [value].flat())
      if (each !== undefined && each !== null)
        params.append(name, typeof each === 'string' ? each : formatJson(each as JsonValue));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
