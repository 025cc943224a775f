import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { locateMappings } from '#domain/template';
import { isPlainObject, own, walkedType, walkFields } from '../../src/fuzz/generate/walk.ts';

const CORPUS = process.env['MAPLEDGER_CORPUS'] ?? join(import.meta.dirname, '../../../shared/corpus');
export const NO_CORPUS =
  'there is no corpus of real mappings in ../shared/corpus; MAPLEDGER_CORPUS names another folder';

/** What a field of a real mapping says of itself, without what it holds. */
export interface RealDefinition {
  readonly type: string;
  readonly definition: JsonObject;
}

/** The definitions of all fields of all mappings of the corpus, each different one once; undefined without the corpus. */
export function realDefinitions(): readonly RealDefinition[] | undefined {
  if (!existsSync(join(CORPUS, 'manifest.json'))) return undefined;
  const manifest = JSON.parse(readFileSync(join(CORPUS, 'manifest.json'), 'utf8')) as {
    readonly files: readonly { readonly file: string; readonly kind: string }[];
  };
  const definitions = new Map<string, RealDefinition>();
  for (const { file, kind } of manifest.files) {
    const value = parseJson(readFileSync(join(CORPUS, file), 'utf8'));
    const body = kind.startsWith('rest-') && isPlainObject(value) ? own(value, 'body') : value;
    if (!isPlainObject(body)) continue;
    const { mappingsAt } = locateMappings(body);
    for (const field of walkFields(valueAt(body, mappingsAt), mappingsAt)) {
      if (!isPlainObject(field.definition)) continue;
      const definition = Object.fromEntries(
        Object.entries(field.definition).filter(([name]) => name !== 'properties' && name !== 'fields'),
      );
      const text = JSON.stringify(definition, (_, each: unknown) => (typeof each === 'bigint' ? `${each}n` : each));
      if (!definitions.has(text)) definitions.set(text, { type: walkedType(field), definition });
    }
  }
  return [...definitions.values()];
}

/** Few definitions that have every parameter of every type with every kind of value among them: the richest first, greedily. */
export function coverOf(definitions: readonly RealDefinition[]): readonly RealDefinition[] {
  const traits = definitions.map((each) => ({ each, left: traitsOf(each) }));
  const covered = new Set<string>();
  const cover: RealDefinition[] = [];
  // What a definition adds never grows: one that was the best by an old count and still is, is the best.
  for (let queue = traits.sort((a, b) => b.left.length - a.left.length); queue.length > 0;) {
    const first = queue[0] as (typeof traits)[number];
    const left = first.left.filter((trait) => !covered.has(trait));
    if (left.length === 0) {
      queue = queue.slice(1);
    } else if (left.length === first.left.length) {
      cover.push(first.each);
      for (const trait of left) covered.add(trait);
      queue = queue.slice(1);
    } else {
      first.left = left;
      queue = queue.sort((a, b) => b.left.length - a.left.length);
    }
  }
  return cover;
}

function traitsOf({ type, definition }: RealDefinition): string[] {
  return Object.entries(definition).map(([name, value]) =>
    name === 'type' ? type : `${type} ${name} ${kindOf(value)}`,
  );
}

/** Options count as kinds of their own, free texts and numbers do not. */
function kindOf(value: JsonValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value === '' ? 'empty' : /^(true|false)$/.test(value) ? value : 'text';
  if (Array.isArray(value)) return value.length === 0 ? 'empty list' : 'list';
  if (isPlainObject(value)) return `object of ${Object.keys(value).sort().join()}`;
  return typeof value;
}
