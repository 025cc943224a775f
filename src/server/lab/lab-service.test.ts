import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLogFile, openLog } from '#domain/log';
import { replay } from '#domain/document';
import { testLabRunner } from '../../../tests/builders/lab-runner.ts';
import { LawError, NotTriedError, type FuzzTarget, type TargetEntry } from '../../fuzz/case/target.ts';
import { lawsTarget } from '../../fuzz/targets/laws.ts';
import { localCaller } from '../console/caller.ts';
import type { ServerContext } from '../console/context.ts';
import type { LabRunView } from '../console/lab.ts';
import type { ClusterSettings } from '../settings/cluster-settings.ts';
import { labService, type LabServiceOptions } from './lab-service.ts';
import { MAX_RUNS } from './lab-store.ts';
import { memoryLabStore } from './memory-lab-store.ts';
import { replayer } from './replay-thread.ts';

const context: ServerContext = {
  isReadOnly: false,
  signal: AbortSignal.any([]),
  caller: localCaller(),
  openCluster: () => {
    throw new Error('No cluster is asked for.');
  },
};

/** What the numbers of a test are held against; `tried` has them in their order. */
function numbers(holds: (value: number) => void | Promise<void>, over: Partial<TargetEntry> = {}) {
  const tried: number[] = [];
  const target: FuzzTarget = {
    name: 'numbers',
    values: () => fc.integer({ min: 0, max: 1_000_000 }),
    async holds(value, counter) {
      counter.tried(true);
      counter.met('parity', Number(value) % 2 === 0 ? 'even' : 'odd');
      tried.push(Number(value));
      await holds(Number(value));
    },
    coverage: { parity: ['even', 'odd', 'neither'] },
  };
  const entry: TargetEntry = {
    name: 'numbers',
    about: 'Numbers.',
    needsCluster: false,
    takesSandbox: false,
    takesFiles: true,
    open: () => Promise.resolve(target),
    ...over,
  };
  return { tried, entry };
}

function labWith(targets: readonly TargetEntry[], over: Partial<LabServiceOptions> = {}) {
  let count = 0;
  const failures: unknown[] = [];
  const store = over.store ?? memoryLabStore();
  const { nowMs = () => performance.now() } = over;
  const lab = labService({
    store,
    runner: testLabRunner(targets, nowMs),
    replay: replayer(),
    clusters: [],
    maxThreads: 2,
    clock: { now: () => '2026-11-22T10:00:00.000Z' },
    ids: { next: () => `run-${String(++count).padStart(4, '0')}` },
    nowMs,
    onFailure: (error) => failures.push(error),
    ...over,
  });
  return { lab, store, failures };
}

const NUMBERS = { target: 'numbers', seed: 42, threads: 1 } as const;

async function over(lab: ReturnType<typeof labWith>['lab'], id: string): Promise<LabRunView> {
  await expect.poll(async () => (await lab.run(id)).state, { interval: 1 }).not.toBe('running');
  return lab.run(id);
}

/** Cases that wait until the test lets them go. */
function gate() {
  const controller = new AbortController();
  const opened = new Promise<void>((resolve) => controller.signal.addEventListener('abort', () => resolve()));
  return { opened, open: () => controller.abort() };
}

describe('a fuzz run', () => {
  it('tries as many cases as its budget has, and keeps what it met', async () => {
    const { entry, tried } = numbers(() => undefined);
    const { lab } = labWith([entry]);
    const { id } = await lab.start({ ...NUMBERS, budget: { cases: 40 }, threads: 2 }, context);
    const run = await over(lab, id);
    expect(run).toMatchObject({ state: 'done', seed: 42, cases: 40, given: 40, accepted: 40, failures: 0 });
    expect(tried).toHaveLength(40);
    const { coverage, samples } = await lab.run(id);
    expect(coverage).toEqual([{ kind: 'parity', reached: 2, all: 3, missing: ['neither'] }]);
    expect(samples[0]).toMatchObject({ cases: 1 });
    expect(await lab.runs()).toMatchObject([{ id, state: 'done' }]);
    expect(lab.countCases()).toBe(40);
  });

  it('ends with its time', async () => {
    let now = 5_000;
    const { entry } = numbers(() => void (now += 100));
    const { lab } = labWith([entry], { nowMs: () => now });
    const { id } = await lab.start({ ...NUMBERS, budget: { seconds: 1 } }, context);
    expect(await over(lab, id)).toMatchObject({ state: 'done', cases: 10, activeMs: 1_000 });
  });

  it('has, stopped and resumed, the time that is left', async () => {
    let now = 5_000;
    const halted = gate();
    const { entry, tried } = numbers((_value) => {
      now += 100;
      return tried.length < 4 ? undefined : halted.opened;
    });
    const { lab } = labWith([entry], { nowMs: () => now });
    const { id } = await lab.start({ ...NUMBERS, budget: { seconds: 1 } }, context);
    await expect.poll(() => tried.length, { interval: 1 }).toBe(4);
    const stopping = lab.stop(id);
    halted.open();
    expect(await stopping).toMatchObject({ state: 'stopped', cases: 4, activeMs: 400 });
    // The time in which it did not run does not count.
    now += 60_000;
    await lab.resume(id, context);
    expect(await over(lab, id)).toMatchObject({ state: 'done', cases: 10, activeMs: 1_000 });
  });

  it('is chosen a seed where none is given', async () => {
    const { lab } = labWith([numbers(() => undefined).entry]);
    const { id } = await lab.start({ target: 'numbers', budget: { cases: 1 }, threads: 1 }, context);
    expect((await over(lab, id)).seed).toBeGreaterThanOrEqual(0);
  });

  it('tries, stopped and resumed, each case of an unbroken run once', async () => {
    const whole = numbers(() => undefined);
    const wholeLab = labWith([whole.entry]).lab;
    await over(wholeLab, (await wholeLab.start({ ...NUMBERS, budget: { cases: 30 }, threads: 2 }, context)).id);

    const halted = gate();
    const part = numbers((_value) => (part.tried.length < 9 ? undefined : halted.opened));
    const { lab } = labWith([part.entry]);
    const { id } = await lab.start({ ...NUMBERS, budget: { cases: 30 }, threads: 2 }, context);
    await expect.poll(() => part.tried.length, { interval: 1 }).toBe(10);
    const stopping = lab.stop(id);
    halted.open();
    const stopped = await stopping;
    expect(stopped).toMatchObject({ state: 'stopped', endedAt: expect.any(String) as string });
    expect(stopped.cases).toBe(part.tried.length);
    expect(stopped.cases).toBeLessThan(30);

    expect(await lab.resume(id, context)).toMatchObject({ id, state: 'running', cases: stopped.cases });
    expect(await over(lab, id)).toMatchObject({ state: 'done', cases: 30 });
    const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
    expect(sorted(part.tried)).toEqual(sorted(whole.tried));
    await expect(lab.resume(id, context)).rejects.toMatchObject({ statusCode: 409 });
  });

  it('is interrupted when the server ends, and goes on after its restart', async () => {
    const halted = gate();
    const { entry, tried } = numbers(() => (tried.length < 5 ? undefined : halted.opened));
    const store = memoryLabStore();
    const first = labWith([entry], { store }).lab;
    const { id } = await first.start({ ...NUMBERS, budget: { cases: 12 } }, context);
    await expect.poll(() => tried.length, { interval: 1 }).toBe(5);
    const closing = first.close();
    halted.open();
    await closing;
    await expect(first.start({ ...NUMBERS, budget: { cases: 1 } }, context)).rejects.toMatchObject({ statusCode: 503 });

    const { lab } = labWith([entry], { store });
    lab.recover();
    expect(await lab.run(id)).toMatchObject({ state: 'interrupted', cases: 5, reason: expect.any(String) as string });
    await lab.resume(id, context);
    expect(await over(lab, id)).toMatchObject({ state: 'done', cases: 12 });
    expect(await lab.run(id)).not.toHaveProperty('reason');
  });

  it('is shown as interrupted after a server that was killed, as far as it was written down', async () => {
    const halted = gate();
    const { entry } = numbers(() => halted.opened);
    const store = memoryLabStore();
    const killed = labWith([entry], { store }).lab;
    const { id } = await killed.start({ ...NUMBERS, budget: { cases: 3 } }, context);
    const { lab } = labWith([numbers(() => undefined).entry], { store });
    lab.recover();
    expect(await lab.runs()).toMatchObject([{ id, state: 'interrupted', cases: 0 }]);
    await lab.resume(id, context);
    expect(await over(lab, id)).toMatchObject({ state: 'done', cases: 3 });
    halted.open();
  });

  it('keeps the first case of each broken law with the file that replays it, and goes on', async () => {
    const { entry } = numbers((value) => {
      if (value >= 10) throw new LawError('numbers are small', new Error(`${value} is not`));
    });
    const { lab } = labWith([entry]);
    const { id } = await lab.start({ ...NUMBERS, budget: { cases: 20 } }, context);
    expect(await over(lab, id)).toMatchObject({ state: 'done', cases: 20, failures: 1 });
    const { failed } = await lab.run(id);
    expect(failed).toMatchObject([{ law: 'numbers are small', message: '10 is not', isKept: true }]);
    const number = failed[0]?.case ?? -1;
    const { file, fileName, draft } = await lab.failedCase(id, number);
    expect(fileName).toBe(`fuzz-numbers-42-${number}.json`);
    expect(JSON.parse(file)).toMatchObject({ target: 'numbers', seed: 42, case: number, value: 10 });
    expect(draft).toBeNull();
    await expect(lab.failedCase(id, number + 1_000)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('begins with a document of the user’s, also where it is resumed, and names it', async () => {
    const begun: unknown[] = [];
    const { entry } = numbers(() => undefined);
    const target = await entry.open(null);
    const watched = {
      ...entry,
      open: async () => ({
        ...target,
        values: (corpus: readonly unknown[]) => {
          begun.push(corpus);
          return target.values([]);
        },
      }),
    };
    const { lab } = labWith([watched]);
    const parts = ['{"properties":{"exact":{"type":"long","null_value":9007', '199254740993}}}'];
    const { id, beginsWith } = await lab.start(
      { ...NUMBERS, budget: { cases: 2 }, beginsWith: { name: 'orders', parts } },
      context,
    );
    expect(beginsWith).toBe('orders');
    await over(lab, id);
    const body = { properties: { exact: { type: 'long', null_value: 9007199254740993n } } };
    expect(begun).toEqual([[{ name: 'orders', body }]]);
    expect(await lab.run(id)).not.toHaveProperty('corpus');
  });

  it.each([
    ['{"properties":{', /"orders" is not JSON: .*line 1/i],
    ['[1]', /"orders" is no mapping or template: it must be a JSON object/],
  ])('refuses to begin with %s', async (text, message) => {
    const { lab, store } = labWith([numbers(() => undefined).entry]);
    await expect(
      lab.start({ ...NUMBERS, budget: { cases: 2 }, beginsWith: { name: 'orders', parts: [text] } }, context),
    ).rejects.toMatchObject({ statusCode: 400, message: expect.stringMatching(message) as string });
    expect(store.list()).toEqual([]);
  });

  it('refuses a document for a target that makes up all of its cases, and a sandbox where a cluster is meant', async () => {
    const { entry } = numbers(() => undefined, { needsCluster: true, takesFiles: false });
    const { lab } = labWith([entry]);
    const start = (over: object) => lab.start({ ...NUMBERS, budget: { cases: 1 }, ...over }, context);
    await expect(start({ onSandbox: true })).rejects.toMatchObject({
      statusCode: 400,
      message: 'The target "numbers" compares with a real cluster: a sandbox can’t stand for it.',
    });
    const own = labWith([{ ...entry, takesSandbox: true }]).lab;
    const beginsWith = { name: 'orders', parts: ['{}'] };
    await expect(
      own.start({ ...NUMBERS, budget: { cases: 1 }, onSandbox: true, beginsWith }, context),
    ).rejects.toMatchObject({ statusCode: 400, message: 'The target "numbers" makes up all of its cases.' });
    const { id, isOnSandbox, cluster } = await own.start(
      { ...NUMBERS, budget: { cases: 1 }, onSandbox: true },
      context,
    );
    expect({ isOnSandbox, cluster }).toEqual({ isOnSandbox: true, cluster: null });
    await over(own, id);
  });

  it('ends once enough laws are broken', async () => {
    const { entry, tried } = numbers(() => {
      throw new LawError(`law ${tried.length}`, new Error('no'));
    });
    const { lab } = labWith([entry]);
    const { id } = await lab.start({ ...NUMBERS, budget: { cases: 10_000 } }, context);
    const run = await over(lab, id);
    expect(run).toMatchObject({ state: 'done', failures: 10, reason: 'It ended early: 10 laws are broken.' });
    expect(run.cases).toBeLessThan(10_000);
  });

  it('fails with the reason where cases can’t be tried, and can be resumed', async () => {
    let isGone = true;
    const { entry } = numbers(() => {
      if (isGone) throw new NotTriedError('The cluster is gone.');
    });
    const { lab, failures } = labWith([entry]);
    const { id } = await lab.start({ ...NUMBERS, budget: { cases: 5 } }, context);
    expect(await over(lab, id)).toMatchObject({ state: 'failed', cases: 0, reason: 'The cluster is gone.' });
    expect(failures).toEqual([]);
    isGone = false;
    await lab.resume(id, context);
    expect(await over(lab, id)).toMatchObject({ state: 'done', cases: 5 });
  });

  it('opens a failed history of edits as a log with that history', async () => {
    const broken: FuzzTarget = {
      ...lawsTarget,
      holds(value) {
        if (JSON.stringify(value).includes('"mappingsAt":""'))
          throw new LawError('nothing at the root', new Error('it is'));
      },
    };
    const entry: TargetEntry = {
      name: 'laws',
      about: '',
      needsCluster: false,
      takesSandbox: false,
      takesFiles: true,
      open: () => Promise.resolve(broken),
    };
    const { lab } = labWith([entry]);
    const { id } = await lab.start({ target: 'laws', seed: 3, threads: 1, budget: { cases: 20 } }, context);
    await over(lab, id);
    const [found] = (await lab.run(id)).failed;
    const { draft } = await lab.failedCase(id, found?.case ?? -1);
    const { records } = parseLogFile(draft?.text ?? '');
    const { events, stream } = openLog(records);
    expect(stream).toBe(`draft/${draft?.name}`);
    expect(events[0]).toMatchObject({ type: 'document.created' });
    expect(replay(undefined, events)).toBeTypeOf('object');
  });
});

describe('what is refused', () => {
  it('is a second run while one works, and removing that one', async () => {
    const halted = gate();
    const { lab } = labWith([numbers(() => halted.opened).entry]);
    const { id } = await lab.start({ ...NUMBERS, budget: { cases: 2 } }, context);
    await expect(lab.start({ ...NUMBERS, budget: { cases: 1 } }, context)).rejects.toMatchObject({
      statusCode: 409,
      message: 'Another fuzz run is running (numbers, seed 42). Stop it first, or wait until it has ended.',
    });
    await expect(lab.resume(id, context)).rejects.toMatchObject({ statusCode: 409 });
    await expect(lab.remove(id)).rejects.toMatchObject({ statusCode: 409 });
    halted.open();
    await over(lab, id);
    await expect(lab.stop(id)).rejects.toMatchObject({ statusCode: 409 });
    await lab.remove(id);
    await expect(lab.run(id)).rejects.toMatchObject({ statusCode: 404 });
    await expect(lab.remove(id)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('is a second run that is asked for at the same moment', async () => {
    const { lab } = labWith([numbers(() => undefined).entry]);
    const outcomes = await Promise.allSettled([
      lab.start({ ...NUMBERS, budget: { cases: 2 } }, context),
      lab.start({ ...NUMBERS, budget: { cases: 2 } }, context),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await lab.runs()).toHaveLength(1);
  });

  it('is what goes beyond the limits', async () => {
    const { lab } = labWith([numbers(() => undefined).entry]);
    await expect(lab.start({ ...NUMBERS, budget: { cases: 2 }, threads: 3 }, context)).rejects.toMatchObject({
      statusCode: 400,
      message: 'This server runs at most 2 fuzz threads.',
    });
    await expect(lab.start({ ...NUMBERS, target: 'luck', budget: { cases: 1 } }, context)).rejects.toMatchObject({
      statusCode: 400,
      message: 'Unknown target "luck". Available: numbers.',
    });
    expect(await lab.runs()).toEqual([]);
  });

  it('is a cluster that the settings do not mark, also where a run is resumed', async () => {
    const halted = gate();
    const { entry, tried } = numbers(() => halted.opened, { needsCluster: true });
    const prod: ClusterSettings = { id: 'prod', label: 'Production', url: 'http://prod:9200/' };
    const test: ClusterSettings = { id: 'test', label: 'Test', url: 'http://test:9200/', isScratch: true };
    const store = memoryLabStore();
    const { lab } = labWith([entry, numbers(() => undefined, { name: 'offline' }).entry], {
      store,
      clusters: [prod, test],
    });
    expect((await lab.offer()).clusters).toEqual([{ id: 'test', label: 'Test' }]);
    const start = (scratchCluster?: string, target = 'numbers') =>
      lab.start({ ...NUMBERS, target, budget: { cases: 1 }, ...(scratchCluster && { scratchCluster }) }, context);
    await expect(start('prod')).rejects.toMatchObject({
      statusCode: 403,
      message: expect.stringContaining('"Production" is not marked as a scratch cluster') as string,
    });
    await expect(start()).rejects.toMatchObject({ statusCode: 400 });
    await expect(start('sandbox')).rejects.toMatchObject({ statusCode: 404 });
    await expect(start('test', 'offline')).rejects.toMatchObject({ statusCode: 400 });
    expect(tried).toEqual([]);

    const { id, cluster } = await start('test');
    expect(cluster).toEqual({ id: 'test', label: 'Test' });
    await expect.poll(() => tried.length, { interval: 1 }).toBe(1);
    const closing = lab.close();
    halted.open();
    await closing;
    const { isScratch: _isScratch, ...unmarked } = test;
    const later = labWith([entry], { store, clusters: [prod, unmarked] }).lab;
    store.save({ ...(store.get(id) as NonNullable<ReturnType<typeof store.get>>), state: 'interrupted' });
    await expect(later.resume(id, context)).rejects.toMatchObject({ statusCode: 403 });
  });

  it('is a run that can’t be recorded, before anything is tried', async () => {
    const { entry, tried } = numbers(() => undefined, { needsCluster: true });
    const test: ClusterSettings = { id: 'test', label: 'Test', url: 'http://test:9200/', isScratch: true };
    const { lab } = labWith([entry], {
      clusters: [test],
      record: () => Promise.reject(new Error('The disk is full.')),
    });
    await expect(lab.start({ ...NUMBERS, scratchCluster: 'test', budget: { cases: 1 } }, context)).rejects.toThrow(
      'The disk is full.',
    );
    expect(tried).toEqual([]);
    expect(await lab.runs()).toEqual([]);
  });
});

it('keeps no more runs than its limit, the newest', async () => {
  const { entry } = numbers(() => undefined);
  const { lab, store } = labWith([entry]);
  const { id } = await lab.start({ ...NUMBERS, budget: { cases: 1 } }, context);
  await over(lab, id);
  const kept = store.get(id);
  if (kept === null) throw new Error('The run is kept.');
  for (let number = 0; number < MAX_RUNS + 5; number++)
    store.save({ ...kept, id: `later-${String(number).padStart(4, '0')}` });
  const runs = await lab.runs();
  expect(runs).toHaveLength(MAX_RUNS);
  expect(runs.at(-1)?.id).toBe('later-0006');
});

describe('what is replayed', () => {
  const { lab } = labWith([]);

  it('is a failed case, by the target that it names', async () => {
    const file = JSON.stringify({ format: 'mapledger fuzz case 1', target: 'import', law: '', message: '', value: {} });
    expect(await lab.replay(file)).toEqual({ kind: 'case', broken: null });
  });

  it.each(['', '{}', 'not JSON', '{"format":"mapledger fuzz case 1","target":"luck","value":1}'])(
    'is not %j',
    async (text) => {
      await expect(lab.replay(text)).rejects.toMatchObject({ statusCode: 400 });
    },
  );
});
