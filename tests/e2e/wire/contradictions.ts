import type { HistoryRow } from './history-on-screen.ts';
import type { WireCall } from './recording-proxy.ts';

/** Who did what, in the words of the history. */
export type DoneBy = readonly (readonly [title: RegExp, who: RegExp])[];

/** What a server asks by a method that could change something: what a cluster can do when it meets it, and where shards are. */
const QUESTIONS =
  /^\/(?:_index_template\/_simulate|_reindex$|_cluster\/allocation\/explain|[^/]+\/_(?:search|count)\b)/;
/** Actions that reach no cluster themselves: what a plan sends is listed step by step. */
const WITHOUT_REQUEST = /^(?:Proposed|Approved) plan/;
/** A request as the history shows it, with the status of its answer behind it. */
const REQUEST = /\b(PUT|POST|DELETE|PATCH) (\/\S+)\s+(\d{3})\b/g;
/** Of a change that was undone or overridden first; what did so is named behind it. */
const SUPERSEDED = 'Superseded before it was sent by ';
/** Of a change whose request was done, though its answer was lost. */
const FOUND = 'Found after a request with unknown outcome ';
/** Of the event with which the log of something begins that was made from what has another log. */
const CREATED = 'Created, and read by the server';
/** The history says times to the second. */
const SECOND_MS = 1_000;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What the history says that did not happen, and what happened that it does not say. */
export function contradictions(
  rows: readonly HistoryRow[],
  calls: readonly WireCall[],
  doneBy: DoneBy,
): readonly string[] {
  const changing = calls.filter(({ method, path }) => !/^(?:GET|HEAD)$/.test(method) && !QUESTIONS.test(path));
  const said = new Set<WireCall>();
  const found: string[] = [];
  const blame = ({ title, facts }: HistoryRow, what: string) =>
    found.push(`${title} (${facts.get('Event') ?? ''}): ${what}`);

  for (const row of rows) {
    const who = doneBy.find(([title]) => title.test(row.title))?.[1];
    const actual = row.facts.get('Who') ?? '';
    if (who === undefined) blame(row, 'nobody is known to have done it');
    else if (!who.test(actual)) blame(row, `it names ${actual}`);
    if (row.facts.has('Outcome')) checkAction(row);
  }
  // Once it is known which requests belong to which action.
  for (const row of rows) if (!row.facts.has('Outcome')) checkEvent(row);
  for (const call of changing) if (!said.has(call)) found.push(`${nameOf(call)} is not in the history`);
  return found;

  function checkAction(row: HistoryRow): void {
    const requests = requestsIn(row.text);
    if (row.facts.has('Found later')) {
      const call = changing.find((each) => each.isLost === true && !said.has(each) && isWithin(row, each));
      if (call === undefined || !row.text.includes(`${call.method} ${decodeURI(call.path)}`) || !shows(row, call))
        blame(row, 'no answer to it was lost then');
      else said.add(call);
      if (row.facts.get('Outcome') !== 'Done') blame(row, `its outcome is ${row.facts.get('Outcome') ?? ''}`);
      return;
    }
    if (requests.length === 0 && !WITHOUT_REQUEST.test(row.title)) blame(row, 'it shows no request');
    for (const request of requests) {
      // Two actions in a row may send the same, as the steps of a plan do: the nearest in time is the one.
      const distance = ({ endedMs }: WireCall) => Math.abs(endedMs - saidAt(row, 'Finished'));
      const likely = changing
        .filter((each) => !said.has(each) && nameOf(each) === request && isWithin(row, each))
        .toSorted((one, other) => distance(one) - distance(other));
      const call = likely.find((each) => shows(row, each)) ?? likely[0];
      if (call === undefined) {
        blame(row, `${request} did not reach the cluster then`);
        continue;
      }
      said.add(call);
      if (!shows(row, call)) blame(row, `it shows another body than ${call.body}`);
    }
    const isDone = requests.every((request) => /[23]\d\d$/.test(request));
    if ((row.facts.get('Outcome') === 'Done') !== isDone)
      blame(row, `its outcome is ${row.facts.get('Outcome') ?? ''}`);
  }

  function shows(row: HistoryRow, { body }: WireCall): boolean {
    return squeezed(row.text).includes(squeezed(body));
  }

  /** Whether an action says that it ended when the answer came. */
  function isWithin(row: HistoryRow, { endedMs }: WireCall): boolean {
    return endedMs >= saidAt(row, 'When') - SECOND_MS && endedMs <= saidAt(row, 'Finished') + 2 * SECOND_MS;
  }

  function checkEvent(row: HistoryRow): void {
    const reach = row.facts.get('On the cluster') ?? '';
    const field = /^(?:(?:Undo|Redo): )?(?:Add|Remove|Rename \S+ to) (\S+)/.exec(row.title)?.[1];
    const isAdded = /^(?:Redo: )?(?:Add|Rename) |^Undo: Remove /.test(row.title);
    const has = ({ body }: WireCall) => field !== undefined && body.includes(`"${field}"`);
    const madeMs = ulidMs(row.facts.get('Event') ?? '');
    if (/^(?:Set outside|Read back)/.test(reach)) {
      if (!row.title.startsWith('Found on the cluster') && !row.title.includes(' cluster ')) blame(row, reach);
      return;
    }
    if (reach.startsWith(CREATED)) {
      const isCreated = changing.some(
        ({ method, isLost, endedMs }) => method === 'PUT' && !isLost && endedMs <= madeMs,
      );
      if (!row.title.startsWith('Made from ') || !isCreated) blame(row, reach);
      return;
    }
    if (reach.startsWith(FOUND)) {
      if (!changing.some((each) => each.isLost && each.endedMs >= madeMs && has(each) === isAdded)) blame(row, reach);
      return;
    }
    const [request] = requestsIn(reach);
    if (request !== undefined) {
      const call = changing.find((each) => nameOf(each) === request && each.endedMs >= madeMs && has(each) === isAdded);
      if (!reach.startsWith('Reached')) blame(row, reach);
      if (call === undefined) blame(row, `${request} with it did not reach the cluster after it`);
      return;
    }
    if (reach !== 'Not sent' && !reach.startsWith(SUPERSEDED)) blame(row, `"${reach}" says nothing`);
    const object = row.facts.get('Object') ?? '';
    const later = changing.find(
      (each) =>
        isAdded &&
        has(each) &&
        each.endedMs >= madeMs &&
        decodeURI(each.path).split(/[/?]/).includes(object) &&
        each.status < 300,
    );
    if (later !== undefined) blame(row, `it says "${reach}", but ${nameOf(later)} had it`);
  }
}

function nameOf({ method, path, status }: WireCall): string {
  return `${method} ${decodeURI(path)} ${status}`;
}

function requestsIn(text: string): readonly string[] {
  return [...text.replaceAll('\n', ' ').matchAll(REQUEST)].map(
    ([, method = '', path = '', status = '']) => `${method} ${path} ${status}`,
  );
}

/** Bodies are shown over several lines. */
function squeezed(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** A time as the history shows it, "Tuesday, 24 November 2026 at 06:41:03 UTC", in ms since 1970. */
function saidAt({ facts }: HistoryRow, label: string): number {
  const text = facts.get(label) ?? '';
  return Date.parse(text.replace(/^\w+, /, '').replace(' at ', ' '));
}

/** When an event was made, by its id. */
function ulidMs(event: string): number {
  const id = /\b[0-9A-HJKMNP-TV-Z]{26}\b/.exec(event)?.[0] ?? '';
  return [...id.slice(0, 10)].reduce((sum, character) => sum * 32 + CROCKFORD.indexOf(character), 0);
}
