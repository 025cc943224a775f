import { describe, expect, it, vi } from 'vitest';
import { actionRegistry } from './action-registry.ts';

const owner = Symbol('owner');

describe('actionRegistry', () => {
  it('takes title, group and keys from the list, and lets an owner override them', () => {
    const registry = actionRegistry();
    registry.offer(owner, [{ id: 'history.undo', title: 'Undo: Rename a', run: () => undefined }]);
    expect(registry.getSnapshot()).toMatchObject([
      { id: 'history.undo', title: 'Undo: Rename a', group: 'Document', keys: ['Mod+Z'], isEnabled: true },
    ]);
  });

  it('says nothing when only closures differ, and runs the newest', () => {
    const registry = actionRegistry();
    const listener = vi.fn();
    const [first, second] = [vi.fn(), vi.fn()];
    registry.offer(owner, [{ id: 'app.palette', run: first }]);
    registry.subscribe(listener);
    const before = registry.getSnapshot();
    registry.offer(owner, [{ id: 'app.palette', run: second }]);
    expect(registry.getSnapshot()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
    before[0]?.run();
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it('withdraws the actions of an owner', () => {
    const registry = actionRegistry();
    const listener = vi.fn();
    registry.offer(owner, [{ id: 'app.palette', run: () => undefined }]);
    registry.subscribe(listener);
    registry.withdraw(owner);
    expect(registry.getSnapshot()).toEqual([]);
    expect(listener).toHaveBeenCalledOnce();
  });
});
