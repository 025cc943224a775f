import { openState } from '#domain/document';
import { BlameIndex, bodyAt, Scrubber } from '#domain/history';
import { deepEqual } from '#domain/json';
import { visibleRows } from '#domain/mapping';
import { randomFrom } from '../src/fuzz/generate/random.ts';
import { draftLog } from './draft-log.ts';
import { compare, median } from './measure.ts';
import { report, type Figure } from './report.ts';

const FIELDS = 10_000;
const EVENTS = 100_000;
/** A step from anywhere to anywhere, and one to a neighbour, in ms. */
const STEP_MS = 100;
const FRAME_MS = 16;

/** What a person waits for while scrubbing through a long log: the worst step of many, with the tree's visible rows. */
export function benchScrub(): readonly Figure[] {
  const events = draftLog(FIELDS, EVENTS);
  const state = openState({ body: undefined }, events);
  const asText = () => JSON.stringify(state.body);
  const rows = (scrubber: Scrubber, version: number) => {
    const shown = visibleRows(scrubber.bodyAt(version), '', { isExpandedByDefault: false, exceptions: {} });
    for (let index = 0; index < Math.min(40, shown.count); index++) shown.rowAt(index);
    return shown;
  };
  const random = randomFrom(5);
  const anywhere = () => random.below(EVENTS + 1);
  const scrubber = new Scrubber(state);
  const first = timeOf(() => rows(scrubber, 1));
  const far = Array.from({ length: 200 }, () => {
    const version = anywhere();
    return timeOf(() => rows(scrubber, version));
  });
  const near = Array.from({ length: 200 }, (_, at) => timeOf(() => rows(scrubber, 50_000 + at)));
  const back = Array.from({ length: 200 }, (_, at) => timeOf(() => rows(scrubber, 50_200 - at)));
  for (const version of [1, 777, 50_001]) {
    if (!deepEqual(scrubber.bodyAt(version), bodyAt(state, version)))
      throw new Error(`The two ways to version ${version} end in different documents.`);
  }
  console.log(
    `\nScrubbing ${EVENTS.toLocaleString('en')} events over ${FIELDS.toLocaleString('en')} fields:` +
      ` the first far step ${first.toFixed(0)} ms, then ${median(far).toFixed(1)} ms (at worst ${Math.max(...far).toFixed(1)}),` +
      ` to a neighbour ${median([...near, ...back]).toFixed(1)} ms (at worst ${Math.max(...near, ...back).toFixed(1)})`,
  );
  const steps = [
    { what: 'a step from anywhere to anywhere, at worst', ms: Math.max(...far), budget: STEP_MS },
    { what: 'a step to a neighbour, at worst', ms: Math.max(...near, ...back), budget: FRAME_MS },
  ];
  return [
    ...steps.filter(({ ms, budget }) => ms > budget).map(({ what, ms, budget }) => missed(what, ms, budget)),
    ...report('What scrubbing and blame derive', [
      {
        what: 'a step from anywhere to anywhere',
        against: 'JSON.stringify of the document',
        ...compare(asText, () => rows(scrubber, anywhere())),
        budget: 3,
      },
      {
        what: 'blame of all fields, the whole log read',
        against: 'replay of the log',
        ...compare(
          () => bodyAt(state, 0),
          () => new BlameIndex().follow(state.history),
          { rounds: 5, roundMs: 1 },
        ),
        budget: 3,
      },
    ]),
  ];
}

function timeOf(call: () => unknown): number {
  const start = performance.now();
  call();
  return performance.now() - start;
}

function missed(what: string, ms: number, budget: number): Figure {
  return { what, against: 'ms', floorMs: budget, subjectMs: ms, ratio: ms / budget, budget: 1 };
}
