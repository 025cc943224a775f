import { describe, expect, it, onTestFinished } from 'vitest';
import { formatJson, parseJson, type JsonObject } from '#domain/json';
import { describeEventStore } from '../../../tests/contracts/event-store.contract.ts';
import { describeStoreAttacks } from '../../../tests/contracts/store-attacks.contract.ts';
import { describeErasure, secretEvents } from '../../../tests/contracts/erasure.contract.ts';
import {
  openIndexAsStore,
  openTrailHome,
  removeHomes,
  trailEngine,
} from '../../../tests/contracts/shared-trail-homes.ts';
import { LogDamageError } from './log-document.ts';
import { clusterTrailIndex } from './trail-index.ts';

describeErasure('In an index of the embedded engine', async () => {
  const engine = trailEngine();
  const home = openTrailHome(engine, { index: 'trail' });
  await home.trail.start();
  return {
    ...home,
    async destroy() {
      await removeHomes([home]);
      engine.close();
    },
  };
});

function openIndex() {
  const engine = trailEngine();
  return openIndexAsStore(
    () => engine,
    'trail',
    () => engine.close(),
  );
}

describeEventStore('An index of the embedded engine', openIndex, { hasEnds: false });
describeStoreAttacks('A server’s copy of an index', openIndex, { stride: 16, randomCount: 1_000 });

describe('a document of an index under attack', () => {
  it('is refused where any byte of what it says is another one, is missing, or stands in another place', async () => {
    const engine = trailEngine();
    const index = clusterTrailIndex(engine, 'trail');
    const home = openTrailHome(engine, { index: 'trail' });
    onTestFinished(async () => {
      await removeHomes([home]);
      engine.close();
    });
    await home.trail.start();
    await home.store.append('draft/a', 0, secretEvents(2));
    const path = ['trail', '_doc', `log-${home.copy.state().position}`];
    await home.stop();
    const whole = parseJson((await engine.send({ method: 'GET', path })).body) as { readonly _source: JsonObject };
    const source = whole._source;
    const { position } = source as { readonly position: number };
    const readAfter = async (changed: JsonObject) => {
      await engine.send({ method: 'PUT', path, body: formatJson(changed) });
      return index.after(position - 1, 1).then(
        (documents) => documents,
        (error: unknown) => error,
      );
    };
    expect(await readAfter(source)).toHaveLength(1);
    const entries = source['entries'] as readonly string[];
    for (const [at, entry] of entries.entries())
      for (let place = 0; place < entry.length; place++) {
        const flipped = `${entry.slice(0, place)}${String.fromCharCode(entry.charCodeAt(place) ^ 1)}${entry.slice(place + 1)}`;
        expect(await readAfter({ ...source, entries: [...entries].with(at, flipped) })).toBeInstanceOf(LogDamageError);
        expect(await readAfter({ ...source, entries: [...entries].with(at, entry.slice(0, place)) })).toBeInstanceOf(
          LogDamageError,
        );
      }
    for (const changed of [
      { entries: entries.slice(1) },
      { entries: [...entries, ...entries] },
      { entries: [...entries].reverse().concat('x') },
      { previous: 'ab'.repeat(32) },
      { server: 'another' },
      { position: position + 1 },
      { hash: 'ab'.repeat(32) },
    ])
      expect(await readAfter({ ...source, ...changed })).toBeInstanceOf(LogDamageError);
  });
});
