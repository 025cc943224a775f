import { expect, it } from 'vitest';
import { DEFAULT_STORAGE_NAME, localStorageOf } from './local-storage-of.ts';

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
