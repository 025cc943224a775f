import { besideStream } from '#domain/commands';
import { LIVE_BODY_AT, LIVE_MAPPINGS_AT, parseLiveStream, sampledStream } from '#domain/document';
import { eventDifference } from '#domain/history';
import { applyPatch, isWithin, valueAt, type Body, type Operation, type Pointer } from '#domain/json';
import { mappingsAtOf } from '#domain/template';
import { describePlace, describeValue, nameOfPlace } from '../../editor/history/event-labels.ts';
import type { Change } from './change-reader.ts';

/** One place of an object in words: what it was and what it became, null where it was or is not set. */
interface PlaceChange {
  /** Fields are added and removed; anything else changes. */
  readonly kind: 'added' | 'removed' | 'changed' | 'renamed';
  readonly place: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** A change whose record lacks what was there before, or of a log beside a document; in its own words. */
interface WholeChange {
  readonly kind: 'whole';
  readonly summary: string;
}

export type RowChange = PlaceChange | WholeChange;

interface RowChanges {
  /** The first of them. */
  readonly changes: readonly RowChange[];
  /** How many there are. */
  readonly count: number;
}

/** The most changes of a row that are described. */
const DESCRIBED = 100;
/** The most events of a row whose difference is looked for. */
const COMPARED = 2_000;

/** The parts of an event that say what it changed. */
type RowEvent = Pick<Change, 'stream' | 'version' | 'summary' | 'patch' | 'inverse'>;

/**
 * What some events of one object, the oldest first, changed from the first state to the last, as people want it on
 * the cluster: what the cluster itself was seen to have is left out. They are compared by what they hold, so that
 * nothing is read for it. Cost: their operations.
 */
export function rowChanges(events: readonly RowEvent[]): RowChanges {
  const changes: RowChange[] = [];
  let count = 0;
  const put = (many: number, describeOne: () => RowChange) => {
    count += many;
    if (changes.length < DESCRIBED) changes.push(describeOne());
  };
  for (const run of runsOf(events.slice(-COMPARED))) {
    const beside = besideStream(run[0]?.stream ?? '');
    // Of a document test, ids and parts of documents would be shown.
    const difference = beside === null ? eventDifference(run) : null;
    if (difference === null) {
      for (const each of run)
        put(1, () => ({ kind: 'whole', summary: beside?.kind === 'lint' ? withReason(each) : each.summary }));
      continue;
    }
    const given = run[0]?.stream ?? '';
    const stream = sampledStream(given) ?? given;
    const wanted = wantedIn(stream);
    const mappingsAt = mappingsAtOf(stream, difference.before);
    let body = difference.before;
    for (const operation of difference.patch) {
      const before = body;
      if (changes.length < DESCRIBED) ({ body } = applyPatch(body, [operation]));
      if (isWithin(operation.path, wanted)) put(1, () => describe(operation, before, { wanted, mappingsAt }));
    }
  }
  return { changes, count };
}

/** What became of a rule of lint, with the reason where it is off. */
function withReason({ summary, patch }: RowEvent): string {
  const reason = patch.flatMap((operation) =>
    'value' in operation && typeof operation.value === 'string' ? operation.value : [],
  );
  return [summary, ...reason].join(': ');
}

/** Events one after another, as far as each can be compared with the next: those without their inverse are alone. */
function* runsOf(events: readonly RowEvent[]): Generator<readonly RowEvent[]> {
  let run: RowEvent[] = [];
  for (const event of events) {
    const last = run.at(-1);
    const isAlone = event.inverse === undefined || event.patch.some(({ path }) => path === '');
    if (last !== undefined && (isAlone || last.version !== event.version - 1)) {
      yield run;
      run = [];
    }
    if (isAlone) yield [event];
    else run.push(event);
  }
  if (run.length > 0) yield run;
}

/** Where the document of a stream says how its object is wanted. */
function wantedIn(stream: string): Pointer {
  const live = parseLiveStream(stream);
  if (live === null) return '';
  return live.kind === 'index' ? LIVE_MAPPINGS_AT : LIVE_BODY_AT;
}

interface Places {
  readonly wanted: Pointer;
  readonly mappingsAt: Pointer;
}

/** `body` is the one that the operation is applied to. */
function describe(operation: Operation, body: Body, { wanted, mappingsAt }: Places): PlaceChange {
  const placeOf = (pointer: Pointer) => describePlace(pointer.slice(wanted.length), mappingsAt.slice(wanted.length));
  const place = placeOf(operation.path);
  const name = nameOfPlace(place);
  if (operation.op === 'move')
    return { kind: 'renamed', place: name, from: nameOfPlace(placeOf(operation.from)), to: name };
  const was = valueAt(body, operation.path);
  const from = was === undefined ? null : describeValue(was, place);
  const to = operation.op === 'remove' ? null : describeValue(operation.value, place);
  const kind = place.member !== '' ? 'changed' : from === null ? 'added' : to === null ? 'removed' : 'changed';
  return { kind, place: name, from, to };
}
