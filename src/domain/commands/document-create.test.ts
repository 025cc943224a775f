import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';

describe('document.create', () => {
  it('adds the whole body, and keeps its digest for the command', () => {
    const body = { properties: { a: { type: 'keyword' } } };
    const outcome = given(undefined).when('document.create', { body });
    expect(outcome.patch).toEqual([{ op: 'add', path: '', value: body }]);
    expect(outcome.event?.inverse).toEqual([{ op: 'remove', path: '' }]);
    expect(outcome.event?.command).toEqual({
      type: 'document.create',
      // printf '{"properties":{"a":{"type":"keyword"}}}' | sha256sum
      payload: {
        body: { digest: 'sha256:cac336499577aae820d0686f38ad11d6b9c24b6b85567beb00ba479741730591', length: 39 },
      },
    });
  });

  it('is not undone: there was nothing before', () => {
    const document = given(undefined).after('document.create', { body: {} });
    expect(document.when('history.undo', {}).rejected).toBe('history.nothing_to_undo');
  });

  it('takes a body of 500 levels and refuses one of 501', () => {
    const nested = (levels: number) => {
      let value: object = {};
      for (let level = 1; level < levels; level++) value = { a: value };
      return value;
    };
    expect(given(undefined).when('document.create', { body: nested(500) }).rejected).toBeUndefined();
    expect(given(undefined).when('document.create', { body: nested(501) }).rejected).toBe('document.too_deep');
    expect(given(undefined).when('document.create', { body: nested(5_000) }).rejected).toBe('command.invalid');
  });

  it.each([[[]], [null], ['{}'], [1]])('refuses %j with document.not_an_object', (body) => {
    expect(given(undefined).when('document.create', { body }).rejected).toBe('document.not_an_object');
  });

  it('refuses a second start with document.exists', () => {
    expect(given({}).when('document.create', { body: {} }).rejected).toBe('document.exists');
  });

  it('any other command before it is refused with document.not_started', () => {
    for (const [type, payload] of [
      ['field.add', { parent: null, name: 'a', definition: { type: 'ip' } }],
      ['configuration.save', { set: { dynamic: false } }],
      ['editor.replaceMappings', { mappings: {} }],
      ['history.undo', {}],
    ] as const) {
      expect(given(undefined).when(type, payload).rejected).toBe('document.not_started');
    }
  });
});
