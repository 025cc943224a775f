import { reduce } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import { parseJson, type JsonValue } from '#domain/json';
import { findEntries, normalize, searchEntries, searchFields, type SearchEntry } from '#domain/mapping';
import { HALF_NAME, realisticMappings } from '../tests/builders/realistic-tree.ts';
import { stampSource } from '../src/fuzz/generate/stamps.ts';
import { median, type Comparison } from './measure.ts';
import { report, type Figure } from './report.ts';

const FIELDS = 50_000;
/** Of one pass over the same paths, folded before: the cheapest case-insensitive `includes` there is. */
const BUDGET = 1.5;
/** Of the same passes, for the first keystroke of all, which makes what is searched. */
const FIRST_BUDGET = 5;
const ROUNDS = 15;
const WARM_UP = 5;

/** What somebody types, term by term; the first is the first keystroke. */
const SEQUENCES: Readonly<Record<string, readonly string[]>> = {
  narrowing: typed('host.name'),
  'narrowing through what half of the paths begin with': typed(`${HALF_NAME} user name`),
  backspacing: [
    ...typed('event dataset'),
    ...[...typed('event dataset')].reverse().slice(1),
    'ev',
    'eve',
    'even',
    'evens',
  ],
  'another word each time': ['host', 'user', 'process', 'x509', 'name', 'integration'],
  'a type word first': ['k', ...typed('keyword name').slice(1)],
  'a type word last': typed('name keyword'),
  'types at both ends': typed('keyword path long'),
  'no match': ['z', ...typed('zebra crossing').slice(1)],
  'no match, many times almost': typed('integration nonsense'),
};

function typed(term: string): readonly string[] {
  return Array.from(term, (_, index) => term.slice(0, index + 1));
}

function timed(call: () => unknown): number {
  const start = performance.now();
  call();
  return performance.now() - start;
}

/** A plain loop: callbacks make it half as slow again. */
function countIn(paths: readonly string[], term: string): number {
  let found = 0;
  for (const path of paths) if (path.includes(term)) found++;
  return found;
}

/** A search as it begins: nothing remembered. */
const untouched = (entries: readonly SearchEntry[]): readonly SearchEntry[] => [...entries];

/** Keystrokes after the first, each against a pass of `includes` for the same term; the sequence's slowest is what counts. */
function keystrokes(
  entries: readonly SearchEntry[],
  terms: readonly string[],
): { readonly every: Comparison; readonly slowest: Comparison & { readonly term: string } } {
  const paths = entries.map(({ path }) => path);
  const taken = terms.map((): { floor: number; subject: number }[] => []);
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const fresh = untouched(entries);
    terms.forEach((term, index) => {
      const subject = timed(() => findEntries(term, fresh));
      const floor = timed(() => countIn(paths, term));
      if (round >= WARM_UP && index > 0)
        (taken[index] as { floor: number; subject: number }[]).push({ floor, subject });
    });
  }
  const each = taken.slice(1).map((rounds, index) => ({ term: terms[index + 1] as string, ...comparisonOf(rounds) }));
  return {
    every: comparisonOf(taken.flat()),
    slowest: each.reduce((worst, other) => (other.ratio > worst.ratio ? other : worst)),
  };
}

function comparisonOf(rounds: readonly { readonly floor: number; readonly subject: number }[]): Comparison {
  return {
    floorMs: median(rounds.map(({ floor }) => floor)),
    subjectMs: median(rounds.map(({ subject }) => subject)),
    ratio: median(rounds.map(({ subject, floor }) => subject / floor)),
  };
}

/** One keystroke that has to make, or carry, what is searched; each round on a document of its own. */
function single(
  make: () => { readonly subject: () => readonly { readonly id: string }[]; readonly paths: readonly string[] },
  term: string,
): Comparison {
  const rounds: { floor: number; subject: number }[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const { subject, paths } = make();
    const subjectMs = timed(subject);
    const floor = timed(() => countIn(paths, term));
    if (round >= WARM_UP) rounds.push({ floor, subject: subjectMs });
  }
  return comparisonOf(rounds);
}

const AGAINST = 'one pass of includes';
const EDITS: readonly (readonly [string, { readonly type: string; readonly payload: JsonValue }])[] = [
  ['an add', { type: 'field.add', payload: { parent: null, name: 'a_new_field', definition: { type: 'ip' } } }],
  [
    'a change of one parameter',
    { type: 'field.edit', payload: { field: `/properties/${HALF_NAME}`, set: { dynamic: 'strict' } } },
  ],
  [
    'a rename of half the fields',
    { type: 'field.edit', payload: { field: `/properties/${HALF_NAME}`, name: 'renamed' } },
  ],
];

function searched(state: DocumentState, term: string): readonly SearchEntry[] {
  return findEntries(term, searchEntries(state.body, state.mappingsAt));
}

/** Each keystroke of a search among {@link FIELDS} fields. */
export function benchSearch(): readonly Figure[] {
  const text = JSON.stringify(realisticMappings({ fields: FIELDS }));
  const entries = searchEntries(parseJson(text), '');
  const paths = entries.map(({ path }) => path);
  if (entries.length !== FIELDS) throw new Error('The tree does not have the fields that it was asked for.');
  const figures = Object.entries(SEQUENCES).flatMap(([name, terms]): readonly Figure[] => {
    const { every, slowest } = keystrokes(entries, terms);
    return [
      { what: `${name}: median keystroke`, against: AGAINST, ...every, budget: BUDGET },
      { what: `${name}: slowest, "${slowest.term}"`, against: AGAINST, ...slowest, budget: BUDGET },
    ];
  });
  const afterEdits = EDITS.map(([name, command]): Figure => ({
    what: `after ${name}`,
    against: AGAINST,
    ...single(() => {
      const before = createState({ body: parseJson(text) });
      searched(before, 'host');
      const reduced = reduce(before, command, stampSource(1)());
      if (!('event' in reduced)) throw new Error(`${name} was not accepted.`);
      const state = reduced.after;
      return { subject: () => searched(state, 'host'), paths };
    }, 'host'),
  }));
  const first: readonly Figure[] = [
    {
      what: 'the first keystroke after a load',
      against: AGAINST,
      ...single(() => {
        const state = createState({ body: parseJson(text) });
        return { subject: () => searched(state, 'h'), paths };
      }, 'h'),
      budget: FIRST_BUDGET,
      missedBecause: 'docs/decisions/0051',
    },
    {
      what: 'the first of searchFields on a normalized set',
      against: AGAINST,
      ...single(() => {
        const normalized = normalize(parseJson(text));
        return { subject: () => searchFields('h', normalized), paths };
      }, 'h'),
    },
  ];
  return [
    ...report(`Search among ${FIELDS.toLocaleString('en')} fields`, figures),
    ...report('Search that has texts to make or to carry', [...first, ...afterEdits]),
  ];
}
