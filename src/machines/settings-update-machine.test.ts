import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { TargetEngine } from '#domain/catalogue';
import type { JsonObject } from '#domain/json';
import { settingsUpdateMachine, type SettingsUpdateStep } from './settings-update-machine.ts';

const TARGET: TargetEngine = { distribution: 'elasticsearch', version: '9.0.0' };
const LIVE: JsonObject = { 'index.number_of_replicas': '0' };
const BODY: JsonObject = { 'index.number_of_replicas': '2' };

type Call = 'read' | 'close' | 'change' | 'open';

interface World {
  /** The live settings at the next readings; the change is in them once it was made. */
  readonly live?: JsonObject;
  /** The steps that fail. */
  readonly fails?: readonly SettingsUpdateStep[];
}

/** The machine over an index in memory, and what was called on it. */
function start({ live = LIVE, fails = [] }: World = {}) {
  const calls: Call[] = [];
  const told: string[] = [];
  let settings = live;
  const step = (call: Call, name: SettingsUpdateStep, result: () => void = () => undefined) => {
    calls.push(call);
    if (fails.includes(name)) throw new Error(`${name} failed`);
    result();
  };
  const actor = createActor(
    settingsUpdateMachine.provide({
      actors: {
        readSettings: fromPromise<JsonObject, TargetEngine>(async () => {
          step('read', calls.includes('change') ? 'verify' : 'read');
          return settings;
        }),
        closeIndex: fromPromise<unknown>(async () => step('close', 'close')),
        changeSettings: fromPromise<unknown, JsonObject>(async ({ input }) =>
          step('change', 'change', () => (settings = { ...settings, ...input })),
        ),
        openIndex: fromPromise<unknown>(async () => step('open', 'open')),
      },
      actions: { onChanged: () => void told.push('changed'), onSettled: () => void told.push('settled') },
    }),
  ).start();
  const changed: JsonObject[] = [];
  actor.on('changed', ({ settings: now }) => void changed.push(now));
  actor.on('overtaken', () => void told.push('overtaken'));
  return {
    actor,
    calls,
    told,
    changed,
    async send(isClosing: boolean) {
      actor.send({ type: 'SEND', update: { expected: LIVE, target: TARGET, body: BODY, isClosing } });
      const { value, context } = await waitFor(actor, (snapshot) => !snapshot.hasTag('pending'));
      return { value, failures: context.failures.map(({ step: failed, error }) => [failed, String(error)]) };
    },
  };
}

describe('settingsUpdateMachine', () => {
  it('reads, changes and reads again', async () => {
    const { send, calls, changed, told } = start();
    expect(await send(false)).toEqual({ value: { idle: 'changed' }, failures: [] });
    expect(calls).toEqual(['read', 'change', 'read']);
    expect(changed).toEqual([{ ...LIVE, ...BODY }]);
    expect(told).toEqual(['changed', 'settled']);
  });

  it('closes and opens the index around the change', async () => {
    const { send, calls, changed } = start();
    expect(await send(true)).toEqual({ value: { idle: 'changed' }, failures: [] });
    expect(calls).toEqual(['read', 'close', 'change', 'open', 'read']);
    expect(changed).toHaveLength(1);
  });

  it.each([false, true])('sends nothing when others changed the settings (closing: %s)', async (isClosing) => {
    const { send, calls, told } = start({ live: { 'index.number_of_replicas': '1' } });
    expect(await send(isClosing)).toEqual({ value: { idle: 'overtaken' }, failures: [] });
    expect(calls).toEqual(['read']);
    expect(told).toEqual(['settled', 'overtaken']);
  });

  it.each<{ fails: SettingsUpdateStep[]; isClosing: boolean; calls: Call[]; told: string[] }>([
    { fails: ['read'], isClosing: false, calls: ['read'], told: ['settled'] },
    { fails: ['read'], isClosing: true, calls: ['read'], told: ['settled'] },
    { fails: ['close'], isClosing: true, calls: ['read', 'close'], told: ['settled'] },
    { fails: ['change'], isClosing: false, calls: ['read', 'change'], told: ['settled'] },
    { fails: ['change'], isClosing: true, calls: ['read', 'close', 'change', 'open'], told: ['settled'] },
    { fails: ['open'], isClosing: true, calls: ['read', 'close', 'change', 'open'], told: ['settled'] },
    { fails: ['change', 'open'], isClosing: true, calls: ['read', 'close', 'change', 'open'], told: ['settled'] },
    { fails: ['verify'], isClosing: false, calls: ['read', 'change', 'read'], told: ['changed', 'settled'] },
    {
      fails: ['verify'],
      isClosing: true,
      calls: ['read', 'close', 'change', 'open', 'read'],
      told: ['changed', 'settled'],
    },
  ])('fails when $fails fail (closing: $isClosing)', async ({ fails, isClosing, calls, told }) => {
    const update = start({ fails });
    expect(await update.send(isClosing)).toEqual({
      value: { idle: 'failed' },
      failures: fails.map((step) => [step, `Error: ${step} failed`]),
    });
    expect(update.calls).toEqual(calls);
    expect(update.told).toEqual(told);
    expect(update.changed).toEqual([]);
  });

  it('forgets failures on DISMISS, and with the next update', async () => {
    const { actor, send } = start({ fails: ['close'] });
    await send(true);
    actor.send({ type: 'DISMISS' });
    expect(actor.getSnapshot().context.failures).toEqual([]);
    await send(true);
    expect((await send(false)).failures).toEqual([]);
  });

  it('takes no second update while one is under way', async () => {
    const { actor, send, calls } = start();
    const first = send(false);
    actor.send({ type: 'SEND', update: { expected: LIVE, target: TARGET, body: { other: 1 }, isClosing: true } });
    expect((await first).value).toEqual({ idle: 'changed' });
    expect(calls).toEqual(['read', 'change', 'read']);
  });

  it('says which actor is missing', async () => {
    const actor = createActor(settingsUpdateMachine).start();
    actor.send({ type: 'SEND', update: { expected: LIVE, target: TARGET, body: BODY, isClosing: false } });
    const { context } = await waitFor(actor, (snapshot) => !snapshot.hasTag('pending'));
    expect(String(context.failures[0]?.error)).toContain('readSettings');
  });
});
