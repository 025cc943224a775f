import { describe, expect, it } from 'vitest';
import type { ShareReport } from '../../fuzz/run/share.ts';
import { detailsOf, MAX_SAMPLES, newRun, viewOf, withReport, type LabRun } from './lab-run.ts';

const RUN = newRun(
  {
    id: 'a',
    target: 'laws',
    seed: 1,
    cluster: null,
    isOnSandbox: false,
    corpus: [],
    budget: { cases: 10 },
    threads: 2,
    startedBy: 'Ada',
    startedAt: '2026-11-22T10:00:00.000Z',
  },
  { command: ['field.add', 'field.remove'], type: [] },
);

function report(over: Partial<ShareReport> = {}): ShareReport {
  return { cases: 1, tally: { given: 2, accepted: 1, met: {} }, failures: [], ...over };
}

function failure(number: number, law: string, message = 'no') {
  return { target: 'laws', seed: 1, number, law, message, value: null, shrinks: 0, steps: [] };
}

describe('withReport', () => {
  it('counts the cases of each thread apart, and takes off what was met', () => {
    const tally = { given: 5, accepted: 4, met: { command: { 'field.add': 3, unknown: 1 }, ['constructor']: {} } };
    const after = withReport(withReport(RUN, 0, report({ cases: 3, tally }), 10), 1, report(), 20);
    expect(after.done).toEqual([3, 1]);
    expect(viewOf(after)).toMatchObject({ cases: 4, given: 7, accepted: 5, activeMs: 20 });
    expect(detailsOf(after).coverage).toEqual([
      { kind: 'command', reached: 1, all: 2, missing: ['field.remove'] },
      { kind: 'type', reached: 0, all: 0, missing: [] },
    ]);
    // What another report shares is shared.
    expect(withReport(after, 0, report({ tally }), 30).coverage['command']).toBe(after.coverage['command']);
  });

  it('keeps the first case of each law, also of two in one report, and cuts what it says', () => {
    const failures = [failure(4, 'undo', 'x'.repeat(100_000)), failure(6, 'undo'), failure(8, 'redo')];
    const { failed } = withReport(withReport(RUN, 0, report({ failures }), 1), 1, report({ failures }), 2);
    expect(failed.map(({ case: number, law }) => [number, law])).toEqual([
      [4, 'undo'],
      [8, 'redo'],
    ]);
    expect(failed[0]?.message).toHaveLength(4_000);
  });

  it('keeps a bounded series of samples over any time, from the first to nearly the last', () => {
    let run: LabRun = RUN;
    let most = 0;
    for (let ms = 250; ms <= 3_600_000; ms += 250) {
      run = withReport(run, 0, report(), ms);
      most = Math.max(most, run.samples.length);
    }
    expect(most).toBeLessThanOrEqual(MAX_SAMPLES);
    expect(run.samples.length).toBeGreaterThan(MAX_SAMPLES / 3);
    const times = run.samples.map(({ activeMs }) => activeMs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(3_600_000 - (times.at(-1) ?? 0)).toBeLessThan(60_000);
  });
});
