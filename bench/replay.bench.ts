import fastJsonPatch, { type Operation as ForeignOperation } from 'fast-json-patch';
import { replay } from '#domain/document';
import type { Body } from '#domain/json';
import { draftLog } from './draft-log.ts';
import { compare } from './measure.ts';
import { report, type Figure } from './report.ts';

const FIELDS = 10_000;
const EVENTS = 100_000;
/** Replay is allowed twice the time of fast-json-patch, which writes into the document and takes the log's values into it. */
const BUDGET = 2;

/** A whole log from the start, against the library that does the same in place. */
export function benchReplay(): readonly Figure[] {
  const [creation, ...events] = draftLog(FIELDS, 1 + EVENTS);
  const start: Body = creation === undefined ? undefined : replay(undefined, [creation]);
  const text = JSON.stringify(start);
  const before = JSON.stringify(events);
  // What fast-json-patch takes into its document it goes on to change: it gets a log of its own.
  const foreignLogs = Array.from({ length: 12 }, () =>
    events.map(({ patch }) => structuredClone(patch) as unknown as ForeignOperation[]),
  );
  let next = 0;
  const foreign = () => {
    const log = foreignLogs[next++ % foreignLogs.length] as ForeignOperation[][];
    let document: unknown = JSON.parse(text);
    for (const patch of log) document = fastJsonPatch.applyPatch(document, patch, false, true).newDocument;
    return document;
  };
  const result = compare(foreign, () => replay(start, events), { rounds: 7, roundMs: 1 });
  if (JSON.stringify(events) !== before) throw new Error('Replay changed the log.');
  if (JSON.stringify(replay(start, events)) !== JSON.stringify(foreign()))
    throw new Error('The two replays end in different documents.');
  return report('Replay', [
    {
      what: `${EVENTS.toLocaleString('en')} events over ${FIELDS.toLocaleString('en')} fields`,
      against: 'fast-json-patch, in place',
      ...result,
      budget: BUDGET,
    },
  ]);
}
