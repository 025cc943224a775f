import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { EMPTY_USAGE_REPORT, eventReport, viewReport, type UsageReport } from '#domain/usage';
import { localStorageUsage } from '../infra/local-storage-usage.ts';
import { usageRecorder } from './usage-recorder.ts';
import { usageReporterMachine } from './usage-reporter-machine.ts';

const APP = 'index_management';
const AGENT = { [`${APP}-user_agent`]: { key: `${APP}-user_agent`, appName: APP, userAgent: 'Lynx 2.9' } };

/** A browser's small storage, in memory. */
function smallStorage(kept: string | null = null) {
  const items = new Map(kept === null ? [] : [['analytics', kept]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
    items,
  };
}

/** A reporter whose time passes, and whose reports arrive or not, when the test says so. */
function start({
  isOn = true,
  kept = null,
  ...limits
}: {
  readonly isOn?: boolean;
  readonly kept?: string | null;
  readonly sendIntervalMs?: number;
  readonly maxRetries?: number;
} = {}) {
  const clock = new SimulatedClock();
  const place = smallStorage(kept);
  const store = localStorageUsage(() => place);
  const sent: { readonly report: UsageReport; readonly arrive: () => void; readonly fail: (error: Error) => void }[] =
    [];
  const failures: unknown[] = [];
  const recorder = usageRecorder({
    appName: APP,
    userAgent: 'Lynx 2.9',
    store,
    now: () => clock.now(),
    send: (report) => new Promise((arrive, fail) => sent.push({ report, arrive, fail })),
    onFailure: (error) => failures.push(error),
  });
  const actor = createActor(usageReporterMachine.provide(recorder), { clock, input: { isOn, ...limits } }).start();
  const settle = async (outcome: 'arrive' | 'fail') => {
    const last = sent.at(-1);
    if (outcome === 'arrive') last?.arrive();
    else last?.fail(new Error(`failure ${sent.length}`));
    await expect.poll(() => actor.getSnapshot().value, { interval: 1 }).not.toEqual({ on: 'sending' });
  };
  const count = (eventName: string, total = 1) => actor.send({ type: 'COUNT', counterType: 'count', eventName, total });
  return { clock, actor, store, place, sent, failures, settle, count, at: () => actor.getSnapshot().value };
}

describe('usage reporter', () => {
  it('sends what was counted after 90 seconds, once', async () => {
    const { clock, count, sent, at, settle, store } = start();
    count('index_close');
    count('index_close', 2);
    clock.increment(89_999);
    expect(at()).toEqual({ on: 'waiting' });
    clock.increment(1);
    expect(at()).toEqual({ on: 'sending' });
    expect(sent.map(({ report }) => report)).toEqual([
      { ...eventReport(APP, 'count', 'index_close', 3), userAgent: AGENT },
    ]);
    await settle('arrive');
    expect(store.peek()).toEqual(EMPTY_USAGE_REPORT);
    clock.increment(90_000);
    expect(at()).toEqual({ on: 'waiting' });
    expect(sent).toHaveLength(1);
  });

  it('sends at other intervals where it is told to', () => {
    const { clock, sent } = start({ sendIntervalMs: 10 });
    clock.increment(10);
    expect(sent).toHaveLength(1);
  });

  it('keeps what is counted while a report is under way for the next one', async () => {
    const { clock, count, sent, settle } = start();
    clock.increment(90_000);
    count('index_open');
    await settle('arrive');
    clock.increment(90_000);
    expect(sent[1]?.report).toEqual(eventReport(APP, 'count', 'index_open', 1));
  });

  it('puts a report that did not arrive back, and sends it with what came since', async () => {
    const { clock, count, sent, failures, settle } = start();
    count('index_open');
    clock.increment(90_000);
    count('index_open');
    await settle('fail');
    expect(failures).toEqual([new Error('failure 1')]);
    clock.increment(90_000);
    expect(sent[1]?.report).toEqual({ ...eventReport(APP, 'count', 'index_open', 2), userAgent: AGENT });
  });

  it('discards a report after more than three retries, and keeps what came since', async () => {
    const { clock, count, sent, failures, settle, store, actor } = start();
    count('lost');
    for (let attempt = 1; attempt <= 3; attempt++) {
      clock.increment(90_000);
      await settle('fail');
      expect(actor.getSnapshot().context.retries).toBe(attempt);
      expect(store.peek().uiCounter).toBeDefined();
    }
    clock.increment(90_000);
    count('kept');
    await settle('fail');
    expect(failures).toHaveLength(4);
    expect(store.peek()).toEqual(eventReport(APP, 'count', 'kept', 1));
    expect(actor.getSnapshot().context.retries).toBe(0);
    clock.increment(90_000);
    expect(sent[4]?.report).toEqual(eventReport(APP, 'count', 'kept', 1));
  });

  it('begins to count retries anew when a report has arrived', async () => {
    const { clock, count, settle, actor } = start();
    clock.increment(90_000);
    await settle('fail');
    expect(actor.getSnapshot().context.retries).toBe(1);
    clock.increment(90_000);
    await settle('arrive');
    expect(actor.getSnapshot().context.retries).toBe(0);
    count('more');
  });

  it('adds to the report that an earlier page has left', () => {
    const { clock, count, sent } = start({
      kept: '{"reportVersion":3,"uiCounter":{"index_management-count-a":{"key":"index_management-count-a","appName":"index_management","eventName":"a","type":"count","total":4}}}',
    });
    count('a');
    clock.increment(90_000);
    expect(sent[0]?.report.uiCounter).toEqual(eventReport(APP, 'count', 'a', 5).uiCounter);
  });

  it.each(['{"reportVersion":2,"uiCounter":{"a":{}}}', '{"reportVersion":4}', 'no report', '{"reportVersion":3'])(
    'discards a stored %s',
    (kept) => {
      const { clock, sent, place } = start({ kept });
      clock.increment(90_000);
      expect(sent.map(({ report }) => report)).toEqual([{ reportVersion: 3, userAgent: AGENT }]);
      expect(place.items.size).toBe(0);
    },
  );

  it('discards a report that another version writes in between', () => {
    const { clock, count, sent, place } = start();
    count('mine');
    place.setItem('analytics', '{"reportVersion":4,"other":true}');
    clock.increment(90_000);
    expect(sent).toEqual([]);
    count('again');
    clock.increment(90_000);
    expect(sent[0]?.report).toEqual(eventReport(APP, 'count', 'again', 1));
  });

  it('counts the minutes and clicks of each view, without those in which the tab was hidden', async () => {
    const { actor, clock, store, settle } = start();
    actor.send({ type: 'VIEW', viewId: 'indices' });
    clock.increment(30_000);
    actor.send({ type: 'CLICK' });
    actor.send({ type: 'VIEW', viewId: 'indices/$name' });
    expect(store.peek().application_usage).toEqual(viewReport(APP, 'indices', 0.5, 1).application_usage);
    clock.increment(15_000);
    actor.send({ type: 'HIDDEN' });
    await settle('arrive');
    clock.increment(45_000);
    actor.send({ type: 'SHOWN' });
    clock.increment(6_000);
    actor.send({ type: 'VIEW', viewId: 'drafts' });
    expect(store.peek().application_usage).toEqual(viewReport(APP, 'indices/$name', 0.1, 0).application_usage);
  });

  it('sends at once when the tab is hidden or the page goes, with the view so far', async () => {
    const { actor, clock, sent, settle, at } = start();
    actor.send({ type: 'VIEW', viewId: 'indices' });
    clock.increment(60_000);
    actor.send({ type: 'HIDDEN' });
    expect(sent[0]?.report.application_usage).toEqual(viewReport(APP, 'indices', 1, 0).application_usage);
    await settle('arrive');
    actor.send({ type: 'HIDDEN' });
    expect(at()).toEqual({ on: 'waiting' });
    expect(sent).toHaveLength(1);
  });

  it('keeps the view for later where a report is under way when the tab is hidden', async () => {
    const { actor, clock, sent, settle, store } = start();
    actor.send({ type: 'VIEW', viewId: 'indices' });
    clock.increment(90_000);
    actor.send({ type: 'CLICK' });
    actor.send({ type: 'HIDDEN' });
    expect(sent).toHaveLength(1);
    await settle('arrive');
    expect(store.peek()).toEqual(viewReport(APP, 'indices', 0, 1));
  });

  it('keeps the view when the console goes and the page stays', () => {
    const { actor, clock, store, sent } = start();
    actor.send({ type: 'VIEW', viewId: 'indices' });
    clock.increment(60_000);
    actor.send({ type: 'CLOSE' });
    actor.stop();
    expect(store.peek().application_usage).toEqual(viewReport(APP, 'indices', 1, 0).application_usage);
    expect(sent).toEqual([]);
  });

  it('counts nothing while it is off, and drops what waited', () => {
    const { actor, clock, count, store, sent, at } = start();
    actor.send({ type: 'VIEW', viewId: 'indices' });
    count('index_open');
    clock.increment(60_000);
    actor.send({ type: 'SWITCH_OFF' });
    expect(at()).toBe('off');
    count('index_open');
    actor.send({ type: 'CLICK' });
    actor.send({ type: 'HIDDEN' });
    clock.increment(900_000);
    expect(store.peek()).toEqual(EMPTY_USAGE_REPORT);
    expect(sent).toEqual([]);
    actor.send({ type: 'SHOWN' });
    actor.send({ type: 'SWITCH_ON' });
    clock.increment(60_000);
    actor.send({ type: 'VIEW', viewId: 'drafts' });
    expect(store.peek()).toEqual({ ...viewReport(APP, 'indices', 1, 0), userAgent: AGENT });
  });

  it('starts off, and forgets what an earlier page has left', () => {
    const { at, place } = start({ isOn: false, kept: '{"reportVersion":3}' });
    expect(at()).toBe('off');
    expect(place.items.size).toBe(0);
  });

  it('drops a report under way when it is switched off, whatever comes of it', async () => {
    const { actor, clock, sent, store, failures } = start();
    clock.increment(90_000);
    actor.send({ type: 'SWITCH_OFF' });
    sent[0]?.fail(new Error('late'));
    await Promise.resolve();
    expect(store.peek()).toEqual(EMPTY_USAGE_REPORT);
    expect(failures).toEqual([]);
  });

  it('goes on in memory where the page may not use the storage', () => {
    const store = localStorageUsage(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    store.add(eventReport(APP, 'count', 'a', 1));
    store.add(eventReport(APP, 'count', 'a', 1));
    expect(store.peek()).toEqual(eventReport(APP, 'count', 'a', 2));
    expect(store.take()).toEqual(eventReport(APP, 'count', 'a', 2));
    expect(store.peek()).toEqual(EMPTY_USAGE_REPORT);
  });
});
