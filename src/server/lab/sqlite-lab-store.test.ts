import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { quickFolder } from '../../../tests/builders/quick-folder.ts';
import { newRun, type LabRun } from './lab-run.ts';
import { MAX_RUNS } from './lab-store.ts';
import { memoryLabStore } from './memory-lab-store.ts';
import { openDatabase } from '../sqlite/database.ts';
import { sqliteLabStore } from './sqlite-lab-store.ts';

function sqlite() {
  const folder = quickFolder();
  const database = openDatabase(join(folder, 'server.db'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  return sqliteLabStore(database);
}

const runOf = (number: number): LabRun =>
  newRun(
    {
      id: `run-${String(number).padStart(4, '0')}`,
      target: 'laws',
      seed: 42,
      cluster: null,
      isOnSandbox: false,
      corpus: [{ name: 'orders', body: { size: 9007199254740993n } }],
      budget: { cases: 10 },
      threads: 2,
      startedBy: 'Ada \u0000 "odd" \u{1F600}',
      startedAt: '2026-11-22T10:00:00.000Z',
    },
    { command: ['field.add', '__proto__'] },
  );

it.each([
  ['SQLite', sqlite],
  ['memory', memoryLabStore],
])('keeps runs and their cases: %s', (_name, open) => {
  const store = open();
  expect(store.list()).toEqual([]);
  expect(store.get('run-0001')).toBeNull();
  store.save(runOf(1), [{ number: 7, text: '{"a":"\ud83d\ude00"}' }]);
  store.save({ ...runOf(1), state: 'stopped', done: [3, 4] });
  expect(store.get('run-0001')).toEqual({ ...runOf(1), state: 'stopped', done: [3, 4] });
  expect(store.caseFile('run-0001', 7)).toBe('{"a":"\ud83d\ude00"}');
  expect(store.caseFile('run-0001', 8)).toBeNull();
  for (let number = 2; number <= MAX_RUNS + 1; number++) store.save(runOf(number));
  expect(store.list()).toHaveLength(MAX_RUNS);
  expect(store.list()[0]?.id).toBe(`run-${String(MAX_RUNS + 1).padStart(4, '0')}`);
  expect(store.caseFile('run-0001', 7)).toBeNull();
  expect(store.remove('run-0002')).toBe(true);
  expect(store.remove('run-0002')).toBe(false);
});

it('has runs as they were when the file is opened again', () => {
  const folder = quickFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const open = <Result>(use: (store: ReturnType<typeof sqliteLabStore>) => Result): Result => {
    const database = openDatabase(join(folder, 'server.db'));
    try {
      return use(sqliteLabStore(database));
    } finally {
      database.close();
    }
  };
  open((store) => {
    for (let number = 1; number <= MAX_RUNS + 3; number++) store.save(runOf(number), [{ number: 1, text: '{}' }]);
    store.remove('run-0050');
  });
  open((store) => {
    expect(store.list()).toHaveLength(MAX_RUNS - 1);
    expect(store.list().at(-1)).toEqual(runOf(4));
    expect(store.get('run-0050')).toBeNull();
    expect(store.caseFile('run-0050', 1)).toBeNull();
    expect(store.caseFile('run-0003', 1)).toBeNull();
    expect(store.caseFile('run-0004', 1)).toBe('{}');
  });
});

it('reads a run as versions before kept it, without what they did not know', () => {
  const folder = quickFolder();
  const database = openDatabase(join(folder, 'server.db'));
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const { corpus: _corpus, isOnSandbox: _isOnSandbox, ...old } = runOf(1);
  const failed = [{ case: 3, law: 'undo', message: 'no', shrinks: 0, isKept: true }];
  database.prepare('INSERT INTO lab_run (id, run) VALUES (?, ?)').run(old.id, JSON.stringify({ ...old, failed }));
  expect(sqliteLabStore(database).get(old.id)).toMatchObject({
    corpus: [],
    isOnSandbox: false,
    failed: [{ case: 3, steps: [] }],
  });
});
