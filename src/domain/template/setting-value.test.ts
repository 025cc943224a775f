import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { settingIn, withSetting } from './setting-value.ts';

const FORMS: readonly (readonly [string, JsonObject])[] = [
  ['nested', { index: { number_of_shards: '1', lifecycle: { name: 'x' } } }],
  ['nested without index', { number_of_shards: '1', lifecycle: { name: 'x' } }],
  ['dotted', { 'index.number_of_shards': '1', 'index.lifecycle.name': 'x' }],
  ['dotted without index', { number_of_shards: '1', 'lifecycle.name': 'x' }],
  ['both', { index: { number_of_shards: '1', 'lifecycle.name': 'x' } }],
];

describe('a setting', () => {
  it.each(FORMS)('is found, changed and taken out where it stands: %s', (_, settings) => {
    expect(settingIn(settings, 'number_of_shards')).toBe('1');
    expect(settingIn(settings, 'lifecycle.name')).toBe('x');
    expect(settingIn(settings, 'refresh_interval')).toBeUndefined();
    const changed = withSetting(settings, 'lifecycle.name', 'y');
    expect(JSON.stringify(changed)).toBe(JSON.stringify(settings).replace('"x"', '"y"'));
    const removed = withSetting(settings, 'lifecycle.name', undefined);
    expect(JSON.stringify(removed)).not.toContain('lifecycle');
    expect(settingIn(removed, 'number_of_shards')).toBe('1');
    expect(withSetting(settings, 'refresh_interval', undefined)).toBe(settings);
  });

  it('is added as the others are written', () => {
    expect(withSetting({}, 'lifecycle.name', 'x')).toEqual({ index: { lifecycle: { name: 'x' } } });
    expect(withSetting({ index: { a: 1 } }, 'lifecycle.name', 'x')).toEqual({
      index: { a: 1, lifecycle: { name: 'x' } },
    });
    expect(withSetting({ 'index.a': 1 }, 'lifecycle.name', 'x')).toEqual({ 'index.a': 1, 'index.lifecycle.name': 'x' });
  });

  it('that was the only one leaves nothing behind', () => {
    expect(withSetting({ index: { lifecycle: { name: 'x' } } }, 'lifecycle.name', undefined)).toEqual({});
  });
});
