import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { compareWithWire } from '../e2e/wire/compare-with-wire.ts';
import { DISTRIBUTIONS } from './distributions.ts';
import './global-setup.ts';
import { engineAsker } from './walk.ts';

const STORY_MS = 600_000;
const isBuilt = existsSync(join(import.meta.dirname, '../../dist/server/main.js'));
const missing = !isBuilt
  ? 'The console is not built.'
  : process.env['CHROMIUM_PATH'] === undefined
    ? 'No Chromium was found; CHROMIUM_PATH names one.'
    : undefined;

describe('the history of two people', () => {
  it.for(DISTRIBUTIONS)(
    'says what went over the wire to a real %s, and nothing else',
    { timeout: STORY_MS },
    async (distribution, context) => {
      const engine = inject('engines')[distribution];
      if (missing !== undefined) return context.skip(missing);
      if ('missing' in engine) return context.skip(engine.missing);
      // The assembled Elasticsearch has no reindexing.
      const hasPlans = distribution === 'opensearch';
      expect(await compareWithWire(engine.url, engineAsker(engine.url), { hasPlans })).toEqual([]);
    },
  );
});
