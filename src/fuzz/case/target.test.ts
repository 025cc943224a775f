import { describe, expect, it } from 'vitest';
import { expect as lawExpect } from '../laws/expect.ts';
import { LawError, underLaw } from './target.ts';

describe('a check under a law', () => {
  it('may be nothing but a matcher, outside of a test runner, too', () => {
    expect(() => underLaw('one is one', () => lawExpect(1).toBe(1))).not.toThrow();
    expect(() => underLaw('one is two', () => lawExpect(1).toBe(2))).toThrow(LawError);
  });

  it('names the law of what a promise rejects with, once', async () => {
    const fails = () => Promise.reject(new Error('no'));
    await expect(underLaw('inner', fails)).rejects.toMatchObject({ law: 'inner', message: 'no' });
    await expect(underLaw('outer', () => underLaw('inner', fails))).rejects.toMatchObject({ law: 'inner' });
  });
});
