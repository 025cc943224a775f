import { describe, expect, it } from 'vitest';
import type { Body, Patch } from '#domain/json';
import { changedPlaces } from './changed-places.ts';

const after = (body: Body, patch: Patch, mappingsAt = '') => changedPlaces(patch, { body, mappingsAt });

describe('changedPlaces', () => {
  it('tells the field that holds what was changed, and its row', () => {
    const body = { properties: { a: { type: 'keyword', fields: { b: { type: 'text', norms: false } } } } };
    expect(after(body, [{ op: 'add', path: '/properties/a/fields/b/norms', value: false }])).toEqual({
      parts: ['fields'],
      rows: ['/properties/a/fields/b'],
    });
  });

  it('tells where a field is that was changed and then renamed', () => {
    const patch: Patch = [
      { op: 'replace', path: '/properties/a/type', value: 'long' },
      { op: 'move', from: '/properties/a', path: '/properties/b' },
    ];
    expect(after({ properties: { b: { type: 'long' } } }, patch).rows).toEqual(['/properties/b']);
  });

  it('tells the field around one that was removed, and none at the root', () => {
    const body = { properties: { a: { properties: {} } } };
    expect(after(body, [{ op: 'remove', path: '/properties/a/properties/b' }]).rows).toEqual(['/properties/a']);
    expect(after(body, [{ op: 'remove', path: '/properties/c' }])).toEqual({ parts: ['fields'], rows: [] });
  });

  it('tells the members of a list that was written as a whole', () => {
    const runtime = { day: { type: 'keyword' }, 'a/b': { type: 'long' } };
    expect(after({ runtime }, [{ op: 'add', path: '/runtime', value: runtime }])).toEqual({
      parts: ['runtime'],
      rows: ['/runtime/day', '/runtime/a~1b'],
    });
  });

  it('tells each other part once, and nothing of what is outside the mappings', () => {
    const body = { settings: {}, mappings: { dynamic: true, _meta: {}, dynamic_templates: [], odd: 1 } };
    const patch: Patch = [
      { op: 'add', path: '/settings', value: {} },
      { op: 'add', path: '/mappings/_meta', value: {} },
      { op: 'add', path: '/mappings/dynamic', value: true },
      { op: 'add', path: '/mappings/dynamic_templates', value: [] },
      { op: 'add', path: '/mappings/odd', value: 1 },
    ];
    expect(after(body, patch, '/mappings')).toEqual({ parts: ['advanced', 'templates', 'json'], rows: [] });
  });

  it('points at no row where too many have changed', () => {
    const names = Array.from({ length: 501 }, (_, index) => `f${index}`);
    const body = { properties: Object.fromEntries(names.map((name) => [name, { type: 'long' }])) };
    const patch: Patch = names.map((name) => ({ op: 'add', path: `/properties/${name}/type`, value: 'long' }));
    expect(after(body, patch)).toEqual({ parts: ['fields'], rows: [] });
    expect(after(body, patch.slice(1)).rows).toHaveLength(500);
  });
});
