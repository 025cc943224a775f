import fc from 'fast-check';
import { CATALOGUE, typeNames } from '#domain/catalogue';
import { COMMON_REJECTIONS, DOCUMENT_COMMANDS, isBatch, type Command } from '#domain/commands';
import { locateMappings } from '#domain/template';
import { isObject, member, type JsonObject, type JsonValue } from '#domain/json';
import { live, type HistoryScript, type Step } from '../generate/histories.ts';
import { stepInWords } from '../generate/step-words.ts';
import { ANY_HISTORY, SOME_HISTORIES } from '../laws/shapes.ts';
import { inStep } from '../case/steps.ts';
import type { Counter } from '../case/tally.ts';
import { underLaw, type CorpusEntry, type FuzzTarget } from '../case/target.ts';

const SHAPES = [ANY_HISTORY, ...SOME_HISTORIES];

/** A history before it is lived, and the shape whose laws it is held against. */
interface LawCase {
  readonly shape: string;
  readonly script: HistoryScript;
}

/** Histories of edits, held against every law of the document: undo, replay, seals, blame, read models. */
export const lawsTarget: FuzzTarget = {
  name: 'laws',
  values(corpus) {
    const cases = SHAPES.map(({ name, scripts, weight }) => ({
      weight,
      arbitrary: scripts.map((script): LawCase => ({ shape: name, script })),
    }));
    const made = fc.oneof(...cases);
    if (corpus.length === 0) return made as fc.Arbitrary<unknown> as fc.Arbitrary<JsonValue>;
    // On files of the user's, but for the lists of drafts, whose commands fit no mapping.
    const ofFiles = fc
      .tuple(made, fc.constantFrom(...corpus))
      .map(([given, entry]) => (given.script.mappingsAt === '/none' ? given : onFile(given, entry)));
    return ofFiles as fc.Arbitrary<unknown> as fc.Arbitrary<JsonValue>;
  },
  holds(value, counter) {
    const { shape: name, script } = value as unknown as LawCase;
    const shape = SHAPES.find((one) => one.name === name);
    if (shape === undefined) throw new Error(`There are no histories of the shape "${name}".`);
    const watched = shape.laws.map(({ name: law, watch }) => ({ law, watch: watch() }));
    counter.did(() => `Begin with ${script.fromNothing ? 'nothing' : inStep(script.body)}`);
    const history = live(script, (step) => {
      counter.did(() => stepInWords(step.author.name, step.command, step.reduced));
      count(step, counter);
      for (const { law, watch } of watched) underLaw(law, () => watch.onStep?.(step));
    });
    for (const { law, watch } of watched) underLaw(law, () => watch.holds?.(history, script));
  },
  coverage: {
    command: DOCUMENT_COMMANDS.map(({ type }) => type),
    rejection: [...new Set([...COMMON_REJECTIONS, ...DOCUMENT_COMMANDS.flatMap(({ rejects }) => rejects)])],
    type: typeNames(),
    parameter: typeNames().flatMap((type) => CATALOGUE.parametersOf(type).map(({ name }) => `${type}.${name}`)),
  },
};

function onFile({ shape, script }: LawCase, { body }: CorpusEntry): LawCase {
  return { shape, script: { ...script, body, mappingsAt: locateMappings(body).mappingsAt } };
}

/**
 * Commands that were accepted, codes of those that were not, and the types and parameters that came into the document.
 */
function count({ command, reduced }: Step, counter: Counter): void {
  counter.tried('event' in reduced);
  if ('rejected' in reduced) counter.met('rejection', reduced.rejected.code);
  if (!('event' in reduced)) return;
  counter.met('command', command.type);
  for (const definition of definitionsIn(command)) countDefinition(definition, counter);
}

function definitionsIn(command: Command): readonly JsonObject[] {
  if (isBatch(command)) return command.payload.commands.flatMap(definitionsIn);
  const { payload } = command;
  const definition = isObject(payload) ? member(payload, 'definition') : undefined;
  return isObject(definition) ? [definition] : [];
}

function countDefinition(definition: JsonObject, counter: Counter): void {
  const type = member(definition, 'type');
  if (typeof type !== 'string') return;
  counter.met('type', type);
  for (const name of Object.keys(definition)) if (name !== 'type') counter.met('parameter', `${type}.${name}`);
}
