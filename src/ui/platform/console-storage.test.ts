import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_STORAGE_NAME, localStorageOf, nameConsoleStorage } from './console-storage.ts';
import { devicePreference, keepPreference } from './device-preferences.ts';
import { keptTheme, THEME_KEY } from './kept-theme.ts';
import { keepTreePlace, keptTreePlace } from './tree-places.ts';
import { lastReason } from './work-reason.ts';

afterEach(() => {
  nameConsoleStorage(DEFAULT_STORAGE_NAME);
  vi.unstubAllGlobals();
});

/** A storage over a map, as the browser has it. */
function storageOver(texts: Map<string, string>) {
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
    key: (index: number) => [...texts.keys()][index] ?? null,
    get length() {
      return texts.size;
    },
  };
}

it('keeps the keys of consoles of different servers apart', () => {
  const texts = new Map<string, string>();
  const [first, second, usual] = ['mapledger/a', 'mapledger/ab', DEFAULT_STORAGE_NAME].map((name) =>
    localStorageOf(name, () => storageOver(texts))(),
  );
  const keysOf = (storage: typeof first) =>
    Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index)).filter(
      (key) => key?.startsWith('note') === true,
    );
  first?.setItem('note', 'one');
  second?.setItem('note', 'two');
  usual?.setItem('note', 'three');
  expect([first, second, usual].map((each) => each?.getItem('note'))).toEqual(['one', 'two', 'three']);
  expect([first, second, usual].map(keysOf)).toEqual([['note'], ['note'], ['note']]);
  second?.removeItem('note');
  expect([first, second, usual].map((each) => each?.getItem('note'))).toEqual(['one', null, 'three']);
  expect(texts.get('note')).toBe('three');
});

it('keeps preferences and what a tab keeps apart, also where one page shows two consoles in turn', () => {
  const [local, session] = [new Map<string, string>(), new Map<string, string>()];
  vi.stubGlobal('window', { localStorage: storageOver(local), sessionStorage: storageOver(session) });
  const docs = devicePreference<string>(
    'docs',
    (text) => text ?? 'public',
    (value) => value,
  );
  const place = { version: 1, isExpandedByDefault: true, exceptions: [], offset: 7 };
  const readAll = () => [docs.getSnapshot(), keptTheme(), lastReason.getSnapshot(), keptTreePlace('draft/a')];
  const nothing = ['public', 'system', '', null];

  nameConsoleStorage('mapledger/a');
  docs.set('ours');
  lastReason.set('OPS-1');
  keepPreference(THEME_KEY, 'dark');
  keepTreePlace('draft/a', place);
  nameConsoleStorage('mapledger/b');
  expect(readAll()).toEqual(nothing);
  nameConsoleStorage(DEFAULT_STORAGE_NAME);
  expect(readAll()).toEqual(nothing);
  nameConsoleStorage('mapledger/a');
  expect(readAll()).toEqual(['ours', 'dark', 'OPS-1', place]);
  expect([...local.keys(), ...session.keys()].filter((key) => !key.startsWith('mapledger/a:'))).toEqual([]);
});
