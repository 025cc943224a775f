import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';

const keyword = { type: 'keyword' };
const remove = (field: string) => ['field.remove', { field }] as const;

describe('field.remove', () => {
  it('removes a subtree by one operation, and says how much that was', () => {
    const outcome = givenFields({
      host: { properties: { ip: { type: 'ip' }, os: { properties: { name: keyword } } } },
      a: keyword,
    }).when(...remove('/properties/host'));
    expect(outcome.patch).toEqual([{ op: 'remove', path: '/properties/host' }]);
    expect(outcome.summary).toBe('Remove host with 3 child fields');
    expect(outcome.body).toEqual({ properties: { a: keyword } });
  });

  it('removes every alias to it and into it, wherever it stands', () => {
    const document = givenFields({
      host: { properties: { ip: { type: 'ip' }, inner: { type: 'alias', path: 'host.ip' } } },
      al: { type: 'alias', path: 'host.ip' },
      deep: { properties: { al: { type: 'alias', path: 'host.ip' } } },
      copy: { type: 'text', copy_to: 'host.ip' },
    });
    const outcome = document.when(...remove('/properties/host'));
    expect(outcome.patch).toEqual([
      { op: 'remove', path: '/properties/al' },
      { op: 'remove', path: '/properties/deep/properties/al' },
      { op: 'remove', path: '/properties/host' },
    ]);
    expect(outcome.summary).toBe('Remove host with 2 child fields and 2 aliases');
  });

  it('takes `fields` along with the last multi-field, and only with it', () => {
    const two = givenFields({ a: { type: 'text', fields: { x: keyword, y: keyword } } });
    expect(two.when(...remove('/properties/a/fields/x')).patch).toEqual([
      { op: 'remove', path: '/properties/a/fields/x' },
    ]);
    const one = two.after(...remove('/properties/a/fields/x')).when(...remove('/properties/a/fields/y'));
    expect(one.patch).toEqual([{ op: 'remove', path: '/properties/a/fields' }]);
    expect(one.body).toEqual({ properties: { a: { type: 'text' } } });
  });

  it('takes `fields` along where the other multi-fields are aliases that go too', () => {
    const document = givenFields({ a: { type: 'text', fields: { x: keyword, y: { type: 'alias', path: 'a.x' } } } });
    expect(document.when(...remove('/properties/a/fields/x')).body).toEqual({ properties: { a: { type: 'text' } } });
  });

  it('keeps `properties` with its last field', () => {
    const document = givenFields({ o: { properties: { a: keyword } } });
    expect(document.when(...remove('/properties/o/properties/a')).body).toEqual({
      properties: { o: { properties: {} } },
    });
  });

  it('removes a definition that is no object', () => {
    expect(givenFields({ odd: null }).when(...remove('/properties/odd')).patch).toEqual([
      { op: 'remove', path: '/properties/odd' },
    ]);
  });

  it('removes a field that stands in an alias to it, and leaves the alias', () => {
    const document = givenFields({ x: { type: 'alias', path: 'x.y', properties: { y: keyword } } });
    expect(document.when(...remove('/properties/x/properties/y')).patch).toEqual([
      { op: 'remove', path: '/properties/x/properties/y' },
    ]);
  });

  it('removes an alias that stands in another one with that one', () => {
    const document = givenFields({
      a: keyword,
      x: { type: 'alias', path: 'a', properties: { y: { type: 'alias', path: 'a' } } },
      'x.z': { type: 'alias', path: 'a' },
    });
    expect(document.when(...remove('/properties/a')).body).toEqual({ properties: {} });
  });

  it.each([
    ['/properties/none'],
    ['/properties'],
    ['/properties/a/fields/none'],
    ['/properties/a/type'],
    ['/properties/list/fields/0'],
    [''],
  ])('refuses %s with field.not_found', (field) => {
    const document = givenFields({ a: keyword, list: { type: 'text', fields: [keyword] } });
    expect(document.when(...remove(field)).rejected).toBe('field.not_found');
  });

  it('rejects with command.invalid: not a JSON Pointer', () => {
    expect(givenFields({}).when(...remove('properties'))).toMatchObject({
      rejected: 'command.invalid',
      detail: { at: '/field' },
    });
  });
});
