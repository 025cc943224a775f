import type { AppendConflict } from '#domain/ports';
import type { ErasureOrder } from '../trail/erasure-store.ts';
import type { Recorded } from '../trail/record-store.ts';
import { NotRecordedError } from '../trail/store-errors.ts';
import { formatEntry, logDocument, MAX_DOCUMENT_LENGTH, MAX_ENTRIES, type LogDocument } from './log-document.ts';
import type { AppendOutcome, SealedAppend, Spooled, TrailCopy } from './trail-copy.ts';

export interface WaitingAppend {
  readonly kind: 'append';
  readonly stream: string;
  seal(): AppendOutcome;
  resolve(answer: Recorded | AppendConflict): void;
  reject(error: unknown): void;
}

export interface WaitingErasure {
  readonly kind: 'erasure';
  readonly order: ErasureOrder;
  resolve(): void;
  reject(error: unknown): void;
}

/** Waits until this server has what the others had written before. */
export interface WaitingReader {
  readonly kind: 'reader';
  resolve(): void;
  reject(error: unknown): void;
}

export type Waiting = WaitingAppend | WaitingErasure | WaitingReader;

/** Each kind in the order in which it came. */
export interface Queue {
  readonly appends: readonly WaitingAppend[];
  readonly erasures: readonly WaitingErasure[];
  readonly readers: readonly WaitingReader[];
}

export const EMPTY_QUEUE: Queue = { appends: [], erasures: [], readers: [] };

export function withWaiting(queue: Queue, waiting: Waiting): Queue {
  switch (waiting.kind) {
    case 'append':
      return { ...queue, appends: [...queue.appends, waiting] };
    case 'erasure':
      return { ...queue, erasures: [...queue.erasures, waiting] };
    case 'reader':
      return { ...queue, readers: [...queue.readers, waiting] };
  }
}

/** One queue behind another. */
export function joined(first: Queue, second: Queue): Queue {
  return {
    appends: [...first.appends, ...second.appends],
    erasures: [...first.erasures, ...second.erasures],
    readers: [...first.readers, ...second.readers],
  };
}

export function allIn({ appends, erasures, readers }: Queue): readonly Waiting[] {
  return [...appends, ...erasures, ...readers];
}

interface Sealed {
  readonly waiting: WaitingAppend;
  readonly sealed: SealedAppend;
}

/** A document on its way, and who waits for it. */
export interface Flight {
  readonly document: LogDocument;
  readonly appends: readonly Sealed[];
  readonly erasures: readonly WaitingErasure[];
}

export function answerFlight({ appends, erasures }: Flight): void {
  for (const { waiting, sealed } of appends) waiting.resolve(sealed.answer);
  for (const waiting of erasures) waiting.resolve();
}

/** Who waits for a document that was not written, to be decided again. */
export function queueOf(flight: Flight | null): Queue {
  if (flight === null) return EMPTY_QUEUE;
  return { appends: flight.appends.map(({ waiting }) => waiting), erasures: flight.erasures, readers: [] };
}

/** What is to be written next, and what becomes of everybody who waited. */
export interface Assembly extends Pick<Spooled, 'names' | 'erased'> {
  /** Null where there is no document to write. */
  readonly flight: Flight | null;
  /** They wait for a later document. */
  readonly left: Queue;
  /** Answers to those who need no document. */
  readonly answers: readonly (() => void)[];
}

type Sealer = Pick<TrailCopy, 'state' | 'hasOwnTrail' | 'spooled' | 'sealErasure'>;

/** Puts what waits into a document, behind the spool of the server. */
export function assemble(queue: Queue, copy: Sealer): Assembly {
  const state = copy.state();
  const isSeeding = !state.isOpen && copy.hasOwnTrail();
  const refused = state.isOpen ? [] : allIn(queue).map((waiting) => () => waiting.reject(notOpenYet()));
  const waiting = state.isOpen ? queue : EMPTY_QUEUE;
  const appends = sealAppends(waiting.appends);
  // After sealing: that may have brought new names.
  const spooled = copy.spooled(MAX_DOCUMENT_LENGTH, MAX_ENTRIES);
  const isTurnOfAppends = spooled.isComplete;
  const sent = isTurnOfAppends ? appends.sealed : [];
  const hasRoom = appends.length < MAX_DOCUMENT_LENGTH;
  const erasures =
    isTurnOfAppends && hasRoom && spooled.hasAllRecords
      ? sealErasures(waiting.erasures, appends.streams, copy)
      : { sealed: [], left: waiting.erasures, answers: [] };
  const entries = [
    ...spooled.register,
    ...sent.map(({ sealed: { stream, after, records } }) =>
      formatEntry({ kind: 'records', stream, after, records: [...records] }),
    ),
    ...(hasRoom ? spooled.records : []),
    ...erasures.sealed.map(({ entry }) => entry),
  ];
  const isSeeded = isSeeding && spooled.isComplete && entries.length === 0 && spooled.names.length === 0;
  if (isSeeded) entries.push(formatEntry({ kind: 'open' }));
  const hasBegun = state.isOpen || isSeeding;
  return {
    flight:
      hasBegun && entries.length > 0
        ? {
            document: logDocument(state, state.server, entries),
            appends: sent,
            erasures: erasures.sealed.map((each) => each.waiting),
          }
        : null,
    left: {
      appends: isTurnOfAppends ? appends.left : [...appends.sealed.map((each) => each.waiting), ...appends.left],
      erasures: erasures.left,
      readers: [],
    },
    answers: [...refused, ...appends.answers, ...erasures.answers],
    names: hasBegun ? spooled.names : [],
    erased: hasBegun ? spooled.erased : [],
  };
}

/** One append of each stream, as many as fit into a document. */
function sealAppends(appends: readonly WaitingAppend[]) {
  const sealed: Sealed[] = [];
  const left: WaitingAppend[] = [];
  const answers: (() => void)[] = [];
  const streams = new Set<string>();
  let length = 0;
  for (const waiting of appends) {
    if (streams.has(waiting.stream) || length > MAX_DOCUMENT_LENGTH || sealed.length >= MAX_ENTRIES) {
      left.push(waiting);
      continue;
    }
    try {
      const outcome = waiting.seal();
      if ('after' in outcome) {
        streams.add(waiting.stream);
        length += outcome.records.reduce((sum, { text }) => sum + text.length, 0);
        sealed.push({ waiting, sealed: outcome });
      } else answers.push(() => waiting.resolve(outcome));
    } catch (error) {
      answers.push(() => waiting.reject(error));
    }
  }
  return { sealed, left, answers, streams, length };
}

/** The erasures of logs to which nothing else is written in the document. */
function sealErasures(erasures: readonly WaitingErasure[], written: ReadonlySet<string>, copy: Sealer) {
  const sealed: { readonly waiting: WaitingErasure; readonly entry: string }[] = [];
  const left: WaitingErasure[] = [];
  const answers: (() => void)[] = [];
  const streams = new Set(written);
  for (const waiting of erasures) {
    const touched = waiting.order.streams.map(({ stream }) => stream);
    if (touched.some((stream) => streams.has(stream))) {
      left.push(waiting);
      continue;
    }
    try {
      sealed.push({ waiting, entry: copy.sealErasure(waiting.order) });
      for (const stream of touched) streams.add(stream);
    } catch (error) {
      answers.push(() => waiting.reject(error));
    }
  }
  return { sealed, left, answers };
}

function notOpenYet(): NotRecordedError {
  return new NotRecordedError('The server that began the trail is still putting its records into the index.');
}
