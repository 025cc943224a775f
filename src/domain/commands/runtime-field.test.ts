import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';

const document = given({
  runtime: { day: { type: 'keyword', script: { source: 'emit(1)' } }, 'a/b': { type: 'long' }, odd: 'keyword' },
  properties: {},
});

describe('runtimeField.add', () => {
  it('adds it, with the container where there is none', () => {
    const payload = { name: 'hour', definition: { type: 'long' } };
    expect(document.when('runtimeField.add', payload).patch).toEqual([
      { op: 'add', path: '/runtime/hour', value: { type: 'long' } },
    ]);
    expect(given({}, '/mappings/_doc').when('runtimeField.add', payload)).toMatchObject({
      patch: [{ op: 'add', path: '/mappings', value: { _doc: { runtime: { hour: { type: 'long' } } } } }],
      summary: 'Add runtime field hour',
    });
  });

  it.each([
    ['runtimeField.name_required', { name: '', definition: { type: 'long' } }],
    ['runtimeField.name_required', { name: '  ', definition: { type: 'long' } }],
    ['runtimeField.name_taken', { name: 'day', definition: { type: 'long' } }],
    ['command.invalid', { name: 'x', definition: 'long' }],
    ['command.invalid', { name: 'x' }],
  ])('refuses with %s', (code, payload) => {
    expect(document.when('runtimeField.add', payload).rejected).toBe(code);
  });

  it('refuses a container of another kind', () => {
    expect(given({ runtime: [] }).when('runtimeField.add', { name: 'x', definition: {} }).rejected).toBe(
      'document.unexpected_container',
    );
  });
});

describe('runtimeField.edit', () => {
  it('changes its members and renames it in one event', () => {
    const outcome = document.when('runtimeField.edit', {
      field: '/runtime/day',
      name: 'weekday',
      set: { type: 'long' },
      unset: ['script'],
    });
    expect(outcome.patch).toEqual([
      { op: 'remove', path: '/runtime/day/script' },
      { op: 'replace', path: '/runtime/day/type', value: 'long' },
      { op: 'move', from: '/runtime/day', path: '/runtime/weekday' },
    ]);
    expect(outcome.summary).toBe('Edit runtime field day: rename to weekday, script, type');
  });

  it('is no event for what is there already', () => {
    expect(
      document.when('runtimeField.edit', { field: '/runtime/a~1b', name: 'a/b', set: { type: 'long' } }).unchanged,
    ).toBe(true);
  });

  it.each([
    ['runtimeField.not_found', { field: '/runtime/none', name: 'x' }],
    ['runtimeField.not_found', { field: '/properties/day', name: 'x' }],
    ['runtimeField.not_found', { field: '/runtime/day/type', name: 'x' }],
    ['runtimeField.no_definition', { field: '/runtime/odd', name: 'x' }],
    ['runtimeField.name_required', { field: '/runtime/day', name: '' }],
    ['runtimeField.name_required', { field: '/runtime/day', name: ' ' }],
    ['runtimeField.name_taken', { field: '/runtime/day', name: 'a/b' }],
    ['command.invalid', { field: 'day' }],
  ])('refuses with %s', (code, payload) => {
    expect(document.when('runtimeField.edit', payload).rejected).toBe(code);
  });

  it('does not take an item of a list for a runtime field', () => {
    expect(
      given({ runtime: [{ type: 'long' }] }).when('runtimeField.edit', { field: '/runtime/0', name: 'x' }).rejected,
    ).toBe('runtimeField.not_found');
  });
});

describe('runtimeField.remove', () => {
  it('takes an empty container along', () => {
    const last = given({ runtime: { day: { type: 'long' } } });
    expect(last.when('runtimeField.remove', { field: '/runtime/day' })).toMatchObject({
      patch: [{ op: 'remove', path: '/runtime' }],
      summary: 'Remove runtime field day',
    });
  });

  it('removes it, whatever its name and definition', () => {
    expect(document.when('runtimeField.remove', { field: '/runtime/a~1b' })).toMatchObject({
      patch: [{ op: 'remove', path: '/runtime/a~1b' }],
      summary: 'Remove runtime field a/b',
    });
    expect(document.when('runtimeField.remove', { field: '/runtime/odd' }).patch).toEqual([
      { op: 'remove', path: '/runtime/odd' },
    ]);
  });

  it.each([['/runtime/none'], ['/runtime'], ['/properties'], ['']])(
    'refuses %s with runtimeField.not_found',
    (field) => {
      expect(document.when('runtimeField.remove', { field }).rejected).toBe('runtimeField.not_found');
    },
  );
});
