import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { TargetEngine } from '#domain/catalogue';
import type { JsonObject } from '#domain/json';
import { reviewedWriteMachine } from '../../../machines/reviewed-write-machine.ts';
import { failedCalls, settingsPorts, type SettingsStep } from './settings-write.ts';

const TARGET: TargetEngine = { distribution: 'elasticsearch', version: '9.0.0' };
const LIVE: JsonObject = { 'index.number_of_replicas': '0' };
const BODY: JsonObject = { 'index.number_of_replicas': '2' };

type Call = 'read' | 'close' | 'change' | 'open';

interface World {
  /** The live settings at the next readings; they include the change once it was made. */
  readonly live?: JsonObject;
  /** The steps that fail. */
  readonly fails?: readonly SettingsStep[];
}

/** The update of an index in memory, and the calls that it made. */
function start({ live = LIVE, fails = [] }: World = {}) {
  const calls: Call[] = [];
  const told: string[] = [];
  let settings = live;
  const step = (call: Call, name: SettingsStep, result: () => void = () => undefined) => {
    calls.push(call);
    if (fails.includes(name)) throw new Error(`${name} failed`);
    result();
  };
  const ports = settingsPorts({
    async readSettings() {
      step('read', calls.includes('change') ? 'verify' : 'read');
      return settings;
    },
    closeIndex: async () => step('close', 'close'),
    changeSettings: async (body) => step('change', 'change', () => (settings = { ...settings, ...body })),
    openIndex: async () => step('open', 'open'),
    onChanged: () => void told.push('changed'),
    onSettled: () => void told.push('settled'),
  });
  // Every failed call counts as lost: the update of settings does not check what it did.
  const actor = createActor(reviewedWriteMachine(() => ({ ...ports, isLost: () => true }))).start();
  const changed: JsonObject[] = [];
  actor.on('done', () => void changed.push(settings));
  actor.on('moved', () => void told.push('overtaken'));
  return {
    actor,
    calls,
    told,
    changed,
    async send(isClosing: boolean) {
      actor.send({ type: 'OPEN' });
      actor.send({ type: 'SEND', write: { expected: LIVE, target: TARGET, body: BODY, isClosing } });
      const { value, context } = await waitFor(actor, (snapshot) => !snapshot.hasTag('pending'));
      const failures = failedCalls(context.failure).map(({ step: failed, error }) => [failed, String(error)]);
      return { value: value.work, dialog: value.dialog, failures };
    },
  };
}

describe('the update of settings', () => {
  it('reads, changes and reads again', async () => {
    const { send, calls, changed, told } = start();
    expect(await send(false)).toEqual({ value: { resting: 'made' }, dialog: 'closed', failures: [] });
    expect(calls).toEqual(['read', 'change', 'read']);
    expect(changed).toEqual([{ ...LIVE, ...BODY }]);
    expect(told).toEqual(['changed', 'settled']);
  });

  it('closes and opens the index around the change', async () => {
    const { send, calls, changed } = start();
    expect(await send(true)).toEqual({ value: { resting: 'made' }, dialog: 'closed', failures: [] });
    expect(calls).toEqual(['read', 'close', 'change', 'open', 'read']);
    expect(changed).toHaveLength(1);
  });

  it.each([false, true])('sends nothing when others changed the settings (closing: %s)', async (isClosing) => {
    const { send, calls, told } = start({ live: { 'index.number_of_replicas': '1' } });
    expect(await send(isClosing)).toEqual({ value: { resting: 'moved' }, dialog: 'conflict', failures: [] });
    expect(calls).toEqual(['read']);
    expect(told).toEqual(['settled', 'overtaken']);
  });

  it.each<{ fails: SettingsStep[]; isClosing: boolean; calls: Call[]; told: string[] }>([
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
      value: { resting: 'failed' },
      dialog: 'review',
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
    expect(actor.getSnapshot().context.failure).toBeNull();
    await send(true);
    expect((await send(false)).failures).toEqual([]);
  });

  it('takes no second update while one is under way', async () => {
    const { actor, send, calls } = start();
    const first = send(false);
    actor.send({ type: 'SEND', write: { expected: LIVE, target: TARGET, body: { other: 1 }, isClosing: true } });
    expect((await first).value).toEqual({ resting: 'made' });
    expect(calls).toEqual(['read', 'change', 'read']);
  });
});
