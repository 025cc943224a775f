import { describe, expect, it } from 'vitest';
import type { UnappliedContent, UnappliedContentStore } from '#domain/ports';
import { describeUnappliedContent } from '../../tests/contracts/unapplied-content.contract.ts';
import { memoryUnappliedContent } from './memory-unapplied-content.ts';
import { copiedUnapplied } from './unapplied-copies.ts';

/** A session storage in memory. */
function storageOf(texts = new Map<string, string>()) {
  return {
    get length() {
      return texts.size;
    },
    key: (index: number) => [...texts.keys()][index] ?? null,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
}

const goneAre = (...tabs: readonly string[]) => ({
  findGone: () => Promise.resolve((tab: string) => tabs.includes(tab)),
});
const NOBODY = goneAre();

const typed = (text: string, change: Partial<UnappliedContent> = {}): UnappliedContent => ({
  stream: 'draft/a',
  form: 'templates',
  field: null,
  tab: 'before',
  format: 1,
  baseVersion: 3,
  at: '2026-11-22T03:00:00.000Z',
  values: { json: text },
  ...change,
});

/** A store whose page goes in the middle of every write. */
function going(store: UnappliedContentStore): UnappliedContentStore {
  return { ...store, put: () => new Promise(() => undefined) };
}

describeUnappliedContent('memory with copies', async () => {
  const storage = storageOf();
  return { store: copiedUnapplied(memoryUnappliedContent(), NOBODY, () => storage), destroy: async () => {} };
});

describe('a copy of what is typed', () => {
  it('is stored by the next page, where the page went before it was stored', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    void copiedUnapplied(going(inner), NOBODY, () => storage).put(typed('[1'));
    const next = copiedUnapplied(inner, goneAre('before'), () => storage);
    expect(await next.read('draft/a')).toEqual([typed('[1')]);
    expect(storage.length).toBe(0);
  });

  it('is let go when it is stored, and when its record is removed', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    const store = copiedUnapplied(inner, NOBODY, () => storage);
    const putting = store.put(typed('['));
    expect(storage.length).toBe(1);
    await putting;
    expect(storage.length).toBe(0);
    void copiedUnapplied(going(inner), NOBODY, () => storage).put(typed('[1'));
    await store.remove(typed(''));
    expect(storage.length).toBe(0);
  });

  it('gives way to a newer record', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    void copiedUnapplied(going(inner), NOBODY, () => storage).put(typed('old'));
    const newer = typed('new', { at: '2026-11-22T03:00:01.000Z' });
    await inner.put(newer);
    expect(await copiedUnapplied(inner, goneAre('before'), () => storage).read('draft/a')).toEqual([newer]);
  });

  it('is not lost where the next page goes too before it was stored', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    void copiedUnapplied(going(inner), NOBODY, () => storage).put(typed('[1'));
    copiedUnapplied(going(inner), goneAre('before'), () => storage);
    expect(await copiedUnapplied(inner, goneAre('before'), () => storage).read('draft/a')).toEqual([typed('[1')]);
    expect(storage.length).toBe(0);
  });

  it('stays where the store refuses, for the next page, and holds up nothing else', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    const full = { ...inner, put: () => Promise.reject(new DOMException('No room.', 'QuotaExceededError')) };
    await expect(copiedUnapplied(full, NOBODY, () => storage).put(typed('[1'))).rejects.toThrow('No room.');
    expect(await copiedUnapplied(full, goneAre('before'), () => storage).read('draft/a')).toEqual([]);
    expect(await copiedUnapplied(inner, goneAre('before'), () => storage).read('draft/a')).toEqual([typed('[1')]);
  });

  it('that can not be read is left alone, and the others are stored', async () => {
    const [inner, left] = [memoryUnappliedContent(), new Map<string, string>()];
    void copiedUnapplied(going(inner), NOBODY, () => storageOf(left)).put(typed('['));
    const storage = storageOf(new Map([['mapledger-unapplied:of another version', '{'], ...left]));
    expect(await copiedUnapplied(inner, goneAre('before'), () => storage).read('draft/a')).toEqual([typed('[')]);
  });

  it('is not taken from a tab that is alive, as in a tab that was duplicated', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    void copiedUnapplied(going(inner), NOBODY, () => storage).put(typed('['));
    expect(await copiedUnapplied(inner, NOBODY, () => storage).read('draft/a')).toEqual([]);
  });

  it('is done without where the page may not use the session storage', async () => {
    const store = copiedUnapplied(memoryUnappliedContent(), NOBODY, () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    await store.put(typed('['));
    expect(await store.read('draft/a')).toEqual([typed('[')]);
  });
});
