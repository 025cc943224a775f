import { describe, expect, it } from 'vitest';
import type { UnappliedContent, UnappliedContentStore } from '#domain/ports';
import { describeUnappliedContent } from '../../tests/contracts/unapplied-content.contract.ts';
import { memoryUnappliedContent } from './memory-unapplied-content.ts';
import { copiedUnapplied } from './unapplied-copies.ts';

/** A local storage in memory. */
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
  const never = () => new Promise<never>(() => undefined);
  return { ...store, put: never, recover: never, remove: never };
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
    void copiedUnapplied(going(inner), goneAre('before'), () => storage).read('draft/a');
    expect(await copiedUnapplied(inner, goneAre('before'), () => storage).read('draft/a')).toEqual([typed('[1')]);
    expect(storage.length).toBe(0);
  });

  it('stays where the store refuses, for the next page, and holds up nothing else', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    const refuse = () => Promise.reject(new DOMException('No room.', 'QuotaExceededError'));
    const full = { ...inner, put: refuse, recover: refuse };
    await expect(copiedUnapplied(full, NOBODY, () => storage).put(typed('[1'))).rejects.toThrow('No room.');
    expect(await copiedUnapplied(full, goneAre('before'), () => storage).read('draft/a')).toEqual([]);
    expect(await copiedUnapplied(inner, goneAre('before'), () => storage).read('draft/a')).toEqual([typed('[1')]);
  });

  it('that can not be read is left alone, and the others are stored', async () => {
    const [inner, left] = [memoryUnappliedContent(), new Map<string, string>()];
    void copiedUnapplied(going(inner), NOBODY, () => storageOf(left)).put(typed('['));
    const others = [
      'of another version',
      '["draft/a","before","hologram","none"]',
      '["draft/a","before","json","none"]',
    ];
    const storage = storageOf(new Map([...others.map((key) => [`mapledger-unapplied:${key}`, '{'] as const), ...left]));
    expect(await copiedUnapplied(inner, goneAre('before'), () => storage).read('draft/a')).toEqual([typed('[')]);
    expect(storage.length).toBe(3);
  });

  it('is left to a tab that is alive, and stored by a page that reads after that tab is gone', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    void copiedUnapplied(going(inner), NOBODY, () => storage).put(typed('['));
    const gone = new Set<string>();
    const other = copiedUnapplied(
      inner,
      { findGone: () => Promise.resolve((tab: string) => gone.has(tab)) },
      () => storage,
    );
    expect(await other.read('draft/a')).toEqual([]);
    gone.add('before');
    expect(await other.adopt('draft/a', 'other', () => true)).toEqual([typed('[', { tab: 'other' })]);
    expect(storage.length).toBe(0);
  });

  it('does not come back beside its record, which another tab has adopted', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    void copiedUnapplied(going(inner), NOBODY, () => storage).put(typed('['));
    await inner.put(typed('[', { tab: 'other', at: '2026-11-22T03:00:01.000Z' }));
    const next = copiedUnapplied(inner, goneAre('before'), () => storage);
    expect((await next.read('draft/a')).map(({ tab }) => tab)).toEqual(['other']);
    expect(storage.length).toBe(0);
  });

  it('gives way to a removal, which the next page repeats where the page went before it was done', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    await inner.put(typed('[', { field: '/properties/a' }));
    await inner.put(typed('{'));
    void copiedUnapplied(going(inner), NOBODY, () => storage).remove(typed('', { field: '/properties/a' }));
    expect(await copiedUnapplied(inner, goneAre('before'), () => storage).read('draft/a')).toEqual([typed('{')]);
    expect(storage.length).toBe(0);
  });

  it('is not repeated where the same tab has typed again after a removal', async () => {
    const [inner, storage] = [memoryUnappliedContent(), storageOf()];
    const page = copiedUnapplied(going(inner), NOBODY, () => storage);
    void page.remove(typed(''));
    void page.put(typed('[1'));
    expect(await copiedUnapplied(inner, goneAre('before'), () => storage).read('draft/a')).toEqual([typed('[1')]);
  });

  it('does not bring back what was applied, where a browser that is killed had not written that it was let go', async () => {
    const inner = memoryUnappliedContent();
    const [texts, onDisk] = [new Map<string, string>(), new Map<string, string>()];
    const store = copiedUnapplied(inner, NOBODY, () => storageOf(texts));
    const putting = store.put(typed('['));
    for (const [key, text] of texts) onDisk.set(key, text);
    await putting;
    await store.remove(typed('', { at: '2026-11-22T03:00:01.000Z' }));
    const next = copiedUnapplied(inner, goneAre('before'), () => storageOf(onDisk));
    expect(await next.read('draft/a')).toEqual([]);
    expect(onDisk.size).toBe(0);
  });

  it('does not come back beside what the tab that adopted it has typed, however often browsers are killed', async () => {
    const inner = memoryUnappliedContent();
    const onDisk = new Map<string, string>();
    void copiedUnapplied(going(inner), NOBODY, () => storageOf(onDisk)).put(typed('['));
    const [tabs, copies] = [['before', 'next', 'last'], [...onDisk]];
    for (const [index, tab] of tabs.slice(1).entries()) {
      const isGone = goneAre(...tabs.slice(0, index + 1));
      const page = copiedUnapplied(inner, isGone, () => storageOf(new Map(copies)));
      expect(await page.adopt('draft/a', tab, (content) => content.tab !== tab)).toHaveLength(1);
      await page.put(typed('[1'.repeat(index + 1), { tab, at: `2026-11-22T03:00:0${index + 1}.000Z` }));
    }
    expect(await inner.read('draft/a')).toEqual([typed('[1[1', { tab: 'last', at: '2026-11-22T03:00:02.000Z' })]);
  });

  it('does not remove what was typed since, where a browser that is killed had not written that the removal was done', async () => {
    const inner = memoryUnappliedContent();
    const [texts, onDisk] = [new Map<string, string>(), new Map<string, string>()];
    const store = copiedUnapplied(inner, NOBODY, () => storageOf(texts));
    await store.put(typed('['));
    const removing = store.remove(typed('', { at: '2026-11-22T03:00:01.000Z' }));
    for (const [key, text] of texts) onDisk.set(key, text);
    await removing;
    const since = typed('{', { at: '2026-11-22T03:00:02.000Z' });
    await store.put(since);
    const next = copiedUnapplied(inner, goneAre('before'), () => storageOf(onDisk));
    expect(await next.read('draft/a')).toEqual([since]);
    expect(onDisk.size).toBe(0);
  });

  it('is done without where the page may not use the local storage', async () => {
    const store = copiedUnapplied(memoryUnappliedContent(), NOBODY, () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    await store.put(typed('['));
    expect(await store.read('draft/a')).toEqual([typed('[')]);
  });
});
