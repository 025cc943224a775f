import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { typeEntry } from '../catalogue/catalogue.ts';
import { isFiniteAs } from '../documents/readers/numbers.ts';
import type { JsonObject } from '../json/value.ts';
import { typeOf } from '../mapping/field.ts';
import {
  LONG_KEYWORD,
  MAX_ENUM_VALUES,
  MIN_ENUM_REPEATS,
  PROSE_LENGTH,
  SAFE_IGNORE_ABOVE,
  SAMPLE_SIZE,
} from './limits.ts';
import type { PathNode } from './path-node.ts';
import { DATE_FORMATS, FORM } from './text-forms.ts';

/** A type for a field, and why. */
export interface Choice {
  readonly definition: JsonObject;
  /** A sentence. */
  readonly reason: string;
}

export interface Proposal extends Choice {
  readonly alternatives: readonly Choice[];
}

export const shown = (count: number): string => count.toLocaleString('en');
export const hasType = (type: string, target: TargetEngine): boolean => {
  const engines = typeEntry(type)?.engines;
  return engines !== undefined && isKnownBy(engines, target);
};

const characters = (count: number): string => `${shown(count)} character${count === 1 ? '' : 's'}`;

const KEYWORD: JsonObject = { type: 'keyword' };
const TEXT: JsonObject = { type: 'text' };
const TEXT_AND_KEYWORD: JsonObject = { type: 'text', fields: { keyword: { type: 'keyword', ignore_above: 256 } } };
/** Digits that a float surely keeps. */
const FLOAT_DIGITS = 7;
const LAST_INTEGER = 2 ** 31 - 1;

const DIMS_OF_OLD = 2_048;
const MOST_DIMS = { elasticsearch: 4_096, opensearch: 16_000 } as const;
/** Vectors are indexed unless the mapping says otherwise, and have as many dimensions. */
const INDEXES_VECTORS = elasticsearch({ from: '8.11' });

/** The type of a field all of whose values are scalars, of which there is at least one. */
export function scalarProposal(node: PathNode, target: TargetEngine): Proposal {
  const { strings, booleans, numbers } = node;
  if (numbers === node.scalars) return vectorProposal(node, target) ?? numberProposal(node, target);
  if (numbers === 0 && (node.forms & FORM.boolean) !== 0 && strings - node.emptyStrings + booleans > 0) {
    const reason =
      strings === 0 ? 'Every value is true or false.' : 'Every value is true or false, some of them as strings.';
    return {
      definition: { type: 'boolean' },
      reason,
      alternatives: [keywordAs('Keeps the values as they are written.')],
    };
  }
  if (booleans > 0) return mixedProposal(node);
  if (numbers > 0) return numericStrings(node) ?? mixedProposal(node);
  return stringProposal(node);
}

const keywordAs = (reason: string): Choice => ({ definition: KEYWORD, reason });

function vectorProposal(node: PathNode, target: TargetEngine): Proposal | null {
  const { vectorLength, distinct } = node;
  const areAllInLists = node.single === node.nulls && node.nullsInLists === 0 && node.listsInLists === 0;
  if (vectorLength <= 0 || node.floats === 0 || !areAllInLists || distinct.count < 2) return null;
  if (!isFiniteAs('float', node.minNumber) || !isFiniteAs('float', node.maxNumber)) return null;
  const isIndexed = isKnownBy(INDEXES_VECTORS, target);
  const most = target.distribution === 'elasticsearch' && !isIndexed ? DIMS_OF_OLD : MOST_DIMS[target.distribution];
  const type = target.distribution === 'elasticsearch' ? 'dense_vector' : 'knn_vector';
  if (vectorLength > most || !hasType(type, target)) return null;
  const reason = `Every list has ${shown(vectorLength)} numbers, as vectors have.`;
  const alternatives: readonly Choice[] = [
    { definition: { type: 'float' }, reason: 'Indexes each number by itself, without search by similarity.' },
  ];
  if (type === 'knn_vector')
    return {
      definition: { type, dimension: vectorLength },
      reason: `${reason} Search by similarity needs the setting index.knn.`,
      alternatives,
    };
  // Cosine similarity, which is the default, takes no vector of zeros.
  const similarity = node.hasZeroVector && isIndexed ? { similarity: 'l2_norm' } : {};
  const because = node.hasZeroVector && isIndexed ? ' Some are all zeros, which cosine similarity refuses.' : '';
  return { definition: { type, dims: vectorLength, ...similarity }, reason: `${reason}${because}`, alternatives };
}

function numberProposal(node: PathNode, target: TargetEngine): Proposal {
  if (node.infinite > 0)
    return {
      ...keywordAs('Some numbers are beyond the range of a double; a keyword keeps their digits.'),
      alternatives: [],
    };
  if (node.floats > 0) return floatProposal(node);
  if (node.beyondLong === 0) {
    const alternatives: Choice[] = [keywordAs('If these are identifiers: faster to find one by one, but no ranges.')];
    if (node.minNumber >= -LAST_INTEGER && node.maxNumber <= LAST_INTEGER)
      alternatives.push({ definition: { type: 'integer' }, reason: 'If no value will ever be beyond 2,147,483,647.' });
    const format = epochFormat(node);
    if (format !== null)
      alternatives.unshift({
        definition: { type: 'date', format },
        reason: `If these are times: all are between 2001 and 2065 in ${format === 'epoch_millis' ? 'milli' : ''}seconds.`,
      });
    const isOne = node.minNumber === node.maxNumber;
    const range = isOne ? ` ${node.minNumber}` : `, from ${node.minNumber} to ${node.maxNumber}`;
    return {
      definition: { type: 'long' },
      reason: `Every value is ${isOne ? 'the' : 'a'} whole number${range}.`,
      alternatives,
    };
  }
  const beyond = `${shown(node.beyondLong)} of ${shown(node.longs)} whole numbers are beyond a long`;
  const asDouble: Choice = {
    definition: { type: 'double' },
    reason: 'Takes ranges, but keeps 15 to 17 digits of each number.',
  };
  if (node.beyondUnsigned === 0 && node.negatives === 0 && hasType('unsigned_long', target))
    return {
      definition: { type: 'unsigned_long' },
      reason: `${beyond}, and none is below zero or beyond 64 bits.`,
      alternatives: [keywordAs('If these are identifiers.'), asDouble],
    };
  return { ...keywordAs(`${beyond}; a keyword keeps all digits.`), alternatives: [asDouble] };
}

const SECONDS = { from: 1_000_000_000, to: 3_000_000_000 } as const;

function epochFormat({ minNumber, maxNumber }: PathNode): 'epoch_millis' | 'epoch_second' | null {
  const isWithin = (factor: number) => minNumber >= SECONDS.from * factor && maxNumber <= SECONDS.to * factor;
  return isWithin(1_000) ? 'epoch_millis' : isWithin(1) ? 'epoch_second' : null;
}

function floatProposal(node: PathNode): Proposal {
  const written = node.longs === 0 ? 'Every value is' : `${shown(node.floats)} of ${shown(node.numbers)} values are`;
  const fits = isFiniteAs('float', node.minNumber) && isFiniteAs('float', node.maxNumber);
  const asFloat: Choice = { definition: { type: 'float' }, reason: 'Half of the room, but keeps about 7 digits.' };
  if (fits && node.maxDigits <= FLOAT_DIGITS)
    return {
      definition: { type: 'float' },
      reason: `${written} written with a fraction or an exponent, and none has more than ${FLOAT_DIGITS} digits.`,
      alternatives: [{ definition: { type: 'double' }, reason: 'If values of more digits may come.' }],
    };
  return {
    definition: { type: 'double' },
    reason: `${written} written with a fraction or an exponent, with up to ${shown(node.maxDigits)} digits: a float keeps ${FLOAT_DIGITS}.`,
    alternatives: fits ? [asFloat] : [],
  };
}

/** Numbers, some of them as strings, which engines read with coerce. */
function numericStrings(node: PathNode): Proposal | null {
  const isWhole = (node.forms & FORM.long) !== 0 && node.floats === 0 && node.beyondLong === 0;
  const isNumber = (node.forms & FORM.double) !== 0 && node.infinite === 0;
  if (!isWhole && !isNumber) return null;
  return {
    definition: { type: isWhole ? 'long' : 'double' },
    reason: `Every value is a number, ${shown(node.strings)} of ${shown(node.scalars)} as strings, which the field reads (coerce).`,
    alternatives: [keywordAs('If these are identifiers: keeps zeros in front.')],
  };
}

/** Scalars of several kinds: only strings hold all of them. */
function mixedProposal(node: PathNode): Proposal {
  const kinds = Object.entries(kindsOf(node)).map(([kind, count]) => `${shown(count)} ${kind}`);
  const { definition } = node.strings > 0 ? stringProposal(node) : { definition: KEYWORD };
  return {
    definition,
    reason: `The values are of several types (${kinds.join(', ')}); ${typeOf(definition)} takes all of them.`,
    alternatives: [],
  };
}

/** How many values there are of each type, without those that are none. */
export function kindsOf(node: PathNode): Readonly<Record<string, number>> {
  const counts = {
    string: node.strings,
    long: node.longs,
    float: node.floats,
    boolean: node.booleans,
    object: node.objects + node.dotted,
    null: node.nulls,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** The format of the dates of a field: one that reads all, or all that are needed. */
export function dateFormatOf({ everyDate, usedDates }: PathNode): string {
  const bits = everyDate === 0 ? usedDates : everyDate & -everyDate;
  return DATE_FORMATS.filter((_, at) => (bits & (1 << at)) !== 0).join('||');
}

function stringProposal(node: PathNode): Proposal {
  const { forms, strings, emptyStrings } = node;
  if (strings === emptyStrings) return { ...keywordAs('Every string is empty.'), alternatives: [] };
  const isNumeric = (forms & (FORM.long | FORM.double)) !== 0;
  if ((forms & FORM.ip) !== 0 && node.scalars === strings)
    return {
      definition: { type: 'ip' },
      reason: 'Every value is an IPv4 or IPv6 address.',
      alternatives: [keywordAs('If other names of hosts may come.')],
    };
  const isPoint = (forms & FORM.point) !== 0 && node.nullsInLists === 0 && node.listsInLists === 0;
  if (isPoint && node.scalars === strings)
    return {
      definition: { type: 'geo_point' },
      reason: 'Every value is a latitude and a longitude with a comma between them.',
      alternatives: [keywordAs('If these are other pairs of decimals.')],
    };
  if ((forms & FORM.date) !== 0 && !isNumeric && node.scalars === strings) return dateProposal(node);
  if (isNumeric && node.scalars === strings)
    return {
      ...keywordAs('Every value is a number written as a string, as identifiers are.'),
      alternatives: [
        { definition: { type: (forms & FORM.long) === 0 ? 'double' : 'long' }, reason: 'If ranges are searched for.' },
      ],
    };
  return wordsProposal(node);
}

function dateProposal(node: PathNode): Proposal {
  const format = dateFormatOf(node);
  const isDefault = format === DATE_FORMATS[0];
  const others = DATE_FORMATS.filter((each, at) => (node.everyDate & (1 << at)) !== 0 && each !== format);
  const alternatives: Choice[] = others.map((other) => ({
    definition: { type: 'date', format: other },
    reason: 'Reads every value as well: day and month can’t be told apart.',
  }));
  const several = DATE_FORMATS.filter((_, at) => (node.usedDates & (1 << at)) !== 0).length;
  return {
    definition: isDefault ? { type: 'date' } : { type: 'date', format },
    reason: isDefault
      ? 'Every value is a date in the default format.'
      : node.everyDate === 0
        ? `Every value is a date in one of ${several} formats.`
        : `Every value is a date in the format ${format}.`,
    alternatives: [...alternatives, keywordAs('If other values may come.')],
  };
}

const PATTERNS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['UUIDs', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['hexadecimal identifiers', /^[0-9a-f]{16,}$/i],
  ['email addresses', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['URLs', /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
  ['paths', /^(\/[^\s/]+)+\/?$/],
  ['identifiers', /^(?=.*\d)[\w.:-]{12,}$/],
];

/** What the values look like, guessed from the distinct values whose text is kept. */
export function patternOf({ samples, strings }: PathNode): string | null {
  if (strings === 0 || samples.length < 2) return null;
  const texts = samples.map(({ json }) => JSON.parse(json) as unknown);
  const found = PATTERNS.find(([, pattern]) => texts.every((text) => typeof text === 'string' && pattern.test(text)));
  return found === undefined ? null : found[0];
}

/** Strings that are words: a keyword is found as a whole, text by its words. */
function wordsProposal(node: PathNode): Proposal {
  const { strings, maxChars, distinct } = node;
  const average = node.totalChars / strings;
  const areSpaced = node.withSpaces * 2 >= strings;
  const isEnum = distinct.count <= MAX_ENUM_VALUES && strings / distinct.count >= MIN_ENUM_REPEATS;
  const keyword: JsonObject = maxChars > LONG_KEYWORD ? { type: 'keyword', ignore_above: SAFE_IGNORE_ABOVE } : KEYWORD;
  const long =
    maxChars > SAFE_IGNORE_ABOVE ? ` Longer values than ${shown(SAFE_IGNORE_ABOVE)} characters are not indexed.` : '';
  const asText: Choice = { definition: TEXT, reason: 'If single words of it are searched for.' };
  const asBoth: Choice = { definition: TEXT_AND_KEYWORD, reason: 'If it is also searched for by words.' };
  const asKeyword: Choice = { definition: keyword, reason: `If only the whole value is searched for.${long}` };
  if (isEnum && maxChars <= LONG_KEYWORD) {
    const values = `${shown(distinct.count)} distinct value${distinct.count === 1 ? '' : 's'}`;
    return {
      definition: KEYWORD,
      reason: `${values} in ${shown(strings)} strings: an enumeration.`,
      alternatives: [asBoth],
    };
  }
  const pattern = patternOf(node);
  if (pattern !== null) {
    const reason = `The values look like ${pattern} (in a sample of ${shown(Math.min(SAMPLE_SIZE, node.samples.length))}).${long}`;
    return { definition: keyword, reason, alternatives: [asBoth] };
  }
  if (areSpaced && (average >= PROSE_LENGTH || maxChars > LONG_KEYWORD))
    return {
      definition: TEXT,
      reason: `Strings with spaces, of ${shown(Math.round(average))} characters on average and up to ${shown(maxChars)}: prose.`,
      alternatives: [asKeyword],
    };
  if (areSpaced)
    return {
      definition: TEXT_AND_KEYWORD,
      reason: `Strings with spaces, of up to ${shown(maxChars)} characters: searched by words, sorted as a whole.`,
      alternatives: [asKeyword, asText],
    };
  return {
    definition: keyword,
    reason: `Strings of up to ${characters(maxChars)}, ${node.withSpaces === 0 ? 'none' : 'few'} with spaces.${long}`,
    alternatives: maxChars > LONG_KEYWORD ? [asText] : [asBoth],
  };
}
