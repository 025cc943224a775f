import { createActor, fromPromise, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { TrailError } from '#domain/ports';
import { trailSyncMachine } from './trail-sync-machine.ts';

it('records what failed as soon as it is connected again, without waiting for news', async () => {
  const calls: string[] = [];
  const actors = {
    connect: fromPromise<undefined>(async () => void calls.push('connect')),
    record: fromPromise<undefined>(async () => {
      calls.push('record');
      if (calls.length === 2) throw new TrailError('offline', 'The server is away');
    }),
    // The server has no news.
    listen: fromPromise<undefined>(() => new Promise(() => undefined)),
  };
  const actor = createActor(trailSyncMachine.provide({ actors }), { input: { random: () => 0 } }).start();
  await waitFor(actor, (snapshot) => snapshot.matches('waiting'));
  actor.send({ type: 'RETRY' });
  await expect.poll(() => calls).toEqual(['connect', 'record', 'connect', 'record']);
  actor.stop();
});
