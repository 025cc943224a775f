import { describe, expect, it } from 'vitest';
import { collisionKey, fileNameProblem, fileStemOf, nameOfStem } from './object-name.ts';

describe('the name of a file', () => {
  it.each([
    ['logs', 'logs'],
    ['logs@custom', 'logs@custom'],
    ['traces-apm.rum', 'traces-apm.rum'],
    ['Größe', 'Größe'],
    ['日志', '日志'],
    ['a/b', 'a%2Fb'],
    ['a:b|c<d>', 'a%3Ab%7Cc%3Cd%3E'],
    ['100%', '100%25'],
    ['.hidden', '%2Ehidden'],
    ['end.', 'end%2E'],
    ['end ', 'end%20'],
    ['a\u0085b', 'a%C2%85b'],
    ['con', '%63on'],
    ['COM1.x', '%43OM1.x'],
    ['console', 'console'],
    ['-rf', '-rf'],
  ])('of %j is %j, and back', (name, stem) => {
    expect(fileStemOf(name)).toBe(stem);
    expect(nameOfStem(stem)).toEqual({ name });
  });

  it.each([
    ['%6cogs', 'an object of this name is in a file "logs"'],
    ['a%2fb', 'an object of this name is in a file "a%2Fb"'],
    ['100%', 'its name has a % that encodes no character: a % is written as %25'],
    ['con', 'an object of this name is in a file "%63on"'],
  ])('is refused as %j, which nobody would write', (stem, problem) => {
    expect(nameOfStem(stem)).toEqual({ problem });
  });

  it('collides where only case or composed characters differ', () => {
    expect(collisionKey('Logs')).toBe(collisionKey('logs'));
    expect(collisionKey('caf\u00e9')).toBe(collisionKey('cafe\u0301'));
    expect(collisionKey('a')).not.toBe(collisionKey('b'));
  });

  it('has at most 255 bytes', () => {
    expect(fileNameProblem('a'.repeat(250), '.json')).toBeNull();
    expect(fileNameProblem('ä'.repeat(126), '.json')).toBe('its file name would have 257 bytes, more than 255');
  });
});
