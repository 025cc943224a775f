import { describe, expect, inject, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  isKnownBy,
  mainTypeOf,
  parametersOf,
  selectableTypes,
  typeEntry,
  typeTitle,
  type Parameter,
  type TargetEngine,
} from '#domain/catalogue';
import type { JsonObject, JsonValue } from '#domain/json';
import { openTestDraft } from '../../testing/open-test-draft.ts';

const ELASTICSEARCH: TargetEngine = { distribution: 'elasticsearch', version: '9.5' };
const OPENSEARCH: TargetEngine = { distribution: 'opensearch', version: '3.4' };
const AT_ROOT = { isRoot: true, isMultiField: false };

declare module 'vitest' {
  interface ProvidedContext {
    /** THOROUGH=1: each of a kind is tried, and not only one for each way in which they differ. */
    readonly isThorough: boolean;
  }
}

/** Each type on an engine that has it: OpenSearch for those that Elasticsearch lacks. */
const EVERY_TYPE = [
  ...selectableTypes(ELASTICSEARCH, AT_ROOT).map((type) => [type, ELASTICSEARCH] as const),
  ...selectableTypes(OPENSEARCH, AT_ROOT)
    .filter((type) => !isKnownBy(typeEntry(type)?.engines ?? {}, ELASTICSEARCH))
    .map((type) => [type, OPENSEARCH] as const),
];

/** What the form of a type asks for, which is what types differ in here. */
function asksOf(type: string, target: TargetEngine): readonly string[] {
  const required = parametersOf(type, target).filter(({ isRequired }) => isRequired === true);
  return [
    target.distribution,
    mainTypeOf(type) === type ? 'type' : 'subtype',
    ...required.map(({ editor }) => editor.kind),
  ];
}

const asked = new Set<string>();
/** All types, or those of which each asks for something that none before it asks for. */
const TRIED = EVERY_TYPE.filter(([type, target]) => {
  const asks = asksOf(type, target);
  const isNew = asks.some((each) => !asked.has(each));
  for (const each of asks) asked.add(each);
  return isNew || inject('isThorough');
});

const form = page.getByRole('form', { name: 'Add field' });
const input = (label: string) => form.getByRole('textbox', { name: label, exact: true });

async function pick(label: string, title: string): Promise<void> {
  await userEvent.fill(form.getByRole('combobox', { name: label, exact: true }), title);
  await userEvent.click(page.getByRole('option', { name: title, exact: true }));
}

/** Enters a value through the parameter's own input; returns the value as JSON. */
async function enter({ title, label = title, editor }: Parameter): Promise<JsonValue> {
  switch (editor.kind) {
    case 'number':
      await userEvent.fill(input(label), '8');
      return 8;
    case 'fieldTarget':
      await pick(label, 'other');
      return 'other';
    case 'relations':
      await userEvent.click(form.getByRole('button', { name: 'Add relationship' }));
      await userEvent.fill(input('Parent'), 'question');
      await userEvent.fill(input('Children'), 'answer');
      await userEvent.keyboard('{Enter}');
      return { question: 'answer' };
    case 'list':
      await userEvent.fill(input(label), 'min');
      await userEvent.keyboard('{Enter}');
      return ['min'];
    case 'analyzer':
      await userEvent.click(form.getByRole('button', { name: new RegExp(label) }));
      await userEvent.click(page.getByRole('option', { name: 'Standard', exact: true }));
      return 'standard';
    case 'text':
      await userEvent.fill(input(label), 'min');
      return 'min';
    default:
      throw new Error(`A required parameter is edited as ${editor.kind}: say here how.`);
  }
}

/** The number of types that share a draft: opening a draft takes longer than adding a field. */
const TYPES_FOR_EACH_DRAFT = 8;

const GROUPS = [ELASTICSEARCH, OPENSEARCH].flatMap((target) => {
  const types = TRIED.flatMap(([type, on]) => (on === target ? [type] : []));
  return Array.from({ length: Math.ceil(types.length / TYPES_FOR_EACH_DRAFT) }, (_, group) => ({
    target,
    types: types.slice(group * TYPES_FOR_EACH_DRAFT, (group + 1) * TYPES_FOR_EACH_DRAFT),
  }));
});

/** Adds a field through the form; returns what was entered. */
async function create(name: string, type: string, target: TargetEngine): Promise<JsonObject> {
  await userEvent.click(page.getByRole('button', { name: 'Add field' }).first());
  await userEvent.fill(input('Field name'), name);
  const main = mainTypeOf(type);
  await pick('Field type', typeTitle(main));
  if (main !== type) await pick(`${typeTitle(main)} type`, typeTitle(type));
  const entered: Record<string, JsonValue> = { type };
  for (const parameter of parametersOf(type, target))
    if (parameter.isRequired === true) entered[parameter.name] = await enter(parameter);
  await userEvent.click(form.getByRole('button', { name: 'Add field' }));
  return entered;
}

/** Opens the form of a field and presses Update. */
async function update(name: string, type: string): Promise<void> {
  const row = page.getByRole('row', { name: new RegExp(`^${name} `) });
  await userEvent.click(row.getByText(name, { exact: true }));
  const flyout = page.getByRole('dialog', { name: `Edit field '${name}'` });
  await expect.element(flyout.getByRole('combobox', { name: 'Field type' })).toHaveValue(typeTitle(mainTypeOf(type)));
  await userEvent.click(flyout.getByRole('button', { name: 'Update' }));
  await expect.element(flyout).not.toBeInTheDocument();
}

describe('a field of each type', () => {
  it.each(GROUPS)(
    'is created in its form, is in the document as it was entered, and is not changed by its form: $types',
    async ({ target, types }) => {
      const properties: Record<string, JsonValue> = { other: { type: 'keyword' } };
      const draft = await openTestDraft({ properties: { ...properties } }, { target });
      for (const [index, type] of types.entries()) {
        const name = `new${index}`;
        properties[name] = await create(name, type, target);
        await expect.poll(draft.body, { message: type }).toEqual({ properties });
        await userEvent.keyboard('{Escape}');
        await update(name, type);
        expect(await draft.events(), type).toHaveLength(index + 2);
      }
    },
    300_000,
  );
});
