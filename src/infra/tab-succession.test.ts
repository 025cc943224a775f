import { expect, it } from 'vitest';
import { loneTab, succeedPage } from './tab-presence.ts';

function sessionOfTab() {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  /** Loads a page; returns the one before, and the page. */
  const load = (id: string) => {
    const page = new EventTarget();
    return { page, before: succeedPage(id, storage, page) };
  };
  return { load };
}

it('a page succeeds the one that went', () => {
  const { load } = sessionOfTab();
  const first = load('first');
  first.page.dispatchEvent(new Event('pagehide'));
  const second = load('second');
  expect([first.before, second.before]).toEqual([null, 'first']);
});

it('a page succeeds none that is still there, as in a duplicated tab, or there again', () => {
  const { load } = sessionOfTab();
  const first = load('first');
  expect(load('duplicate').before).toBeNull();
  first.page.dispatchEvent(new Event('pagehide'));
  first.page.dispatchEvent(new Event('pageshow'));
  expect(load('next').before).toBeNull();
});

it('without locks only the page before is gone for certain', async () => {
  const isGone = await loneTab('me', 'before').findGone();
  expect(['me', 'before', 'another'].map(isGone)).toEqual([false, true, false]);
  expect((await loneTab('me').findGone())('another')).toBe(false);
});
