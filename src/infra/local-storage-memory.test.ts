import { describe, expect, it } from 'vitest';
import { localStorageMemory } from './local-storage-memory.ts';

function placeOf(text: string | null) {
  let kept = text;
  return { getItem: () => kept, setItem: (_key: string, value: string) => void (kept = value) };
}

const SEEN = '2026-11-21T03:10:08.123Z';

describe('what is remembered of the storage', () => {
  it('is recalled as it was, with what was lost and without', () => {
    const place = placeOf(null);
    const memory = localStorageMemory(() => place);
    expect(memory.recall()).toBeNull();
    memory.remember({ drafts: 3, seenAt: SEEN });
    expect(localStorageMemory(() => place).recall()).toEqual({ drafts: 3, seenAt: SEEN });
    memory.remember({ drafts: 0, seenAt: SEEN, lost: { drafts: 3, seenAt: SEEN } });
    expect(memory.recall()).toEqual({ drafts: 0, seenAt: SEEN, lost: { drafts: 3, seenAt: SEEN } });
    memory.remember({ drafts: 1, seenAt: SEEN, list: '01K' });
    expect(memory.recall()).toEqual({ drafts: 1, seenAt: SEEN, list: '01K' });
  });

  it.each([
    '',
    '{',
    '[]',
    'null',
    '3',
    '{"drafts":"3","seenAt":"2026-11-21T03:10:08.123Z"}',
    '{"drafts":-1,"seenAt":"2026-11-21T03:10:08.123Z"}',
    '{"drafts":1,"seenAt":"yesterday"}',
  ])('is nothing where it is %s', (text) => {
    expect(localStorageMemory(() => placeOf(text)).recall()).toBeNull();
  });

  it('is nothing where the browser refuses it, at once or when it is used, and nobody is disturbed', () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const memory of [
      localStorageMemory(refuse),
      localStorageMemory(() => ({ getItem: refuse, setItem: refuse })),
      localStorageMemory(() => window.localStorage),
    ]) {
      expect(memory.recall()).toBeNull();
      expect(() => memory.remember({ drafts: 1, seenAt: SEEN })).not.toThrow();
    }
  });
});
