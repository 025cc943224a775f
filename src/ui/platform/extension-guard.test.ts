import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Index } from '#domain/console';
import { guardExtensions } from './extension-guard.ts';
import { extensionsService } from './extensions.ts';

const INDEX = { name: 'logs', isFrozen: false } as unknown as Index;
const BROKEN = new Error('broken');
const fail = (): never => {
  throw BROKEN;
};
const told = () => new Promise<void>((resolve) => queueMicrotask(resolve));

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('guardExtensions', () => {
  it('gives what works as it is', () => {
    const service = extensionsService();
    const guarded = guardExtensions(service);
    service.addBadge({
      matchIndex: ({ name }) => name === 'logs',
      label: 'Logs',
      filterExpression: 'logs',
      color: 'default',
    });
    expect(guarded.getSnapshot().badges.map(({ label, matchIndex }) => [label, matchIndex(INDEX)])).toEqual([
      ['Frozen', false],
      ['Logs', true],
    ]);
    expect(guarded.getSnapshot()).toBe(guarded.getSnapshot());
    expect(guarded.getFaults()).toEqual([]);
  });

  it('leaves out a badge that throws, tells once, and takes it in again on a retry', async () => {
    const service = extensionsService();
    const guarded = guardExtensions(service);
    let isBroken = true;
    const matchIndex = () => (isBroken ? fail() : true);
    service.addBadge({ matchIndex, label: 'Odd', filterExpression: 'odd', color: 'danger' });
    let changes = 0;
    guarded.subscribe(() => (changes += 1));
    const [, odd] = guarded.getSnapshot().badges;
    expect([odd?.matchIndex(INDEX), odd?.matchIndex(INDEX)]).toEqual([false, false]);
    expect(changes).toBe(0);
    await told();
    expect(changes).toBe(1);
    expect(guarded.getSnapshot().badges.map(({ label }) => label)).toEqual(['Frozen']);
    expect(guarded.getFaults()).toEqual([{ id: 'badges/Odd', name: 'Odd', error: BROKEN }]);
    isBroken = false;
    guarded.retry();
    expect(guarded.getFaults()).toEqual([]);
    expect(guarded.getSnapshot().badges[1]?.matchIndex(INDEX)).toBe(true);
  });

  it('answers for summaries, banners, toggles and actions that throw', () => {
    const service = extensionsService();
    service.addSummary({ id: 's', title: 'S', of: fail });
    service.addBanner({ id: 'b', of: fail });
    service.addToggle({ id: 't', label: 'T', matchIndex: fail });
    service.addAction({ id: 'a', label: fail, isAvailable: fail, confirm: fail, run: () => Promise.resolve() });
    const guarded = guardExtensions(service);
    const { summaries, banners, toggles, actions } = guarded.getSnapshot();
    expect(summaries[0]?.of(INDEX)).toBeNull();
    expect(banners[0]?.of([INDEX])).toBeNull();
    expect(toggles[0]?.matchIndex(INDEX)).toBe(false);
    expect(actions[0]?.isAvailable([INDEX])).toBe(false);
    expect(actions[0]?.label([INDEX])).toBe('a');
    // An action that should ask for confirmation still asks.
    expect(actions[0]?.confirm?.([INDEX]).title).toBe('Run this action?');
    expect(guarded.getFaults().map(({ id }) => id)).toEqual(['summaries/s', 'banners/b', 'toggles/t', 'actions/a']);
  });
});
