import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { isObject, valueAt } from '#domain/json';
import { freshFolder } from '../e2e/servers.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import { IS_BUILT, mapledger } from './built-command.ts';
import { engineAt, report } from './engine.ts';
import { wayTo, type Moment } from './way-to-engine.ts';
import './global-setup.ts';

const ALIAS = 'replaced-kills';
const [OLD, NEW] = [`${ALIAS}-000001`, `${ALIAS}-000002`];
const DOCUMENTS = 1_000;
const KILLS = 20;
describe('an apply that replaces an index and is killed', () => {
  it.for(DISTRIBUTIONS)(
    'at any of its requests goes on, or is taken back, by the next one (%s)',
    { timeout: 900_000 },
    async (distribution, context) => {
      const found = inject('engines')[distribution];
      if (!IS_BUILT) return context.skip('The command line is not built.');
      if ('missing' in found) return context.skip(found.missing);
      const engine = engineAt(found);
      const way = await wayTo(engine.url);
      const removeAll = async () => {
        for (const index of [OLD, NEW]) await engine.request('DELETE', `/${index}`);
      };
      /** A new index with the same documents, and a new folder with a file that needs another one. */
      async function begin() {
        await removeAll();
        await engine.request('PUT', `/${OLD}`, {
          settings: { number_of_shards: 2, number_of_replicas: 0 },
          mappings: { properties: { code: { type: 'keyword' }, n: { type: 'long' } } },
          aliases: { [ALIAS]: { is_write_index: true } },
        });
        await fetch(`${engine.url}/${OLD}/_bulk?refresh=true`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-ndjson' },
          body: Array.from(
            { length: DOCUMENTS },
            (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n},"code":"${n}"}\n`,
          ).join(''),
        });
        const folder = await freshFolder();
        mkdirSync(join(folder, 'indices'));
        writeFileSync(join(folder, 'mapledger.config.json'), JSON.stringify({ project: 'kills', environments: {} }));
        const file = { mappings: { properties: { code: { type: 'long' } } } };
        writeFileSync(join(folder, 'indices', `${ALIAS}.json`), JSON.stringify(file));
        way.count = 0;
        return (command: string, ...args: readonly string[]) =>
          mapledger(command, '--dir', folder, '--cluster', way.url, ...args);
      }
      const indices = async () => {
        const { body } = await engine.request('GET', `/${ALIAS}-*/_alias`);
        return isObject(body) ? body : {};
      };
      const count = async (index: string) => {
        await engine.request('POST', `/${index}/_refresh`);
        return valueAt((await engine.request('GET', `/${index}/_count`)).body, '/count');
      };
      const apply = ['--allow', 'reindex', '--yes'];
      const requireReplaced = async (run: Awaited<ReturnType<typeof begin>>) => {
        expect(await indices()).toMatchObject({ [OLD]: { aliases: {} }, [NEW]: { aliases: { [ALIAS]: {} } } });
        expect(valueAt(await indices(), `/${OLD}/aliases`)).toEqual({});
        expect(await count(ALIAS)).toBe(DOCUMENTS);
        expect(await run('plan', '--detailed-exitcode').ended).toMatchObject({ code: 0 });
      };

      const whole = await begin();
      expect(await whole('apply', ...apply).ended).toMatchObject({ code: 0 });
      const requests = way.count;
      await requireReplaced(whole);
      let begun = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const at = Math.ceil(((kill + 1) * requests) / (KILLS + 1));
        const moment: Moment = kill % 2 === 0 ? 'before' : 'after';
        const run = await begin();
        const running = run('apply', ...apply);
        way.onMoment = async (number, now) => {
          if (number !== at || now !== moment) return undefined;
          running.kill();
          return 'drop';
        };
        expect([kill, await running.ended]).toMatchObject([kill, { code: null }]);
        way.onMoment = async () => undefined;
        if (Object.hasOwn(await indices(), NEW)) begun++;
        const isUndone = kill % 4 > 1;
        const last = await run('apply', ...(isUndone ? ['--undo'] : apply)).ended;
        expect([kill, last]).toMatchObject([kill, { code: 0 }]);
        if (!isUndone) {
          await requireReplaced(run);
          continue;
        }
        // Once the plan is done there is nothing to take back.
        if (Object.hasOwn(await indices(), NEW)) await requireReplaced(run);
        else {
          expect(await indices()).toMatchObject({ [OLD]: { aliases: { [ALIAS]: { is_write_index: true } } } });
          expect(await count(ALIAS)).toBe(DOCUMENTS);
          expect((await engine.request('PUT', `/${ALIAS}/_doc/new`, { n: 1 })).status).toBe(201);
        }
      }
      await removeAll();
      report(engine.target, `${KILLS} kills among ${requests} requests; at ${begun} the new index was there.`);
      expect(begun).toBeGreaterThan(KILLS / 3);
    },
  );
});
