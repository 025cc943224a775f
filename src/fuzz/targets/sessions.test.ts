import { describe, expect, it } from 'vitest';
import { replay } from '#domain/document';
import type { JsonObject, JsonValue } from '#domain/json';
import type { Intent } from '../generate/intents.ts';
import { NO_COUNTER } from '../case/tally.ts';
import { eventsOfSession, sessionTarget } from './sessions.ts';

const text = { type: 'text' };
const wants = (kind: Intent['kind'], pick: number, more: Partial<Intent> = {}): Intent => ({
  ...{ kind, pick, author: 0, name: 'x', type: 'keyword', definition: text, parameters: [], mappings: null, parts: [] },
  ...more,
});
const edit = (tab: number, intent: Intent) => ({ tab, what: 'edit', intent });

/** Cases that the session target has found, made smaller by hand. */
const FOUND: readonly [string, JsonObject, readonly number[], readonly unknown[]][] = [
  [
    'another one has changed the type first, of a field that was renamed meanwhile, and has moved it in the same batch',
    { a: { type: 'keyword' } },
    [],
    [
      edit(0, wants('addField', 1391, { name: 'm' })),
      edit(
        2,
        wants('batch', 1391, { parts: [wants('changeType', 1391, { definition: text }), wants('addField', 55)] }),
      ),
      edit(0, wants('renameField', 0, { name: 'b' })),
      edit(0, wants('addField', 1, { name: 'c' })),
      edit(1, wants('batch', 1, { parts: [wants('changeType', 1, { type: 'string' }), wants('addField', 0)] })),
    ],
  ],
  [
    'another one has set the parameter first, and has made the multi-fields that the rest is added to',
    { a: { type: 'keyword' } },
    [0],
    [
      edit(1, wants('addField', 1, { name: 'm' })),
      edit(1, wants('setParameters', 2, { parameters: [['index', false]] })),
      { tab: 1, what: 'rest' },
      edit(
        0,
        wants('batch', 2, {
          parts: [
            wants('setParameters', 2, { parameters: [['index', false]] }),
            wants('addField', 1, { name: 'n', definition: { type: 'ip' } }),
          ],
        }),
      ),
    ],
  ],
  [
    'another one has renamed the field alike, and has led its reference to itself elsewhere in the same edit',
    { a: { type: 'alias', path: 'a' } },
    [],
    [
      edit(
        1,
        wants('editField', 2082, {
          name: 'b',
          definition: { type: 'keyword' },
          parameters: [['path', 'just_name']],
        }),
      ),
      edit(0, wants('renameField', 0, { name: 'b' })),
      edit(0, wants('editField', 0, { name: 'a', parameters: [['index', false]] })),
      { tab: 0, what: 'reload' },
    ],
  ],
  [
    'another one has set the parameter first, and has renamed the field before what refers to it was added',
    JSON.parse('{"__proto__":{}}') as JsonObject,
    [],
    [
      edit(0, wants('removeField', 4827, { name: ' ' })),
      edit(
        1,
        wants('batch', 4827, {
          parts: [
            wants('editField', 4827, {
              type: 'keyword',
              definition: { type: 'string' },
              parameters: [['index', false]],
            }),
            wants('setParameters', 4827, { parameters: [['__proto__', '']] }),
            wants('addField', 0, { name: 'a', definition: { type: 'keyword' } }),
          ],
        }),
      ),
      edit(0, wants('removeField', 601, { name: 'a', definition: { type: 'text', path: '#reference:0' } })),
      edit(
        2,
        wants('batch', 601, {
          parts: [
            wants('setParameters', 601, { parameters: [['index', false]] }),
            wants('addField', 651, { name: '__proto__', definition: { type: 'keyword' } }),
          ],
        }),
      ),
      edit(0, wants('addField', 0, { name: '\u0000', definition: { type: 'keyword' } })),
      edit(1, wants('renameField', 0, { name: 'user' })),
      edit(1, wants('batch', 3521, { parts: [wants('removeRuntimeField', 9494, { name: 'a\nb' })] })),
    ],
  ],
];

describe('what refers to a field that another one renames', () => {
  const alias = { type: 'alias' };
  const link = wants('addField', 0, { name: 'link', definition: alias });
  const copy = wants('addField', 42, { name: 'copy', definition: { type: 'keyword' } });
  it.each<[string, readonly Intent[]]>([
    ['an alias', [link]],
    ['a copy_to', [copy]],
    ['a batch', [wants('batch', 30, { parts: [{ ...link, pick: 30 }, wants('addField', 3, { name: 'more' })] })]],
    ['an alias of a field that is renamed alike', [link, wants('renameField', 0, { name: 'b' })]],
  ])('is made to name it as it is called then: %s', async (_, mine) => {
    const moves = [edit(1, wants('renameField', 0, { name: 'b' })), ...mine.map((each) => edit(0, each))];
    const value = { body: { properties: { a: text } }, mappingsAt: '', deaf: [0, 1], moves } as unknown as JsonValue;
    await expect(sessionTarget.holds(value, NO_COUNTER)).resolves.toBeUndefined();
    expect(JSON.stringify(replay(undefined, await eventsOfSession(value)))).toMatch(/"(path|copy_to)":\[?"b"/);
  });
});

describe('what has nothing left to do', () => {
  it.each(FOUND)('may be missing where %s', async (_, properties, deaf, moves) => {
    const value = { body: { properties }, mappingsAt: '', deaf, moves } as unknown as JsonValue;
    await expect(sessionTarget.holds(value, NO_COUNTER)).resolves.toBeUndefined();
  });
});
