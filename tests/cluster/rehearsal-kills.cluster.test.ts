import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { isArray, member, isObject } from '#domain/json';
import { callApi } from '../e2e/plans/plan-api.ts';
import { freshFolder, startServer } from '../e2e/servers.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import { engineAt, report } from './engine.ts';
import { wayTo, type Moment } from './way-to-engine.ts';
import './global-setup.ts';

const INDEX = 'rehearsal-kills';
const DOCUMENTS = 1_000;
const KILLS = 20;
const isBuilt = existsSync(join(import.meta.dirname, '../../dist/server/main.js'));

describe('a rehearsal whose server is killed', () => {
  it.for(DISTRIBUTIONS)(
    'at any of its requests leaves nothing on the cluster once the server runs again (%s)',
    { timeout: 600_000 },
    async (distribution, context) => {
      const found = inject('engines')[distribution];
      if (!isBuilt) return context.skip('The console is not built.');
      if ('missing' in found) return context.skip(found.missing);
      const engine = engineAt(found);
      await engine.request('DELETE', `/${INDEX}`);
      await engine.request('PUT', `/${INDEX}`, { settings: { number_of_shards: 2, number_of_replicas: 0 } });
      const lines = Array.from({ length: DOCUMENTS }, (_, n) => `{"index":{}}\n{"n":${n},"level":"info"}\n`);
      await fetch(`${engine.url}/${INDEX}/_bulk?refresh=true`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: lines.join(''),
      });
      const left = async () => {
        const { body } = await engine.request('GET', '/_cat/indices?format=json&h=index&expand_wildcards=all');
        const names = (isArray(body) ? body : []).map((row) => (isObject(row) ? String(member(row, 'index')) : ''));
        return names.filter((name) => name.startsWith('mapledger-scratch-'));
      };
      const way = await wayTo(engine.url);
      const folder = await freshFolder();
      const start = () => startServer('--data-dir', folder, '--documents', '--cluster', way.url);
      const rehearse = (server: Awaited<ReturnType<typeof start>>) => {
        way.count = 0;
        return callApi(server, 'POST', `/documents/${INDEX}/rehearse`, {
          ...{ documents: DOCUMENTS, sample: 'random' },
          mappings: { properties: { level: { type: 'keyword' } } },
        });
      };
      let server = await start();
      // A server that has just started also asks the cluster what it can do, so that the first has more requests.
      for (let time = 0; time < 2; time++)
        expect(await rehearse(server)).toMatchObject({ documents: DOCUMENTS, after: { isRemoved: true } });
      const requests = way.count;
      let created = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const at = Math.ceil(((kill + 1) * requests) / (KILLS + 1));
        const moment: Moment = kill % 2 === 0 ? 'before' : 'after';
        const running = server;
        let tellKilled = () => {};
        const killed = new Promise<void>((resolve) => {
          tellKilled = resolve;
        });
        way.onMoment = async (count, now) => {
          if (count !== at || now !== moment) return undefined;
          created += (await left()).length > 0 ? 1 : 0;
          await running.kill();
          tellKilled();
          return 'drop';
        };
        const response = rehearse(running).then(
          () => 'answered',
          () => 'lost',
        );
        // Without a kill it is answered, which is a fault.
        await Promise.race([killed, response]);
        expect(await response).toBe('lost');
        way.onMoment = async () => undefined;
        server = await start();
        await expect.poll(left).toEqual([]);
      }
      await server.stop();
      await engine.request('DELETE', `/${INDEX}`);
      report(engine.target, `${KILLS} kills among ${requests} requests; at ${created} a scratch index was there.`);
      expect(created).toBeGreaterThan(KILLS / 2);
    },
  );
});
