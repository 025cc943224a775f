import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberChanges, reduce, typeChangeLosses, countBelow } from '#domain/commands';
import { createState } from '#domain/document';
import { blame, newestFirst } from '#domain/history';
import { formatJson, valueAt, type JsonValue } from '#domain/json';
import {
  deNormalize,
  fieldCount,
  maxNestedDepth,
  normalize,
  referencesTo,
  rootContainer,
  summaryOf,
  searchEntries,
  visibleRows,
  type FieldEntity,
} from '#domain/mapping';
import { body, mappings } from '../src/fuzz/generate/definitions.ts';
import { stampSource } from '../src/fuzz/generate/stamps.ts';
import { isSameJson, jsonValue, objectOf } from '../src/fuzz/generate/values.ts';
import {
  findByPath,
  holdingOf,
  isPlainObject,
  own,
  walkedType,
  walkFields,
  type WalkedField,
} from '../src/fuzz/generate/walk.ts';
import { checkLaw } from './law.ts';

/** Mappings as they should be, and as nobody should write them. */
const anyMappings = (): fc.Arbitrary<JsonValue> =>
  fc.oneof(
    { weight: 12, arbitrary: mappings() },
    { weight: 1, arbitrary: jsonValue() },
    { weight: 1, arbitrary: jsonValue().map((properties) => objectOf([['properties', properties]])) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<JsonValue>({ properties: {} }, { properties: null }, {}, { properties: [] }),
    },
  );

const propertiesOf = (value: JsonValue) => (isPlainObject(value) ? own(value, 'properties') : undefined);

describe('the normalized set', () => {
  it('gives the properties back as they were', () => {
    checkLaw('deNormalize(normalize(m)) is m.properties', anyMappings(), (value) => {
      const before = formatJson(value);
      expect(isSameJson(deNormalize(normalize(value)), propertiesOf(value))).toBe(true);
      expect(isSameJson(deNormalize(normalize(value, { mappingsAt: '/a~1b/mappings' })), propertiesOf(value))).toBe(
        true,
      );
      expect(formatJson(value)).toBe(before);
    });
  });

  it('says of every field what a plain walk says', () => {
    checkLaw('the normalized set', anyMappings(), (value) => {
      const at = '/template/mappings';
      const fields = walkFields(value, at);
      const set = normalize(value, { mappingsAt: at, isExpanded: (id) => id.length % 2 === 0 });
      expect(Object.keys(set.byId)).toEqual(fields.map(({ id }) => id));
      expect(set.rootLevelFields).toEqual(fields.filter(({ parent }) => parent === null).map(({ id }) => id));
      expect(set.maxNestedDepth).toBe(Math.max(0, ...fields.map(depthOf)));
      const root = rootContainer({ template: { mappings: value } }, at);
      expect(set.maxNestedDepth).toBe(root === undefined ? 0 : maxNestedDepth(summaryOf(root)));
      expect(Object.keys(set.byId)).toHaveLength(root === undefined ? 0 : fieldCount(summaryOf(root)));
      for (const field of fields) expectEntity(set.byId[field.id], field, fields);
      const aliases: Record<string, string[]> = {};
      for (const field of fields) {
        const target = aliasTarget(field, fields);
        if (target !== undefined) (aliases[target] ??= []).push(field.id);
      }
      expect(set.aliases).toEqual(aliases);
    });
  });
});

function expectEntity(entity: FieldEntity | undefined, field: WalkedField, fields: readonly WalkedField[]): void {
  const type = walkedType(field);
  const holds = holdingOf(type);
  const children = fields.filter(({ parent }) => parent === field);
  expect(entity).toMatchObject({
    id: field.id,
    nestedDepth: depthOf(field),
    isMultiField: field.container === 'fields',
    path: field.path,
    canHaveChildFields: holds === 'properties',
    canHaveMultiFields: holds === 'fields',
    hasChildFields: children.some(({ container }) => container === 'properties'),
    hasMultiFields: children.some(({ container }) => container === 'fields'),
    isExpanded: field.id.length % 2 === 0,
  });
  expect(entity?.parentId).toBe(field.parentId ?? undefined);
  expect(entity?.childFieldsName).toBe(holds === 'nothing' ? undefined : holds);
  expect(entity?.childFields ?? []).toEqual(children.map(({ id }) => id));
  expect(entity?.source.name).toBe(field.name);
  expect(entity?.source.type).toBe(type);
  if (entity === undefined || !isPlainObject(field.definition)) return;
  for (const [name, value] of Object.entries(field.definition)) {
    if (['name', 'type', 'properties', 'fields'].includes(name)) continue;
    const shown = name === 'path' ? (aliasTarget(field, fields) ?? value) : value;
    expect(isSameJson(own(entity.source, name), shown)).toBe(true);
  }
}

function depthOf({ parent }: WalkedField): number {
  if (parent === null) return 0;
  return holdingOf(walkedType(parent)) === 'nothing' ? 0 : depthOf(parent) + 1;
}

function aliasTarget(field: WalkedField, fields: readonly WalkedField[]): string | undefined {
  const path =
    walkedType(field) === 'alias' && isPlainObject(field.definition) ? own(field.definition, 'path') : undefined;
  return typeof path === 'string' ? findByPath(fields, path)?.id : undefined;
}

describe('opening, looking at every field, closing', () => {
  it('changes nothing and makes no event', () => {
    const stamp = stampSource(5);
    checkLaw('looking changes nothing', body(), ({ body: whole, mappingsAt }) => {
      const before = formatJson(whole);
      const state = createState({ body: whole, mappingsAt });
      const inner = valueAt(whole, mappingsAt);
      if (inner !== undefined) normalize(inner, { mappingsAt });
      const rows = visibleRows(whole, mappingsAt, { isExpandedByDefault: true, exceptions: {} });
      for (let index = 0; index < rows.count; index++) rows.rowAt(index);
      searchEntries(whole, mappingsAt);
      for (const { id, definition } of walkFields(inner, mappingsAt)) {
        countBelow(definition);
        referencesTo(whole, mappingsAt, id);
        typeChangeLosses(state, id, 'object');
        Array.from(blame(state.history, id));
        if (!isPlainObject(definition)) continue;
        const { set, unset } = memberChanges(definition, definition);
        expect(reduce(state, { type: 'field.edit', payload: { field: id, set, unset } }, stamp())).toEqual({
          unchanged: true,
        });
        const everything = objectOf(
          Object.entries(definition).filter(([name]) => name !== 'properties' && name !== 'fields'),
        );
        expect(
          reduce(state, { type: 'field.edit', payload: { field: id, name: parseName(id), set: everything } }, stamp()),
        ).toEqual({ unchanged: true });
      }
      if (isPlainObject(inner)) {
        expect(reduce(state, { type: 'editor.replaceMappings', payload: { mappings: inner } }, stamp())).toEqual({
          unchanged: true,
        });
        const templates = own(inner, 'dynamic_templates');
        if (Array.isArray(templates))
          expect(reduce(state, { type: 'templates.save', payload: { templates } }, stamp())).toEqual({
            unchanged: true,
          });
      }
      expect(Array.from(newestFirst(state.history))).toEqual([]);
      expect(formatJson(whole)).toBe(before);
    });
  });
});

function parseName(id: string): string {
  return (id.split('/').at(-1) as string).split('~1').join('/').split('~0').join('~');
}
