import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { isArray, valueAt, type JsonObject } from '#domain/json';
import { freshFolder } from '../e2e/servers.ts';
import { IS_BUILT, mapledger } from './built-command.ts';
import { itOnEachEngine, report } from './engine.ts';
import { wayTo } from './way-to-engine.ts';

const NAME = 'stream-kills';
const STREAMS = [`${NAME}-a`, `${NAME}-b`];
/** Of the requests of an apply. */
const KILL_EVERY = 2;

const templateOf = (properties: JsonObject, shards = 1) => ({
  ...{ index_patterns: [`${NAME}-*`], priority: 900, data_stream: {} },
  template: { mappings: { properties }, settings: { number_of_shards: shards, number_of_replicas: 0 } },
});
const HOST = { host: { type: 'keyword' } };

/** What a file changes, by what is allowed; with how many indices each data stream has then. */
const CHANGES = [
  {
    what: 'a field, rolled over',
    allow: 'rollover',
    file: templateOf({ ...HOST, code: { type: 'long' } }),
    indices: 2,
  },
  { what: 'shards, rolled over', allow: 'rollover', file: templateOf(HOST, 2), indices: 2 },
  {
    what: 'a field, written to the write index',
    allow: 'write-index',
    file: templateOf({ ...HOST, code: { type: 'long' } }),
    indices: 1,
  },
] as const;

itOnEachEngine(
  'an apply that is killed before its data streams are done is ended by the next one, each data stream once',
  async ({ url, request, target }, skip) => {
    if (!IS_BUILT) return skip('The command line is not built.');
    const clear = async () => {
      for (const stream of STREAMS) await request('DELETE', `/_data_stream/${stream}`);
      await request('DELETE', `/_index_template/${NAME}`);
    };
    onTestFinished(clear);
    const backing = async (stream: string) => {
      const found = valueAt((await request('GET', `/_data_stream/${stream}`)).body, '/data_streams/0/indices');
      return isArray(found) ? found : [];
    };
    const way = await wayTo(url);
    /** Two data streams, and a new folder with a file that changes them. */
    async function begin(file: JsonObject) {
      await clear();
      await request('PUT', `/_index_template/${NAME}`, templateOf(HOST));
      for (const stream of STREAMS) {
        const { status } = await request('PUT', `/_data_stream/${stream}`);
        if (target.distribution === 'elasticsearch' && status === 400) return skip('It has no data streams.');
        expect(status).toBe(200);
      }
      const folder = await freshFolder();
      mkdirSync(join(folder, 'index_templates'));
      const write = (path: string, content: object) => writeFileSync(join(folder, path), JSON.stringify(content));
      write('mapledger.config.json', { project: 'kills', environments: {} });
      write(`index_templates/${NAME}.json`, file);
      way.count = 0;
      return (command: string, ...args: readonly string[]) =>
        mapledger(command, '--dir', folder, '--cluster', way.url, ...args);
    }
    const words: string[] = [];
    for (const { what, allow, file, indices } of CHANGES) {
      const flags = ['--allow', allow];
      const requireDone = async (run: Awaited<ReturnType<typeof begin>>) => {
        for (const stream of STREAMS) {
          const all = await backing(stream);
          expect([what, stream, all.length]).toEqual([what, stream, indices]);
          const newest = String(valueAt(all.at(-1) ?? null, '/index_name'));
          const has = valueAt((await request('GET', `/${newest}`)).body, `/${newest}`) ?? null;
          const { mappings, settings } = file.template;
          expect(valueAt(has, '/mappings/properties')).toMatchObject(mappings.properties);
          expect(valueAt(has, '/settings/index/number_of_shards')).toBe(String(settings.number_of_shards));
        }
        expect(await run('plan', ...flags, '--detailed-exitcode').ended).toMatchObject({ code: 0 });
      };
      const whole = await begin(file);
      expect(await whole('apply', ...flags, '--yes').ended).toMatchObject({ code: 0 });
      const requests = way.count;
      await requireDone(whole);
      let kills = 0;
      for (let at = 1; at <= requests; at += KILL_EVERY) {
        const run = await begin(file);
        const running = run('apply', ...flags, '--yes');
        const moment = kills++ % 2 === 0 ? 'after' : 'before';
        way.onMoment = async (number, now) => {
          if (number !== at || now !== moment) return undefined;
          running.kill();
          return 'drop';
        };
        expect([at, await running.ended]).toMatchObject([at, { code: null }]);
        way.onMoment = async () => undefined;
        expect([at, await run('apply', ...flags, '--yes').ended]).toMatchObject([at, { code: 0 }]);
        await requireDone(run);
      }
      words.push(`${what}: ${kills} kills among ${requests} requests`);
    }
    report(target, words.join('; '));
  },
  900_000,
);
