/**
 * The server over a sandbox of its own, to be forked. Sends its URL, then an answer to each message: to `cpu` the microseconds of processor time that it has
 * needed, to `stretches` the milliseconds of processor time between turns of its loop since the last such message, the longest first, and to each other one
 * how long its loop was held up since the last.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buildApp } from '../../src/server/app.ts';
import { composeApi } from '../../src/server/composition.ts';
import { parseFlags } from '../../src/server/flags.ts';
import { collectGarbage, watchCpuStretches, type CpuStretches } from './cpu-stretches.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'mapledger-'));
const outcome = parseFlags(['--data-dir', dataDir], {});
if (outcome.kind !== 'run') throw new Error('These settings are none.');
const { api, checkStorage } = await composeApi(outcome.settings, { onFailure: console.error });
const app = await buildApp({ ...outcome.settings, version: '0', clientDir: '/nowhere', api, checkStorage });
const url = await app.listen({ host: '127.0.0.1', port: 0 });

const NANOSECONDS = 1e6;
const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
/** From the first question for them on: to watch keeps the loop turning, which counts as time of the processor. */
let stretches: CpuStretches | undefined;
process.on('message', (message) => {
  if (message === 'stretches') {
    const watched = (stretches ??= watchCpuStretches());
    const taken = watched.take();
    void collectGarbage().then(() => {
      watched.take();
      process.send?.(taken);
    });
    return;
  }
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
    return;
  }
  process.send?.(delay.max / NANOSECONDS);
  delay.reset();
});
process.send?.(url);
// With the bench that has started it.
process.once('disconnect', () => {
  rmSync(dataDir, { recursive: true });
  process.exit();
});
