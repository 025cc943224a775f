import { describe, expect, it } from 'vitest';
import { draftNameOf, freeName } from './draft-names.ts';
import { readDraftsSearch } from '../screens/drafts/drafts-search.ts';
import { relativeTime } from './relative-time.ts';
import { versionFault } from '../platform/target-engines.ts';

describe('draftNameOf', () => {
  it.each([
    ['ecs.json', 'ecs'],
    ['logs.2026.ndjson', 'logs.2026'],
    ['mapping.json.txt', 'mapping'],
    ['C:\\maps\\ecs.json', 'ecs'],
    ['plain', 'plain'],
    ['.json', 'Pasted mapping'],
    [null, 'Pasted mapping'],
  ])('of %s is %s', (file, name) => {
    expect(draftNameOf(file, 'Pasted mapping')).toBe(name);
  });
});

describe('freeName', () => {
  it('keeps a name that is free', () => expect(freeName('a', ['b'])).toBe('a'));
  it('takes the first free number', () => expect(freeName('a', ['a', 'a (2)', 'a (4)'])).toBe('a (3)'));
});

describe('relativeTime', () => {
  const now = '2026-11-21T12:00:00.000Z';
  it.each([
    ['2026-11-21T11:59:31.000Z', 'just now'],
    ['2026-11-21T11:58:00.000Z', '2 minutes ago'],
    ['2026-11-21T09:00:00.000Z', '3 hours ago'],
    ['2026-11-20T11:00:00.000Z', 'yesterday'],
    ['2026-11-01T12:00:00.000Z', '2 weeks ago'],
    ['2024-11-01T12:00:00.000Z', '2 years ago'],
    ['no time', ''],
  ])('%s is %s', (at, words) => expect(relativeTime(at, now)).toBe(words));
});

describe('readDraftsSearch', () => {
  it('reads what fits', () =>
    expect(readDraftsSearch({ sort: 'name', order: 'asc' })).toEqual({ sort: 'name', order: 'asc' }));
  it('leaves out what does not', () =>
    expect(readDraftsSearch({ sort: 'constructor', order: 1, other: true })).toEqual({}));
});

describe('versionFault', () => {
  it.each(['9', '8.19', '8.19.2'])('takes %s', (version) => expect(versionFault(version)).toBeNull());
  it.each(['', '8.x', '8.', '1.2.3.4'])('refuses "%s"', (version) => expect(versionFault(version)).not.toBeNull());
});
