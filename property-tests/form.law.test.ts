import { describe, expect, it } from 'vitest';
import type { TargetEngine } from '#domain/catalogue';
import { memberChanges } from '#domain/commands';
import { createState } from '#domain/document';
import { isObject, member, type JsonObject } from '#domain/json';
import { parametersIn } from '../src/ui/editor/parameters/field-parameters.ts';
import {
  NOTHING_ENTERED,
  parameterFormOf,
  parameterProblems,
  type EnteredParameters,
} from '../src/ui/editor/parameters/entered-parameters.ts';
import { NO_EDITS, withEdit, without } from '../src/ui/editor/parameters/parameter-edits.ts';
import { shownParameters } from '../src/ui/editor/parameters/parameter-sections.tsx';
import { NO_CORPUS, realDefinitions } from '../tests/builders/corpus.ts';
import { isSameJson } from '../src/fuzz/generate/values.ts';

const TARGETS: readonly TargetEngine[] = [
  { distribution: 'elasticsearch', version: '9.0' },
  { distribution: 'elasticsearch', version: '7.10' },
  { distribution: 'opensearch', version: '3.0' },
];
const LEAST_DEFINITIONS = 400;

describe('the form of each field of every real mapping', () => {
  it('shows what the document says, judges nothing of it, and has no edit, also where the same is entered again', (context) => {
    const definitions = realDefinitions();
    if (definitions === undefined) return context.skip(NO_CORPUS);
    expect(definitions.length).toBeGreaterThan(LEAST_DEFINITIONS);
    for (const { type, definition } of definitions)
      for (const target of TARGETS) expectUntouched(type, definition, target);
  });
});

function expectUntouched(type: string, definition: JsonObject, target: TargetEngine): void {
  const current = parametersIn(definition);
  const state = createState({ body: { properties: { f: definition } } });
  let entered: EnteredParameters = NOTHING_ENTERED;
  const form = parameterFormOf(
    { type, target, state, field: '/properties/f', current },
    entered,
    {},
    (update) => (entered = update(entered)),
  );
  const about = JSON.stringify([type, target.distribution, Object.keys(current)]);
  expect(isSameJson(form.values, current), about).toBe(true);
  expect(memberChanges(current, form.values), about).toEqual({ set: {}, unset: [] });
  expect(
    parameterProblems(form, entered, () => false),
    about,
  ).toEqual({});
  const shown = shownParameters(form);
  for (const { name } of shown) form.set(name, member(form.values, name));
  const others = without(
    form.values,
    shown.map(({ name }) => name),
  );
  const edits = Object.entries(others).reduce(
    (before, [name, value]) => withEdit(before, current, name, structuredClone(value)),
    entered.edits,
  );
  expect(edits, about).toEqual(NO_EDITS);
  expect(shown.every(({ name }) => !Object.hasOwn(others, name)) && isObject(form.values), about).toBe(true);
}
