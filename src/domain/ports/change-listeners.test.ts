import { describe, expect, it } from 'vitest';
import { changeListeners } from './change-listeners.ts';

const change = { stream: 'draft/a', version: 2 };

/** Listeners whose tasks run on request. */
function given() {
  const tasks: (() => void)[] = [];
  const listeners = changeListeners((task) => tasks.push(task));
  const heard: string[] = [];
  const listen = (name: string) => listeners.add(({ version }) => heard.push(`${name} ${version}`));
  return { listeners, heard, listen, tasks, run: () => tasks.splice(0).forEach((task) => task()) };
}

describe('those who want to hear of appends', () => {
  it('hear of each one later, one that was added twice hears twice', () => {
    const { listeners, heard, run, tasks } = given();
    const listener = ({ version }: typeof change) => heard.push(`${version}`);
    listeners.add(listener);
    listeners.add(listener);
    listeners.tell(change);
    expect([heard, tasks.length]).toEqual([[], 2]);
    run();
    expect(heard).toEqual(['2', '2']);
  });

  it('hear no more once they have left, though they were told already, and leave the others', () => {
    const { listeners, heard, listen, run } = given();
    const leave = listen('a');
    listen('b');
    listeners.tell(change);
    leave();
    leave();
    run();
    listeners.tell({ ...change, version: 3 });
    run();
    expect(heard).toEqual(['b 2', 'b 3']);
  });

  it('are harmed by no other one that throws', () => {
    const { listeners, heard, listen, tasks } = given();
    listeners.add(() => {
      throw new Error('broken');
    });
    listen('b');
    listeners.tell(change);
    expect(() => tasks[0]?.()).toThrow('broken');
    tasks[1]?.();
    expect(heard).toEqual(['b 2']);
  });

  it('are none any more when all are let go', () => {
    const { listeners, heard, listen, run } = given();
    listen('a');
    listeners.tell(change);
    listeners.clear();
    run();
    expect(heard).toEqual([]);
  });
});
