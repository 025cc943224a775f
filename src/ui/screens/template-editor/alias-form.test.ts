import { describe, expect, it } from 'vitest';
import { aliasTexts, readAlias, withAlias } from './alias-form.ts';

const aliases = {
  all: {},
  errors: { filter: { term: { level: 'error' } }, routing: 7, is_hidden: true, later: [1] },
  last: {},
};

function edited(of: string, changes: Readonly<Record<string, string>>) {
  const read = readAlias({ ...aliasTexts(of, aliases), ...changes }, aliases);
  return read === null || 'faults' in read ? read : withAlias(aliases, read);
}

describe('the form of an alias', () => {
  it('changes nothing as it is shown', () => {
    for (const name of Object.keys(aliases)) expect(edited(name, {})).toEqual(aliases);
  });

  it('writes what was typed and keeps what it has no input for', () => {
    expect(edited('errors', { filter: '', is_hidden: 'false', index_routing: 'a' })).toMatchObject({
      errors: { routing: 7, is_hidden: false, later: [1], index_routing: 'a' },
    });
    expect(edited('errors', { filter: '' })).not.toHaveProperty('errors.filter');
  });

  it('renames an alias where it stands', () => {
    expect(Object.keys(edited('errors', { alias: 'faults' }) ?? {})).toEqual(['all', 'faults', 'last']);
  });

  it('adds an alias at the end', () => {
    const read = readAlias({ of: '', alias: 'constructor' }, aliases);
    expect(read === null || 'faults' in read ? null : Object.keys(withAlias(aliases, read)).at(-1)).toBe('constructor');
  });

  it.each([
    ['alias', { alias: 'all' }, 'This template already has an alias with this name.'],
    ['alias', { alias: 'a b' }, "The name can't contain a space."],
    ['filter', { filter: '[]' }, 'The filter must be a query as a JSON object.'],
    ['filter', { filter: '{' }, 'Line 1, column 2: '],
  ])('refuses in %s %j', (place, changes, fault) => {
    const read = edited('errors', changes) as { readonly faults: Readonly<Record<string, string>> };
    expect(read.faults[place]).toContain(fault);
  });

  it('is closed where nobody types', () => {
    expect(readAlias({}, aliases)).toBeNull();
  });
});
