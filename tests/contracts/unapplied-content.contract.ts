import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UnappliedContent, UnappliedContentStore } from '#domain/ports';
import { HOSTILE_NAMES } from './sample-history.ts';

export interface OpenedUnapplied {
  readonly store: UnappliedContentStore;
  destroy(): Promise<void>;
}

const leftBy =
  (...tabs: readonly string[]) =>
  ({ tab }: UnappliedContent) =>
    tabs.includes(tab);

/** What every `UnappliedContentStore` does. */
export function describeUnappliedContent(name: string, open: () => Promise<OpenedUnapplied>): void {
  describe(`${name} as a store of what is not applied`, () => {
    let opened: OpenedUnapplied;

    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.destroy());

    const content = (change: Partial<UnappliedContent> = {}): UnappliedContent => ({
      stream: 'draft/a',
      form: 'field',
      field: '/properties/a',
      tab: 'tab 1',
      format: 1,
      baseVersion: 3,
      at: '2026-11-21T03:10:08.123Z',
      values: { name: 'b' },
      ...change,
    });

    it('has one record for each stream, form, field and tab', async () => {
      const { store } = opened;
      expect(await store.read('draft/a')).toEqual([]);
      const others = [{ form: 'json', field: null }, { field: '/properties/b' }, { tab: 'tab 2' }] as const;
      for (const [index, other] of others.entries()) await store.put(content({ ...other, at: `2026-11-22 ${index}` }));
      await store.put(content({ stream: 'draft/b' }));
      await store.put(content());
      await store.put(content({ values: { name: 'bc' } }));
      expect(await store.read('draft/a')).toEqual([
        content({ values: { name: 'bc' } }),
        ...others.map((other, index) => content({ ...other, at: `2026-11-22 ${index}` })),
      ]);
    });

    it('forgets the one record that is meant', async () => {
      const { store } = opened;
      await store.put(content());
      await store.put(content({ tab: 'tab 2' }));
      await store.remove(content());
      await store.remove(content({ form: 'templates' }));
      expect(await store.read('draft/a')).toEqual([content({ tab: 'tab 2' })]);
    });

    it('keeps hostile names and integers beyond 2^53, and nothing that is no JSON', async () => {
      const { store } = opened;
      for (const stream of HOSTILE_NAMES) {
        const values = Object.fromEntries([...HOSTILE_NAMES.map((key) => [key, key]), ['id', 9007199254740993n]]);
        const given = content({ stream, field: `/${stream}`, values });
        await store.put(given);
        expect(await store.read(stream)).toEqual([given]);
      }
      const alive = { values: { run: () => 1 } } as unknown as Partial<UnappliedContent>;
      await expect(store.put(content(alive))).rejects.toThrow(expect.objectContaining({ name: 'NotJsonError' }));
    });

    it('recovers what a tab has left beside it, unless it has that or something newer', async () => {
      const { store } = opened;
      await store.recover(content());
      expect(await store.read('draft/a')).toEqual([content()]);
      const newer = content({ at: '2026-11-22', values: { name: 'bc' } });
      await store.recover(newer);
      await store.recover(content());
      expect(await store.read('draft/a')).toEqual([newer]);
      // Another tab has adopted it, and says itself since when it has it.
      await store.adopt('draft/a', 'tab 2', leftBy('tab 1'));
      await store.recover(newer);
      expect(await store.read('draft/a')).toEqual([{ ...newer, tab: 'tab 2' }]);
      await store.recover(content({ field: '/properties/b' }));
      expect(await store.read('draft/a')).toHaveLength(2);
    });

    it('does not recover what was removed or adopted since', async () => {
      const { store } = opened;
      const later = (seconds: number) => ({ at: `2026-11-21T03:10:0${seconds}.123Z` });
      await store.put(content());
      await store.remove(content(later(9)));
      await store.recover(content());
      expect(await store.read('draft/a')).toEqual([]);
      const since = content({ at: '2026-11-21T03:10:10.123Z' });
      await store.recover(since);
      expect(await store.read('draft/a')).toEqual([since]);
      const adopted = { ...since, tab: 'tab 2' };
      expect(await store.adopt('draft/a', 'tab 2', leftBy('tab 1'))).toEqual([adopted]);
      const typedOn = { ...adopted, at: '2026-11-22', values: { name: 'bc' } };
      await store.put(typedOn);
      await store.recover(since);
      expect(await store.read('draft/a')).toEqual([typedOn]);
      expect(await store.adopt('draft/a', 'tab 3', leftBy('tab 1'))).toEqual([]);
    });

    it('repeats a removal for what was typed by then, and for nothing else', async () => {
      const { store } = opened;
      const removal = content({ at: '2026-11-21T03:10:09.123Z' });
      await store.recoverRemoval(removal);
      await store.recover(content());
      expect(await store.read('draft/a')).toEqual([]);
      // Another tab may have the same values: a removal is of one record.
      await store.put(content({ tab: 'tab 2', values: {} }));
      await store.put(content({ form: 'json', field: null, values: {} }));
      await store.recoverRemoval(content({ form: 'json', field: null, at: '2026-11-22' }));
      expect(await store.read('draft/a')).toEqual([content({ tab: 'tab 2', values: {} })]);
      const since = content({ at: '2026-11-21T03:10:10.123Z' });
      await store.put(since);
      await store.recoverRemoval(removal);
      expect(await store.read('draft/a')).toEqual([content({ tab: 'tab 2', values: {} }), since]);
      await store.remove(since);
      await store.recover(content({ tab: 'tab 3', values: {} }));
      expect(await store.read('draft/a')).toEqual([content({ tab: 'tab 2', values: {} })]);
    });

    it('gives a tab what is adoptable, once, and nothing else', async () => {
      const { store } = opened;
      await store.put(content({ tab: 'dead' }));
      await store.put(content({ tab: 'alive', form: 'json', field: null }));
      await store.put(content({ tab: 'dead', stream: 'draft/b' }));
      expect(await store.adopt('draft/a', 'new', leftBy('dead'))).toEqual([content({ tab: 'new' })]);
      expect(await store.adopt('draft/a', 'alive', leftBy('dead'))).toEqual([]);
      expect((await store.read('draft/a')).map(({ tab }) => tab).sort()).toEqual(['alive', 'new']);
      expect(await store.read('draft/b')).toHaveLength(1);
    });

    it('gives two tabs that ask at once each record once', async () => {
      const { store } = opened;
      await store.put(content({ tab: 'dead' }));
      const adopted = await Promise.all(['x', 'y'].map((tab) => store.adopt('draft/a', tab, leftBy('dead'))));
      expect(adopted.flat()).toHaveLength(1);
    });

    it('leaves what a tab has typed itself, and takes the newest of what several left', async () => {
      const { store } = opened;
      await store.put(content({ tab: 'me' }));
      await store.put(content({ tab: 'dead' }));
      await store.put(content({ tab: 'dead', form: 'templates', field: null, at: '2026-11-20' }));
      await store.put(content({ tab: 'other dead', form: 'templates', field: null, at: '2026-11-21' }));
      const adopted = await store.adopt('draft/a', 'me', leftBy('dead', 'other dead'));
      expect(adopted).toEqual([content({ tab: 'me', form: 'templates', field: null, at: '2026-11-21' })]);
      // What was not adopted is kept, to be shown.
      expect(await store.read('draft/a')).toHaveLength(4);
    });
  });
}
