import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import type { JsonValue } from '../json/value.ts';
import { visibleRows, type Expansion } from './rows.ts';

const ALL: Expansion = { isExpandedByDefault: true, exceptions: {} };
const NONE: Expansion = { isExpandedByDefault: false, exceptions: {} };
const keyword = { type: 'keyword' };
const body = {
  properties: {
    title: { type: 'text', fields: { raw: keyword } },
    host: { properties: { name: { type: 'text', fields: { raw: keyword } }, ip: { type: 'ip' } } },
    empty: { type: 'object', properties: {} },
    odd: null,
  },
};

/** One line for each row: its depth, name, and a mark for open or closed. */
function outline(of: JsonValue, expansion: Expansion): readonly string[] {
  const rows = visibleRows(of, '', expansion);
  return Array.from({ length: rows.count }, (_, index) => {
    const { level, name, hasChildren, isExpanded } = rows.rowAt(index);
    return `${'. '.repeat(level)}${name}${hasChildren ? (isExpanded ? ' -' : ' +') : ''}`;
  });
}

describe('the visible rows', () => {
  it('are the fields at the root, sorted by name, while nothing is open', () => {
    expect(outline(body, NONE)).toEqual(['empty', 'host +', 'odd', 'title +']);
  });

  it('are all fields while everything is open', () => {
    expect(outline(body, ALL)).toEqual(['empty', 'host -', '. ip', '. name -', '. . raw', 'odd', 'title -', '. raw']);
  });

  it('follow what is open against the default', () => {
    expect(outline(body, { isExpandedByDefault: false, exceptions: { '/properties/host': true } })).toEqual([
      'empty',
      'host -',
      '. ip',
      '. name +',
      'odd',
      'title +',
    ]);
    expect(outline(body, { isExpandedByDefault: true, exceptions: { '/properties/host': true } })).toEqual([
      'empty',
      'host +',
      'odd',
      'title -',
      '. raw',
    ]);
    expect(
      outline(body, { isExpandedByDefault: false, exceptions: { '/properties/host/properties/name': true } }),
    ).toEqual(['empty', 'host +', 'odd', 'title +']);
  });

  it('have properties before multi-fields where a field holds both', () => {
    expect(
      outline({ properties: { x: { type: 'keyword', fields: { a: keyword }, properties: { b: keyword } } } }, ALL),
    ).toEqual(['x -', '. b', '. a']);
  });

  it('say where a field stands, among how many', () => {
    const rows = visibleRows(body, '', ALL);
    expect(rows.rowAt(2)).toEqual({
      id: '/properties/host/properties/ip',
      parentId: '/properties/host',
      name: 'ip',
      definition: { type: 'ip' },
      container: 'properties',
      level: 1,
      hasChildren: false,
      isExpanded: false,
      position: 1,
      siblings: 2,
    });
    expect(rows.rowAt(7)).toMatchObject({
      id: '/properties/title/fields/raw',
      container: 'fields',
      position: 1,
      siblings: 1,
    });
    expect(rows.rowAt(5)).toMatchObject({ name: 'odd', definition: null, position: 3, siblings: 4 });
  });

  it('are found by their field, while it is visible', () => {
    const at = (expansion: Expansion, id: string) => visibleRows(body, '', expansion).indexOf(id);
    expect(at(ALL, '/properties/host/properties/name/fields/raw')).toBe(4);
    expect(at(NONE, '/properties/host/properties/name')).toBe(-1);
    expect(
      ['/properties/none', '/properties', '', '/properties/odd/properties/x', '/properties/host/fields/ip'].map((id) =>
        at(ALL, id),
      ),
    ).toEqual([-1, -1, -1, -1, -1]);
  });

  it('are none where the body has no fields', () => {
    for (const empty of [{}, { properties: {} }, { properties: [] }, []]) expect(outline(empty, ALL)).toEqual([]);
    expect(visibleRows(undefined, '', ALL).count).toBe(0);
    expect(() => visibleRows({}, '', ALL).rowAt(0)).toThrow(new RangeError('There is no row 0'));
    expect(() => visibleRows(body, '', NONE).rowAt(4)).toThrow(new RangeError('There is no row 4'));
  });

  it('stand where the mappings stand', () => {
    const rows = visibleRows({ template: { mappings: body } }, '/template/mappings', NONE);
    expect(rows.rowAt(1).id).toBe('/template/mappings/properties/host');
    expect(rows.indexOf('/template/mappings/properties/host')).toBe(1);
    expect(rows.indexOf('/properties/host')).toBe(-1);
  });

  it('are those of the new version after an edit, with the same expansion', () => {
    const document = givenFields(body.properties);
    expect(visibleRows(document.state.body, '', ALL).count).toBe(8);
    const after = document
      .after('field.remove', { field: '/properties/host/properties/name' })
      .after('field.add', { parent: null, name: 'a', definition: keyword });
    expect(visibleRows(after.state.body, '', ALL).count).toBe(7);
    expect(visibleRows(after.state.body, '', ALL).indexOf('/properties/title/fields/raw')).toBe(6);
    expect(visibleRows(document.state.body, '', ALL).count).toBe(8);
  });
});
