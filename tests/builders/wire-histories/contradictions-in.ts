import { clusterMappings, openState } from '#domain/document';
import { isClusterAuthor, type StoredEvent } from '#domain/events';
import { bodyAt, supersededBy } from '#domain/history';
import { valueAt } from '#domain/json';
import { reachOf, type AskedActions, type Reach } from '../../../src/ui/screens/change-history/reach.ts';
import { changedContents, contentsOf } from './contents.ts';
import type { LiveKind } from './live-kinds.ts';
import type { Fate } from './steps.ts';

/** A request that changed a document on the cluster, as it came there. */
export interface SentRequest {
  readonly fate: Fate;
  /** What the document was at. */
  readonly version: number;
  /** What it asked for that the cluster did not have. */
  readonly asked: ReadonlySet<string>;
}

interface ComparedLog {
  readonly shownAs: LiveKind['shownAs'];
  readonly log: readonly StoredEvent[];
  /** The actions that each event was sent with. */
  readonly pages: readonly AskedActions['pages'][number][];
  readonly wantedAt: string;
  readonly mappingsAt: string;
  readonly requests: readonly SentRequest[];
  /** What a third person has done past the server. */
  readonly theirs: ReadonlySet<string>;
}

const isDone = ({ fate }: SentRequest) => fate === 'answered' || fate === 'cut';

/** What the rows of a log say that is not so, and the kind of each. */
export function contradictionsIn(compared: ComparedLog) {
  const { shownAs, log, pages, wantedAt, mappingsAt, requests, theirs } = compared;
  const state = openState({ body: undefined, mappingsAt: `${wantedAt}${mappingsAt}` }, log);
  const found: string[] = [];
  const kinds: Reach['kind'][] = [];
  const reached = new Map<number, Reach['kind'] | null>();
  const contents = new Map<number, ReadonlySet<string>>();
  const contentsAt = (version: number, isReading: boolean) => {
    if (version === 0) return new Set<string>();
    const body = bodyAt(state, version);
    return contentsOf(isReading ? clusterMappings(body) : valueAt(body, wantedAt), mappingsAt);
  };
  for (const [at, event] of log.entries()) {
    const version = at + 1;
    const isReading = isClusterAuthor(event.author.id);
    const added = changedContents(contentsAt(at, isReading), contentsAt(version, isReading));
    contents.set(version, added);
    const page = pages[at];
    const asked = { pages: page === undefined ? [] : [page], asked: 1, failed: 0 };
    const reach = reachOf(shownAs, event, version, asked, () => supersededBy(state, version));
    reached.set(version, reach?.kind ?? null);
    const blame = (what: string) => found.push(`${version} ${event.summary} (${reach?.kind ?? 'nothing'}): ${what}`);
    if (reach === null) {
      if (shownAs.kind !== 'draft') blame('it says nothing');
      continue;
    }
    kinds.push(reach.kind);
    if (!isReading && event.undoes === undefined && event.type !== 'changes.discarded')
      for (const content of valuesOf(theirs, added)) blame(`it has ${content}, which is theirs`);
    // A draft begins with nothing.
    if (added.size === 0 && shownAs.kind === 'draft') continue;
    const wasSent = (fates: readonly Fate[]) =>
      requests.some(
        (each) =>
          fates.includes(each.fate) && each.version >= version && [...each.asked].some((content) => added.has(content)),
      );
    if (reach.kind === 'reached') {
      // Nobody can tell who did what a third person did as well while the outcome was unknown.
      const isTheirsToo = wasSent(['lost']) && [...added].some((content) => theirs.has(content));
      if (!wasSent(['answered', 'cut']) && !isTheirsToo) blame('nothing of it was sent and done');
    } else if (reach.kind === 'failed' || reach.kind === 'unsure') {
      if (!wasSent(reach.kind === 'failed' ? ['refused', 'lost'] : ['lost'])) blame('no such request had it');
    } else if (reach.kind === 'setOutside') {
      for (const content of added) if (version > 1 && !theirs.has(content)) blame(`${content} is ours`);
    } else if (reach.kind === 'readBack') {
      // An undo can set again what they had set.
      const isSent = (content: string) => requests.some((each) => each.asked.has(content));
      for (const content of valuesOf(theirs, added)) if (!isSent(content)) blame(`${content} is theirs`);
    } else if (!['notSent', 'superseded', 'reported', 'created'].includes(reach.kind)) blame('this says nothing');
  }
  // What was sent and done was set by a change before it: by one of several, where undo and redo set it again.
  for (const { version, asked } of requests.filter(isDone))
    for (const content of asked) {
      // A field that others have removed is sent again by who keeps an edit of it.
      const isBy = (added: ReadonlySet<string>) =>
        added.has(content) || [...added].some((each) => each.startsWith(`${content} ≤ `));
      const by = Array.from(contents).filter(([each, added]) => each <= version && isBy(added));
      if (!by.some(([each]) => reached.get(each) === 'reached'))
        found.push(`${content} was sent and done, of ${by.map(([each]) => reached.get(each)).join()}`);
    }
  return { found, kinds };
}

/** What both sets have. Several people can have removed the same. */
function valuesOf(one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] {
  return [...one].filter((each) => other.has(each) && !each.startsWith('-'));
}
