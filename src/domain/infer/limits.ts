/** Paths of fields that are told apart; objects with the most keys are summed up beyond. */
export const MAX_PATHS = 10_000;
/** Bytes of one document. Engines take requests of 100 MB; a document of that size is a mistake. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
/** Distinct values of a path are counted one by one up to here, and estimated beyond. */
export const MAX_EXACT_DISTINCT = 10_000;
/** Places for values that are counted one by one, of all paths together: 8 bytes each. */
export const MAX_EXACT_SLOTS = 4 * 1024 * 1024;
/** Distinct values of a path whose text is kept: patterns are guessed from them, and examples are taken. */
export const SAMPLE_SIZE = 16;
/** Characters that are kept of each. */
export const MAX_SAMPLE_LENGTH = 100;
/** Values that are shown of a field, and how many characters of each. */
export const MAX_EXAMPLES = 3;
export const MAX_EXAMPLE_LENGTH = 40;
/** Faults that are kept with their lines; further ones are counted. */
export const MAX_FAULTS = 100;
/** Lines that are kept of a name that some engines refuse. */
export const MAX_NAME_LINES = 20;
/** Numbers in a list that is taken for a vector. */
export const MIN_VECTOR_LENGTH = 32;
/** Keys of an object that look like data where they are seldom the same. */
export const MIN_DATA_KEYS = 40;
/** The share of objects that have a key, on average, below which keys look like data. */
export const MAX_DATA_KEY_SHARE = 0.1;
/** Keys of an object that is summed up when there are too many paths. */
export const MIN_SUMMED_KEYS = 200;
/** The share below which that is done; higher than above, as something has to go. */
export const MAX_SUMMED_KEY_SHARE = 0.5;
/** Distinct values up to which a field is an enumeration, and how often each comes at least. */
export const MAX_ENUM_VALUES = 100;
export const MIN_ENUM_REPEATS = 5;
/** Characters of a keyword from which on `ignore_above` is set, so that no longer value is refused later. */
export const LONG_KEYWORD = 1_024;
/** As many characters as surely fit into a term of 32,766 bytes. */
export const SAFE_IGNORE_ABOVE = 8_191;
/** Average characters from which on strings are read as prose. */
export const PROSE_LENGTH = 200;
/** The share of fields that may fall back to an object that is not enabled. */
export const MAX_FALLBACK_SHARE = 0.01;
