import { reduce, type DocumentCommand } from '#domain/commands';
import { createState, type DocumentState } from '#domain/document';
import { parseJson } from '#domain/json';
import { fieldCount, rootContainer, summaryOf } from '#domain/mapping';
import { HALF_NAME, realisticMappings, type RealisticTree } from '../tests/builders/realistic-tree.ts';
import { stampSource } from '../src/fuzz/generate/stamps.ts';
import { compare } from './measure.ts';
import { report, type Figure } from './report.ts';

const HALF = `/properties/${HALF_NAME}`;

/** The commands that are measured; each is decided on the same state again and again. */
const COMMANDS: readonly (readonly [string, DocumentCommand])[] = [
  ['parameter edit', { type: 'field.edit', payload: { field: HALF, set: { dynamic: 'strict' } } }],
  ['add', { type: 'field.add', payload: { parent: null, name: 'a_new_field', definition: { type: 'ip' } } }],
  ['rename of half the fields', { type: 'field.edit', payload: { field: HALF, name: 'renamed' } }],
  ['remove of half the fields', { type: 'field.remove', payload: { field: HALF } }],
];

/** Ratios that are allowed at the largest size, against JSON.stringify of the document. */
const BUDGETS = { withoutAliases: 1 / 30, withAliases: 1 / 15, withScatteredAliases: 1 / 10 };
const LARGEST = 50_000;

/** A document as it is after a load: parsed, with its folds. */
function stateOf(tree: RealisticTree): DocumentState {
  const state = createState({ body: parseJson(JSON.stringify(realisticMappings(tree))) });
  const root = rootContainer(state.body, '');
  if (root === undefined || fieldCount(summaryOf(root)) !== tree.fields)
    throw new Error('The tree does not have the fields that it was asked for.');
  return state;
}

function figuresOf(tree: RealisticTree, budget: number): readonly Figure[] {
  const state = stateOf(tree);
  const stamp = stampSource(1);
  return COMMANDS.map(([name, command]) => {
    const run = () => {
      const reduced = reduce(state, command, stamp());
      if (!('event' in reduced)) throw new Error(`${name} was not accepted.`);
      return reduced.after;
    };
    return {
      what: `${tree.fields.toLocaleString('en')} fields: ${name}`,
      against: 'JSON.stringify',
      ...compare(() => JSON.stringify(state.body), run),
      ...(tree.fields === LARGEST && { budget }),
      ...(tree.areAliasesScattered === true && { missedBecause: 'docs/decisions/0051' }),
    };
  });
}

/** One command with its event, the new state and its folds, without sealing and storage. */
export function benchCommands(): readonly Figure[] {
  const sizes = [1_000, 10_000, LARGEST];
  return [
    ...report(
      'One command, no aliases',
      sizes.flatMap((fields) => figuresOf({ fields }, BUDGETS.withoutAliases)),
    ),
    ...report(
      'One command, 1 % aliases, in modules as shippers leave them behind',
      sizes.flatMap((fields) => figuresOf({ fields, aliasShare: 0.01 }, BUDGETS.withAliases)),
    ),
    ...report(
      'One command, 1 % aliases, each in another place',
      figuresOf({ fields: LARGEST, aliasShare: 0.01, areAliasesScattered: true }, BUDGETS.withScatteredAliases),
    ),
  ];
}
