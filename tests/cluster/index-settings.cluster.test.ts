import { describe, expect } from 'vitest';
import { INDEX_SETTINGS, isKnownBy } from '#domain/catalogue';
import { formatJson, isObject, valueAt } from '#domain/json';
import { itOnEachEngine, report } from './engine.ts';

const INDEX = 'mapledger-test-settings';
/** Settings of modules that the assembled engines lack. */
const OF_OTHER_MODULES = /^(?:lifecycle|plugins)\.|^look_/;

describe('the index settings of the catalogue', () => {
  itOnEachEngine('have the defaults that the engine tells, and change when it lets them', async (engine) => {
    const { target } = engine;
    await engine.request('DELETE', `/${INDEX}`);
    await engine.request('PUT', `/${INDEX}`, { settings: { number_of_replicas: 0 } });
    try {
      const { body } = await engine.request('GET', `/${INDEX}/_settings?include_defaults=true&flat_settings=true`);
      const defaults = valueAt(body, `/${INDEX}/defaults`);
      if (!isObject(defaults)) throw new Error(formatJson(body));
      const wrong: string[] = [];
      const unknown: string[] = [];
      let compared = 0;
      for (const [name, setting] of Object.entries(INDEX_SETTINGS)) {
        const { changes, defaultValue = '', isDefaultVarying = false, engines } = setting;
        if (changes === 'private' || !isKnownBy(engines, target)) continue;
        const told = defaults[`index.${name}`];
        if (defaultValue !== '' && !isDefaultVarying && told !== undefined) {
          compared++;
          if (told !== defaultValue) wrong.push(`${name} is ${formatJson(told)} and not ${defaultValue}`);
        }
        if (defaultValue === '') continue;
        const changed = await engine.request('PUT', `/${INDEX}/_settings`, { [`index.${name}`]: told ?? defaultValue });
        const reason = String(valueAt(changed.body, '/error/reason') ?? '');
        if (reason.includes('unknown setting')) unknown.push(name);
        else if ((changed.status === 200) !== (changes === 'dynamic'))
          wrong.push(`${name} is ${changes}: ${changed.status} ${reason}`);
      }
      expect(wrong).toEqual([]);
      expect(unknown.filter((name) => !OF_OTHER_MODULES.test(name))).toEqual([]);
      expect(compared).toBeGreaterThan(60);
      report(target, `${compared} defaults agree; without a module here: ${unknown.join(', ') || 'none'}.`);
    } finally {
      await engine.request('DELETE', `/${INDEX}`);
    }
  });
});
