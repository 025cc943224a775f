import { documentTestsIn, documentTestsStream, type KeptDocumentTest } from '#domain/commands';
import type { CheckedDocumentTest, DocumentTest } from '#domain/documents';
import type { Body } from '#domain/json';
import type { DocumentSession } from '../../machines/document-session.ts';
import { observable, type Observable } from '../kit/observable.ts';
import { whenIdle } from '../kit/when-idle.ts';
import type { Services } from './services.ts';

/** What checking came to so far. */
export interface TestRun {
  /** While tests are checked again, those that wait have the result of the mappings before. */
  readonly results: ReadonlyMap<DocumentTest, CheckedDocumentTest>;
  readonly isDone: boolean;
}

/** A test of the open document; `checked` is null until it was checked once. */
export interface ListedTest extends KeptDocumentTest {
  readonly checked: CheckedDocumentTest | null;
}

/** The tests of the open document, and how they go. */
export interface KeptTests {
  /** The document that holds them; null until it is open. */
  readonly session: DocumentSession | null;
  /** Why they can't be read. */
  readonly error: Error | null;
  readonly tests: readonly ListedTest[];
  readonly failed: number;
  /** Tests of which it can't be told. */
  readonly unknown: number;
  readonly isChecking: boolean;
}

/** The tests that are kept with an open document. They are read when the page is idle, and checked elsewhere. */
export interface OpenTests extends Observable<KeptTests> {
  /** Shows what checking came to. */
  readonly show: (run: TestRun) => void;
  readonly close: () => void;
}

/** How long reading the tests waits for an idle page, in ms. */
const WAIT_MS = 2_000;

const NO_RUN: TestRun = { results: new Map(), isDone: false };
const NONE: KeptTests = { session: null, error: null, tests: [], failed: 0, unknown: 0, isChecking: false };

export function openTests(stream: string, { documents }: Pick<Services, 'documents'>): OpenTests {
  const kept = observable<KeptTests>(NONE);
  let session: DocumentSession | null = null;
  let run = NO_RUN;
  let isClosed = false;
  let stop: () => void = () => undefined;
  let body: Body = undefined;
  let listed: readonly KeptDocumentTest[] = [];

  function publish(): void {
    if (session === null) return;
    const now = session.getSnapshot().state.body;
    if (now !== body) {
      body = now;
      listed = documentTestsIn(body);
    }
    kept.set(withResults(session, listed, run));
  }

  async function open(): Promise<void> {
    const opened = await documents.open({ stream: documentTestsStream(stream) });
    if (isClosed) {
      documents.release(opened);
      return;
    }
    session = opened;
    const unsubscribe = opened.subscribe(publish);
    stop = () => {
      unsubscribe();
      documents.release(opened);
    };
    publish();
  }

  const cancel = whenIdle(() => {
    open().catch((cause: unknown) => {
      kept.set({ ...NONE, error: cause instanceof Error ? cause : new Error(String(cause)) });
    });
  }, WAIT_MS);

  return {
    getSnapshot: kept.getSnapshot,
    subscribe: kept.subscribe,
    show(next) {
      run = next;
      publish();
    },
    close() {
      isClosed = true;
      cancel();
      stop();
    },
  };
}

function withResults(session: DocumentSession, listed: readonly KeptDocumentTest[], run: TestRun): KeptTests {
  const tests = listed.map((each): ListedTest => ({ ...each, checked: run.results.get(each.test) ?? null }));
  const countOf = (outcome: CheckedDocumentTest['outcome']) =>
    tests.filter(({ checked }) => checked?.outcome === outcome).length;
  return {
    session,
    error: null,
    tests,
    failed: countOf('failed'),
    unknown: countOf('unknown'),
    isChecking: tests.length > 0 && (!run.isDone || tests.some(({ checked }) => checked === null)),
  };
}
