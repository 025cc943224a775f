import { describe, expect, it } from 'vitest';
import { formatJson, parseJson, valueAt, type JsonObject } from '#domain/json';
import { BROKEN_DATE_MATH, DATE_MATH_NAMES, DATE_MATH_NOW } from '../../../tests/builders/date-math.ts';
import { embeddedEngine } from './embedded-engine.ts';
import { filtered } from './filter-path.ts';
import { matchesPattern } from './names.ts';
import { memoryEngineStorage } from './storage.ts';

describe('a pattern', () => {
  it.each([
    ['logs-*', 'logs-1', true],
    ['logs-*', 'logs', false],
    ['*-1', 'logs-1', true],
    ['l*s-*1', 'logs-11', true],
    ['l**1', 'l1', true],
    ['a*a', 'a', false],
    ['*b*', 'abc', true],
    ['*', '', true],
    ['_all', 'x', true],
    ['a.c', 'abc', false],
    ['a.*', 'abc', false],
    ['*💥*', 'a💥b', true],
  ])('%s is for %s: %s', (pattern, name, expected) => expect(matchesPattern(pattern, name)).toBe(expected));

  it('of many stars is looked at once, however the name goes on', () => {
    // As a regular expression, the first took longer than a minute.
    expect(matchesPattern('*a*a*a*a*a*b', 'a'.repeat(255))).toBe(false);
    expect(matchesPattern(`${'*a'.repeat(100_000)}*b`, 'a'.repeat(100_000))).toBe(false);
    expect(matchesPattern(`${'*a'.repeat(50_000)}*`, 'a'.repeat(100_000))).toBe(true);
    const name = 'a'.repeat(5_000);
    expect(filtered({ [name]: 1 }, `${'*a'.repeat(1_000)}*b`)).toEqual({});
  });
});

describe('date math in the sandbox', () => {
  const open = (now: () => string) => {
    const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: { now }, ids: { next: () => 'id' } });
    const ask = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: readonly string[], body?: JsonObject) =>
      parseJson((await engine.send({ method, path, ...(body && { body: formatJson(body) }) })).body);
    return { ask };
  };
  const at = new Date(DATE_MATH_NOW).toISOString();

  it.each(DATE_MATH_NAMES)('creates, reads and deletes %s as %s', async (expression, name) => {
    const { ask } = open(() => at);
    expect(await ask('PUT', [expression])).toMatchObject({ index: name });
    const read = await ask('GET', [expression]);
    expect(valueAt(read, `/${name}/settings/index/provided_name`)).toBe(expression);
    expect(await ask('DELETE', [expression])).toEqual({ acknowledged: true });
  });

  it.each(BROKEN_DATE_MATH)('refuses %s: %s', async (expression, reason) => {
    await expect(open(() => at).ask('PUT', [expression])).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(reason),
    });
  });

  it('is what a rollover goes on from', async () => {
    let now = at;
    const { ask } = open(() => now);
    await ask('PUT', ['<logs-{now/d}-000009>'], { aliases: { write: { is_write_index: true } } });
    now = '2026-12-01T00:00:00.000Z';
    expect(await ask('POST', ['write', '_rollover'])).toMatchObject({
      old_index: 'logs-2026.11.27-000009',
      new_index: 'logs-2026.12.01-000010',
    });
    now = '2026-12-02T00:00:00.000Z';
    expect(await ask('POST', ['write', '_rollover'])).toMatchObject({ new_index: 'logs-2026.12.02-000011' });
  });
});
