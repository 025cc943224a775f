import { describe, expect, it } from 'vitest';
import { keyCaps, matchesChord, splitChord } from './keys.ts';

interface Pressed {
  readonly key: string;
  readonly code?: string;
  readonly ctrlKey?: boolean;
  readonly shiftKey?: boolean;
  readonly altKey?: boolean;
  readonly metaKey?: boolean;
}

const pressed = (keys: Pressed) => ({
  code: '',
  ctrlKey: false,
  shiftKey: false,
  altKey: false,
  metaKey: false,
  ...keys,
});

describe('matchesChord', () => {
  it.each<[string, Pressed, boolean]>([
    ['Mod+Z', { key: 'z', ctrlKey: true }, true],
    ['Mod+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, false],
    ['Mod+Shift+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, true],
    ['Mod+Z', { key: 'z' }, false],
    ['Mod+Z', { key: 'z', ctrlKey: true, altKey: true }, false],
    ['?', { key: '?', shiftKey: true }, true],
    ['/', { key: '/' }, true],
    ['/', { key: '/', shiftKey: true }, true],
    ['/', { key: '/', ctrlKey: true }, false],
    ['Alt+J', { key: '∆', code: 'KeyJ', altKey: true }, true],
    ['Insert', { key: 'Insert' }, true],
    ['Insert', { key: 'Insert', shiftKey: true }, false],
  ])('%s and %o: %s', (chord, keys, isMatch) => expect(matchesChord(pressed(keys), chord)).toBe(isMatch));
});

describe('splitChord', () => {
  it('knows that plus is a key too', () => {
    expect(splitChord('Mod++')).toEqual(['Mod', '+']);
    expect(splitChord('+')).toEqual(['+']);
  });
});

describe('keyCaps', () => {
  it('prints keys as they are labelled', () => expect(keyCaps('Mod+ArrowUp')).toEqual(['Ctrl', '↑']));
});
