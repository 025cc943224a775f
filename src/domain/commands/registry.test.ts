import { describe, expect, it } from 'vitest';
import { exact } from '../json/schemas.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { commandRegistry, definitionIn, DuplicateCommandError, UnknownCommandError } from './registry.ts';

const define = (type: string, event: string) =>
  defineCommand({
    type,
    event,
    pointers: [],
    payload: exact({}),
    rejects: [],
    isBatchable: true,
    decide: () => UNCHANGED,
  });

describe('a registry of commands', () => {
  it('finds a definition by its type', () => {
    const one = define('thing.do', 'thing.done');
    const registry = commandRegistry([one, define('thing.undo', 'thing.undone')]);
    expect(definitionIn(registry, 'thing.do')).toBe(one);
    for (const type of ['thing.redo', '__proto__', '']) {
      expect(() => definitionIn(registry, type)).toThrow(UnknownCommandError);
    }
  });

  it('throws where two definitions have one type, or make one event', () => {
    const once = define('thing.do', 'thing.done');
    expect(() => commandRegistry([once, define('thing.do', 'thing.didAgain')])).toThrow(DuplicateCommandError);
    expect(() => commandRegistry([once, define('thing.make', 'thing.done')])).toThrow(
      'There are two definitions of event "thing.done"',
    );
  });

  it('takes no definition that rejects with a code that it does not declare', () => {
    defineCommand({
      type: 'thing.do',
      event: 'thing.done',
      pointers: [],
      payload: exact({}),
      rejects: ['thing.gone'],
      isBatchable: true,
      // @ts-expect-error -- the code is not declared.
      decide: () => reject('thing.lost', 'It is lost.'),
    });
    defineCommand({
      type: 'thing.do',
      event: 'thing.done',
      pointers: [],
      payload: exact({}),
      rejects: [],
      isBatchable: true,
      // @ts-expect-error -- no code is declared.
      decide: () => reject('thing.lost', 'It is lost.'),
    });
  });
});
