/** What the address of the API page says. */
export interface ApiReferenceSearch {
  /** What is searched for. */
  readonly q?: string;
  /** The name of the route that is open. */
  readonly route?: string;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readApiReferenceSearch({ q, route }: Record<string, unknown>): ApiReferenceSearch {
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(typeof route === 'string' && route !== '' && { route }),
  };
}
