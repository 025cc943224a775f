import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';

const save = (changes: object) => ['configuration.save', changes] as const;

describe('configuration.save', () => {
  const document = given({ dynamic: 'strict', _meta: { a: 1 }, properties: {} });

  it('writes and removes what changed', () => {
    const outcome = document.when(
      ...save({ set: { dynamic: false, _source: { enabled: false } }, unset: ['_meta', '_routing'] }),
    );
    expect(outcome.patch).toEqual([
      { op: 'remove', path: '/_meta' },
      { op: 'replace', path: '/dynamic', value: false },
      { op: 'add', path: '/_source', value: { enabled: false } },
    ]);
    expect(outcome.summary).toBe('Edit advanced options: _meta, dynamic, _source');
    expect(outcome.event?.type).toBe('configuration.saved');
  });

  it('is no event when nothing differs', () => {
    expect(document.when(...save({ set: { dynamic: 'strict', _meta: { a: 1 } } })).unchanged).toBe(true);
    expect(document.when(...save({})).unchanged).toBe(true);
    expect(given({}, '/template/mappings').when(...save({ unset: ['dynamic'] })).unchanged).toBe(true);
  });

  it('adds the mappings where there are none yet', () => {
    const outcome = given({}, '/template/mappings').when(...save({ set: { dynamic: false } }));
    expect(outcome.patch).toEqual([{ op: 'add', path: '/template', value: { mappings: { dynamic: false } } }]);
  });

  it.each([['properties'], ['runtime'], ['dynamic_templates']])(
    'refuses %s with configuration.not_configuration',
    (name) => {
      expect(document.when(...save({ set: { [name]: {} } })).rejected).toBe('configuration.not_configuration');
      expect(document.when(...save({ unset: [name] })).rejected).toBe('configuration.not_configuration');
    },
  );

  it('refuses mappings that are no object, and a place that can hold none', () => {
    expect(given({ mappings: [] }, '/mappings').when(...save({ set: { dynamic: true } })).rejected).toBe(
      'mappings.not_an_object',
    );
    expect(given({ template: 1 }, '/template/mappings').when(...save({ set: { dynamic: true } })).rejected).toBe(
      'document.unexpected_container',
    );
  });

  it('refuses a payload of another form with command.invalid', () => {
    expect(document.when(...save({ set: 'dynamic' })).rejected).toBe('command.invalid');
    expect(document.when(...save({ unset: [1] })).rejected).toBe('command.invalid');
  });
});
