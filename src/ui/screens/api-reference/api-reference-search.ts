/** What the address of the API page says. */
export interface ApiReferenceSearch {
  /** What is searched for. */
  readonly q?: string;
  /** The name of the route that is open. */
  readonly route?: string;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readApiReferenceSearch({ q, route }: Record<string, unknown>): ApiReferenceSearch {
  // The router reads what looks like JSON: a search for digits is a text again.
  const text = typeof q === 'number' || typeof q === 'boolean' ? String(q) : q;
  return {
    ...(typeof text === 'string' && text !== '' && { q: text }),
    ...(typeof route === 'string' && route !== '' && { route }),
  };
}
