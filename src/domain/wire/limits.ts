/** The header that carries why a change is made, URI-encoded, and the most characters that it has. */
export const REASON_HEADER = 'x-mapledger-reason';
export const MAX_REASON_LENGTH = 500;
/**
 * The header in which a browser says who its user is: JSON of `id` and `name`, URI-encoded. Nobody vouches for it. Then
 * the most characters of both.
 */
export const AUTHOR_HEADER = 'x-mapledger-author';
export const MAX_AUTHOR_ID_LENGTH = 256;
export const MAX_AUTHOR_NAME_LENGTH = 256;
/**
 * The header with the secret of a device, by which its authors are proved: never in a URL, a record or a log. A server
 * hashes it at once and keeps the digest.
 */
export const DEVICE_HEADER = 'x-mapledger-device';
/** Characters of such a secret: at least 192 bits in base64url, so that nobody guesses one from its digest. */
export const MIN_DEVICE_SECRET_LENGTH = 32;
export const MAX_DEVICE_SECRET_LENGTH = 256;
/**
 * The header with the operator secret in the data folder of a running server: proves that the caller can read that
 * folder, which no address proves.
 */
export const OPERATOR_HEADER = 'x-mapledger-operator';
/** How many devices one author may have; the one that was added the longest ago makes room. */
export const MAX_DEVICES = 50;
/**
 * The header with which a body is no document by itself but `{"document": …, "changes": …}`: the document, and the
 * events that it was made of. There may be more ids than a header holds, and a document of an engine has no room for
 * them.
 */
export const CHANGES_HEADER = 'x-mapledger-changes';
/** Its value. */
export const CHANGES_IN_BODY = 'body';
/** How many names one call may carry; the server splits them for the cluster. */
export const MAX_NAMES = 10_000;
/** How many names and patterns a list may be narrowed to, and characters of all with their commas. */
export const MAX_LISTED_NAMES = 50;
export const MAX_LISTED_LENGTH = 1_000;
/** How many objects of projects one call answers with. */
export const MAX_CLAIMS = 10_000;
/** Indices of one request for field counts, whose mappings are read for it: the longest page of a list. */
export const MAX_COUNTED_INDICES = 100;
/** How many events one call may record. */
export const MAX_EVENTS = 1_000;
/** How many records one call may read. */
export const MAX_RECORDS = 1_000;
/** How long a call may wait for changes, in seconds: less than proxies wait for an answer. */
export const MAX_WAIT_SECONDS = 25;

/** How many documents of an index one call reads. */
export const MAX_DOCUMENT_PAGE = 20;
/** How many documents of an index a mapping is inferred from. */
export const SAMPLE_SIZES = [100, 1_000, 10_000] as const;
/** How many documents of an index a change is rehearsed on. */
export const REHEARSAL_SIZES = [...SAMPLE_SIZES, 100_000] as const;
/**
 * Which documents of an index a change is rehearsed on: those written last, or a random sample, which speaks for the
 * others.
 */
export const SAMPLE_KINDS = ['newest', 'random'] as const;
/** Of a sample that is sent to the browser, in characters: as JSON in JSON it is at most twice as long. */
export const MAX_SAMPLE_LENGTH = 24 * 1024 * 1024;
/** Fields whose sizes are estimated at a time, each in a separate scratch index. */
export const MAX_ESTIMATED_FIELDS = 10;
/** Of the dotted path of one of them, in characters. */
export const MAX_FIELD_PATH_LENGTH = 4_096;
/** Reasons for which documents are refused in a rehearsal, and fields that are ignored: of each the most frequent. */
export const MAX_REHEARSAL_GROUPS = 50;
/** Of a query string, in characters. */
export const MAX_DOCUMENT_QUERY_LENGTH = 10_000;
/** Of the id of a document and its routing; engines take ids of 512 bytes. */
export const MAX_DOCUMENT_ID_LENGTH = 512;

/** Checkpoints that are answered at once. */
export const MAX_CHECKPOINTS = 1_000;
/** Events of a stream that one call verifies: each command is decided again. */
export const MAX_VERIFIED_EVENTS = 20_000;

/**
 * What a fuzz run may ask for: cases, seconds of work, the largest seed, and threads, of which a server may allow
 * fewer.
 */
export const MAX_LAB_CASES = 1_000_000_000;
export const MAX_LAB_SECONDS = 86_400;
export const MAX_LAB_SEED = 2 ** 31 - 1;
export const MAX_LAB_THREADS = 64;
/** Characters of a part of a text that is replayed or begun with, and how many parts each may have. */
export const LAB_PART_LENGTH = 50_000;
export const MAX_LAB_PARTS = 200;
export const MAX_LAB_DOCUMENT_PARTS = 20;
/** Maximum length of the name of the mapping or template that a run begins with, in characters. */
export const MAX_LAB_NAME_LENGTH = 512;
