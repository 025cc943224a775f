import { describe, expect } from 'vitest';
import { resolveDateMath } from '#domain/console';
import { nextProvidedName } from '#domain/index-operations';
import { valueAt } from '#domain/json';
import { WITHOUT_SHARDS } from '../../src/fuzz/compare/scratch.ts';
import { BROKEN_DATE_MATH, DATE_MATH_NAMES } from '../builders/date-math.ts';
import { itOnEachEngine, report, type Engine } from './engine.ts';

const ALIAS = 'mapledger-test-date-math-write';

/** What a name stands for now; both where the time changes it during a request. */
const resolvedNow = (expression: string, times: readonly number[]) =>
  times.map((now) => resolveDateMath(expression, now)).map((found) => ('name' in found ? found.name : found.reason));

async function createdAs(engine: Engine, expression: string, body = {}) {
  const began = Date.now();
  const path = `/${encodeURIComponent(expression)}?wait_for_active_shards=0`;
  const answer = await engine.request('PUT', path, { settings: WITHOUT_SHARDS, ...body });
  const name = valueAt(answer.body, '/index');
  return { ...answer, name, expected: resolvedNow(expression, [began, Date.now()]) };
}

describe('names with date math', () => {
  itOnEachEngine('are resolved as the engine resolves them', async (engine) => {
    const wrong: string[] = [];
    for (const [given] of DATE_MATH_NAMES) {
      const expression = given.replace('<', '<mapledger-test-');
      const { status, body, name, expected } = await createdAs(engine, expression);
      if (status === 200) await engine.request('DELETE', `/${encodeURIComponent(String(name))}`);
      if (!expected.some((each) => each === name))
        wrong.push(`${expression}: ${String(name ?? valueAt(body, '/error/reason'))}, not ${expected.join(' or ')}`);
    }
    for (const [given] of BROKEN_DATE_MATH) {
      const { status, name } = await createdAs(engine, given);
      if (status === 200) await engine.request('DELETE', `/${encodeURIComponent(String(name))}`);
      if (status < 400) wrong.push(`${given}: ${status}`);
    }
    expect(wrong).toEqual([]);
    report(
      engine.target,
      `${DATE_MATH_NAMES.length} names with date math resolved, ${BROKEN_DATE_MATH.length} refused.`,
    );
  });

  itOnEachEngine('are what a rollover goes on from', async (engine) => {
    const expression = '<mapledger-test-{now/d-1M{yyyy.MM}}-000009>';
    const { name } = await createdAs(engine, expression, { aliases: { [ALIAS]: { is_write_index: true } } });
    try {
      const settings = await engine.request('GET', `/${String(name)}/_settings?flat_settings=true`);
      expect(valueAt(settings.body, `/${String(name)}/settings/index.provided_name`)).toBe(expression);
      const began = Date.now();
      const { body } = await engine.request('POST', `/${ALIAS}/_rollover?dry_run=true`);
      const next = nextProvidedName(expression) ?? '';
      expect(next).toBe('<mapledger-test-{now/d-1M{yyyy.MM}}-000010>');
      expect(resolvedNow(next, [began, Date.now()])).toContain(valueAt(body, '/new_index'));
    } finally {
      await engine.request('DELETE', `/${String(name)}`);
    }
  });
});
