import { searchReader, text } from '../../platform/search-schema.ts';

/** `q` is the search text, `route` the name of the open route. */
export const readApiReferenceSearch = searchReader({ q: text, route: text });
