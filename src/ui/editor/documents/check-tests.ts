import { documentTestRunner, type CheckedDocumentTest, type DocumentTest, type TriedIndex } from '#domain/documents';
import { whenIdle } from '../../kit/when-idle.ts';
import type { TestRun } from '../../platform/kept-tests.ts';

/** How long tests are checked without a pause, in ms. One document may take longer. */
const SLICE_MS = 8;

interface Pace {
  readonly now: () => number;
  /** Calls back when the page is idle; returns a function that cancels it. */
  readonly whenIdle: (run: () => void) => () => void;
}

/** Checks the tests of a document again and again, while the page is idle. */
interface TestChecker {
  /** Checks those whose test or mappings are new; of an index that is not wholly known all are `unknown`. */
  readonly check: (index: TriedIndex, tests: readonly DocumentTest[], isWhole?: boolean) => void;
  readonly stop: () => void;
}

/** How long a slice waits for an idle page, in ms. */
const WAIT_MS = 500;

const PACE: Pace = { now: () => performance.now(), whenIdle: (run) => whenIdle(run, WAIT_MS) };

export function testChecker(show: (run: TestRun) => void, pace: Pace = PACE): TestChecker {
  let prepared: {
    readonly index: TriedIndex;
    readonly isWhole: boolean;
    readonly run: (test: DocumentTest) => CheckedDocumentTest;
  } | null = null;
  /** Of the mappings as they are. */
  let current = new Map<DocumentTest, CheckedDocumentTest>();
  /** What is shown: with results of the mappings before, for tests that wait. */
  let shown: ReadonlyMap<DocumentTest, CheckedDocumentTest> = current;
  let cancel: () => void = () => undefined;

  function begin(index: TriedIndex, tests: readonly DocumentTest[], isWhole = true): void {
    cancel();
    if (prepared?.index !== index || prepared.isWhole !== isWhole) {
      prepared = { index, isWhole, run: documentTestRunner(index, isWhole) };
      current = new Map();
    }
    const { run } = prepared;
    const wanted = new Set(tests);
    current = new Map([...current].filter(([test]) => wanted.has(test)));
    const waiting = tests.filter((test) => !current.has(test));
    const tell = () => {
      shown = new Map([...shown].filter(([test]) => wanted.has(test)).concat([...current]));
      show({ results: shown, isDone: waiting.length === 0 });
    };
    const slice = () => {
      const until = pace.now() + SLICE_MS;
      do {
        const test = waiting.shift();
        if (test === undefined) break;
        current.set(test, run(test));
      } while (pace.now() < until);
      tell();
      if (waiting.length > 0) cancel = pace.whenIdle(slice);
    };
    tell();
    if (waiting.length > 0) cancel = pace.whenIdle(slice);
  }

  return { check: begin, stop: () => cancel() };
}
