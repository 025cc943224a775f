import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as consoleLists from '#domain/console';
import * as documents from '#domain/documents';
import * as history from '#domain/history';
import * as json from '#domain/json';
import * as mapping from '#domain/mapping';
import * as proof from '#domain/proof';
import * as template from '#domain/template';

const PARTS: Readonly<Record<string, object>> = {
  console: consoleLists,
  documents,
  history,
  json,
  mapping,
  proof,
  template,
};
const HERE = new URL('.', import.meta.url);
const README = readFileSync(new URL('README.md', HERE), 'utf8');
const THIS_FILE = readFileSync(new URL(import.meta.url), 'utf8');

/** The names in the README, as `part.name`. */
function documented(): readonly string[] {
  return README.split('\n').flatMap((line) => {
    const [, part, names = ''] = /^- `#domain\/(\w+)`: (.*)$/.exec(line) ?? [];
    return part === undefined ? [] : Array.from(names.matchAll(/`(\w+)`/g), ([, name]) => `${part}.${name ?? ''}`);
  });
}

/** The functions whose docstring says `@public`, as `part.name`. */
function tagged(): readonly string[] {
  return readdirSync(HERE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, HERE), 'utf8');
      return Array.from(
        text.matchAll(/ \* @public\n \*\/\nexport function\*? (\w+)/g),
        ([, name]) => `${file.split('/')[0] ?? ''}.${name ?? ''}`,
      );
    });
}

describe('what the domain has for others to call', () => {
  it('is listed in the README and marked in the source', () => {
    expect(documented().length).toBeGreaterThan(0);
    expect([...tagged()].sort()).toEqual([...documented()].sort());
  });

  it.each(documented())('exports %s', (place) => {
    const [part = '', name = ''] = place.split('.');
    expect(PARTS[part]).toHaveProperty(name, expect.any(Function));
  });

  it('does what the example in the README says', () => {
    const { parseJson, applyPatch } = json;
    const { extractMappingsDefinition, normalize, searchFields, deNormalize } = mapping;
    // The example:
    const pasted = parseJson('{ "_doc": { "properties": { "host": { "properties": { "ip": { "type": "ip" } } } } } }');
    const { mappings } = extractMappingsDefinition(pasted) ?? { mappings: {} };
    const fields = normalize(mappings);
    const [found] = searchFields('host.ip', fields);
    const { body, inverse } = applyPatch(mappings, [{ op: 'remove', path: found?.id ?? '' }]);
    const properties = deNormalize(normalize(body ?? {}));
    // The end of the example.
    expect(found?.id).toBe('/properties/host/properties/ip');
    expect(properties).toEqual({ host: { properties: {} } });
    expect(inverse).toEqual([{ op: 'add', path: '/properties/host/properties/ip', value: { type: 'ip' } }]);
    const example = /```ts\n([\s\S]*?)```/.exec(README)?.[1] ?? '';
    const run = THIS_FILE.slice(THIS_FILE.indexOf('// The example:\n'), THIS_FILE.indexOf('    // The end of'));
    expect(
      run
        .split('\n')
        .slice(1)
        .map((line) => line.trim())
        .join('\n'),
    ).toBe(example);
  });
});
