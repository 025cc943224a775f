import { parameterOf } from '../../catalogue/catalogue.ts';
import { elasticsearch, isKnownBy } from '../../catalogue/engines.ts';
import { isFalse, isTrue } from '../../catalogue/values.ts';
import { member, type JsonObject } from '../../json/value.ts';
import { addressIn } from '../../values/index.ts';
import {
  cannotTell,
  isScalar,
  malformed,
  NO_VALUE,
  numberParameter,
  quoted,
  refused,
  TAKEN,
  takenAs,
  type FieldInHand,
  type Reader,
  type Reading,
  textParameter,
} from './reading.ts';

/** Bytes of UTF-8 that a term may have in an index. */
const LONGEST_TERM_BYTES = 32_766;

/** Bytes of a text in UTF-8; a lone surrogate is the three bytes of the sign that replaces it, or one. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && at + 1 < text.length) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}

const noText = refused('An object can’t be read as text.');

/** Who notes in `_ignored` that a value was too long; compared with 9.5, and with OpenSearch 3.4, which doesn't. */
const LISTS_LONG_VALUES = elasticsearch();

/** The limit of a keyword's length in characters: its own, or the one of its index. */
function ignoreAboveOf({ type, definition, settings, engine }: FieldInHand): number | undefined {
  const own = numberParameter(definition, 'ignore_above');
  if (own !== undefined) return own;
  return parameterOf(type, 'ignore_above', engine) === undefined ? undefined : settings.ignoreAbove;
}

/** Engines don't check the length of values that they put nowhere. */
const isKeptAnywhere = (definition: JsonObject) =>
  !isFalse(member(definition, 'index')) ||
  !isFalse(member(definition, 'doc_values')) ||
  isTrue(member(definition, 'store'));

export function tooLong(text: string, field: FieldInHand): Reading | null {
  const limit = ignoreAboveOf(field);
  if (limit === undefined || text.length <= limit) return null;
  return {
    kind: 'ignored',
    by: 'ignore_above',
    reason: `It has ${text.length.toLocaleString('en')} characters, and ignore_above is ${limit.toLocaleString('en')}.`,
    isListed: isKnownBy(LISTS_LONG_VALUES, field.engine) && isKeptAnywhere(field.definition),
  };
}

/** A value that is one term. */
export const keyword: Reader = {
  hasDocValues: true,
  read: ({ value, text }, field) => {
    if (value === null) return NO_VALUE;
    if (text === null) return noText;
    const long = tooLong(text, field);
    if (long !== null) return long;
    const { definition } = field;
    const isKept = isFalse(member(definition, 'index')) && isFalse(member(definition, 'doc_values'));
    if (utf8Length(text) > LONGEST_TERM_BYTES && !isKept) {
      if (member(definition, 'normalizer') !== undefined)
        return cannotTell('analysis', 'Whether it fits into a term after its normalizer can’t be told.');
      return refused(`It has more than ${LONGEST_TERM_BYTES.toLocaleString('en')} bytes, which no term can have.`);
    }
    return typeof value === 'string' ? TAKEN : takenAs(JSON.stringify(text));
  },
};

/** Whether a wildcard keeps its values as terms of doc values, as OpenSearch does. */
function hasTermsInColumns({ type, definition, engine }: FieldInHand): boolean {
  const own = member(definition, 'doc_values') ?? parameterOf(type, 'doc_values', engine)?.defaultValue;
  return engine.distribution === 'opensearch' && !isFalse(own);
}

/** A value whose terms are found by grams. */
export const wildcard: Reader = {
  indexes: true,
  hasDocValues: true,
  read: ({ value, text }, field) => {
    if (value === null) return NO_VALUE;
    if (text === null) return noText;
    const long = tooLong(text, field);
    if (long !== null) return long;
    if (hasTermsInColumns(field) && utf8Length(text) > LONGEST_TERM_BYTES)
      return refused(`It has more than ${LONGEST_TERM_BYTES.toLocaleString('en')} bytes, which no term can have.`);
    return typeof value === 'string' ? TAKEN : takenAs(JSON.stringify(text));
  },
};

/** Analyzers that cut what they are given into pieces that always fit. */
const SAFE_ANALYZERS: ReadonlySet<string> = new Set(['default', 'standard', 'simple', 'whitespace', 'stop']);

export const text: Reader = {
  isAnalyzed: true,
  indexes: true,
  read: ({ value, text: found }, { definition }) => {
    if (value === null) return NO_VALUE;
    if (found === null) return noText;
    const analyzer = member(definition, 'analyzer');
    const isSafe = analyzer === undefined || (typeof analyzer === 'string' && SAFE_ANALYZERS.has(analyzer));
    if (!isSafe && found.length * 3 > LONGEST_TERM_BYTES && utf8Length(found) > LONGEST_TERM_BYTES)
      return cannotTell('analysis', `Whether the analyzer ${quoted(analyzer)} makes terms that fit can’t be told.`);
    return typeof value === 'string' ? TAKEN : takenAs(JSON.stringify(found));
  },
};

/** Text that is searched as it is typed. OpenSearch takes none where it is neither indexed nor stored. */
export const searchAsYouType: Reader = {
  ...text,
  read: (found, field) => {
    const { definition, engine } = field;
    const isKept = !isFalse(member(definition, 'index')) || isTrue(member(definition, 'store'));
    if (found.value !== null && !isKept && engine.distribution === 'opensearch')
      return refused('A search_as_you_type field has to be indexed or stored.');
    return text.read(found, field);
  },
};

/** Any scalar, of which a hash or a count is kept. */
export const counted: Reader = {
  hasDocValues: true,
  indexes: true,
  isAnalyzed: true,
  read: ({ value, text: found }) => (value === null ? NO_VALUE : found === null ? noText : TAKEN),
};

/** Semantic Versioning 2.0.0. */
const SEMANTIC_VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/;
const LONGEST_VERSION = 1_000;

export const version: Reader = {
  indexes: true,
  hasDocValues: true,
  read: ({ value, text: found }, { engine }) => {
    if (value === null) return NO_VALUE;
    if (found === null) return noText;
    if (engine.distribution === 'opensearch') {
      // Brackets are left out there, and spaces are dots.
      const plain = found.slice(0, LONGEST_VERSION).replaceAll(/[[\]]/g, '').trim().replaceAll(/\s+/g, '.');
      if (!SEMANTIC_VERSION.test(plain)) return refused(`${quoted(found)} is not a semantic version.`);
    }
    if (utf8Length(found) > LONGEST_TERM_BYTES)
      return refused(`It has more than ${LONGEST_TERM_BYTES.toLocaleString('en')} bytes, which no term can have.`);
    return typeof value === 'string' ? TAKEN : takenAs(JSON.stringify(found));
  },
};

export const boolean: Reader = {
  hasDocValues: true,
  read: ({ value }) => {
    if (value === null) return NO_VALUE;
    if (typeof value === 'boolean') return TAKEN;
    if (value === '') return takenAs('false');
    if (value === 'true' || value === 'false') return takenAs(value);
    return malformed(
      isScalar(value) ? `${quoted(value)} is neither true nor false.` : 'An object is neither true nor false.',
    );
  },
};

export const ip: Reader = {
  hasDocValues: true,
  read: ({ value, text: found }) => {
    if (value === null) return NO_VALUE;
    if (found === null) return malformed('An object can’t be read as an IP address.');
    if (found.includes('%') && addressIn(found.slice(0, found.indexOf('%'))) !== null)
      return cannotTell('format', 'Whether an address with a zone is taken can’t be told.');
    return addressIn(found) === null ? malformed(`${quoted(found)} is not an IP address.`) : TAKEN;
  },
};

/** Base64 as engines decode it: with its padding, spaces left out. */
const SPACES = /[\0- ]+/g;

export const binary: Reader = {
  indexes: false,
  read: ({ value }, { definition, settings }) => {
    if (value === null) return NO_VALUE;
    const isKeptItself = [member(definition, 'store'), member(definition, 'doc_values')].some(isTrue);
    // A source that is made of the fields needs what they have.
    const isKept = isKeptItself || settings.hasSyntheticSource === true;
    if (!isKept && settings.hasSyntheticSource === undefined && !(typeof value === 'string' && isBase64(value)))
      return cannotTell('type', 'Whether a binary field looks at it depends on how the index keeps _source.');
    if (typeof value === 'object')
      return isKept
        ? refused('An object is no Base64 text.')
        : cannotTell('type', 'An object in a binary field that keeps nothing can’t be told.');
    // A field that keeps nothing does not look.
    if (!isKept) return TAKEN;
    if (typeof value !== 'string') return refused(`${quoted(value)} is no Base64 text.`);
    return isBase64(value) ? TAKEN : refused(`${quoted(value)} is no Base64 text.`);
  },
};

function isBase64(text: string): boolean {
  const plain = text.replaceAll(SPACES, '');
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain);
}

/** A keyword that has one value in all documents; the first document sets it where the mappings don't. */
export const constantKeyword: Reader = {
  indexes: true,
  hasDocValues: true,
  read: ({ value, text: found }, { definition, engine }) => {
    if (value === null && engine.distribution === 'opensearch') return refused('A constant keyword can’t be null.');
    if (value === null) return NO_VALUE;
    if (found === null) return noText;
    const only = textParameter(definition, 'value');
    if (only === undefined) return { kind: 'taken', update: { value: found } };
    return only === found ? TAKEN : refused(`It takes the value ${quoted(only)} only, not ${quoted(found)}.`);
  },
};
