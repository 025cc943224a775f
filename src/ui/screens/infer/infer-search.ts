import { searchReader, text } from '../../platform/search-schema.ts';

/** `index`: the index that is chosen for a sample. */
export const readInferSearch = searchReader({ index: text });
