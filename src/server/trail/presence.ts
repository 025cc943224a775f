/** Where somebody is. */
export interface Person {
  readonly author: string;
  readonly name: string;
  readonly verified: boolean;
  readonly stream: string;
  readonly field: string | null;
}

/** The news of one document for an author who has it open. */
export interface PresenceChange {
  readonly stream: string;
  /** Whether `here` are all the others, and nobody else is there. */
  readonly isWhole: boolean;
  /** Others who came, or opened another field. */
  readonly here: readonly Omit<Person, 'stream'>[];
  /** Authors who are not there any more. */
  readonly left: readonly string[];
}

/** How long somebody counts as present after the last word, in milliseconds. */
export const PRESENCE_LIFETIME_MS = 30_000;
/** How many people are shown at one document. */
export const MAX_PEOPLE_OF_DOCUMENT = 100;
/** How many of them one caller may be: a user, or where nobody is signed in, all who share an address. */
export const MAX_PEOPLE_OF_CALLER = 50;
/** How many documents an author may have open; the one that was opened the longest ago makes room. */
export const MAX_DOCUMENTS_OF_AUTHOR = 32;
/** How many places of people are kept, at all documents. */
export const MAX_PLACES = 5_000;
/** How many of them may be of one caller. */
export const MAX_PLACES_OF_CALLER = 1_000;
/**
 * Longest field that others are shown, in characters: where engines allow 20 levels, none is longer. Who has a longer
 * one open is shown without it.
 */
const MAX_SHOWN_FIELD = 1_024;
/**
 * Maximum number of remembered departures per document; a client that was away for longer gets everyone who is present.
 */
const MAX_REMEMBERED_LEFT = 200;

/**
 * Who has which document open, in memory alone. What a change costs depends on how many have that document open, and
 * not on how many there are.
 */
export interface Presence {
  /** Grows when somebody comes, leaves or opens something else. It is always greater than that of an earlier server. */
  count(): number;
  /** The news for an author at the documents that the author has open, since a count; all news if `since` is null. */
  news(author: string, since: number | null): readonly PresenceChange[];
  /** Whether an author has a document open. */
  isOpen(author: string, stream: string): boolean;
  /** Whether somebody could be shown at a document. */
  hasRoom(place: Pick<Person, 'author' | 'stream'>, caller: string): boolean;
  /** False where there is no room: who was there before stays. `caller` is who says it. */
  say(person: Person, caller: string): boolean;
  /** Forgets an author. */
  forget(author: string): void;
  close(): void;
}

/** Somebody at a document. */
interface Place extends Person {
  readonly caller: string;
  readonly atMs: number;
  /** The counts when the author came, and when anything was different the last time. */
  readonly came: number;
  readonly changed: number;
}

interface OpenDocument {
  readonly people: Map<string, Place>;
  /** The counts at which authors left, the longest ago first. */
  readonly left: Map<string, number>;
  /** The count of the last one who left and is not remembered. */
  forgotten: number;
  /** The count of the last change. */
  changed: number;
}

/** `onNews` is called with the authors for whom something is new. */
export function presence(nowMs: () => number, onNews: (authors: Iterable<string>) => void): Presence {
  /** By author and document; the one that was heard of the longest ago comes first. */
  const heard = new Map<string, Place>();
  const documents = new Map<string, OpenDocument>();
  const openBy = new Map<string, Set<string>>();
  const placesOf = new Map<string, number>();
  let count = nowMs();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function documentOf(stream: string): OpenDocument {
    const known = documents.get(stream);
    if (known !== undefined) return known;
    const opened = { people: new Map<string, Place>(), left: new Map<string, number>(), forgotten: 0, changed: 0 };
    documents.set(stream, opened);
    return opened;
  }

  function put(place: Place): void {
    const { author, stream, caller } = place;
    const document = documentOf(stream);
    const before = document.people.get(author);
    const key = keyOf(place);
    if (before !== undefined) countPlace(before.caller, -1);
    countPlace(caller, 1);
    heard.delete(key);
    heard.set(key, place);
    document.people.set(author, place);
    document.left.delete(author);
    const open = openBy.get(author) ?? new Set();
    openBy.set(author, open.add(stream));
  }

  /** Answers with whom it is news to. */
  function remove({ author, stream, caller }: Place): Iterable<string> {
    const document = documentOf(stream);
    heard.delete(keyOf({ author, stream }));
    document.people.delete(author);
    countPlace(caller, -1);
    const open = openBy.get(author);
    open?.delete(stream);
    if (open?.size === 0) openBy.delete(author);
    if (document.people.size === 0) documents.delete(stream);
    count += 1;
    document.changed = count;
    document.left.set(author, count);
    const [longestAgo] = document.left;
    if (document.left.size > MAX_REMEMBERED_LEFT && longestAgo !== undefined) {
      document.left.delete(longestAgo[0]);
      document.forgotten = longestAgo[1];
    }
    return document.people.keys();
  }

  function countPlace(caller: string, by: number): void {
    const places = (placesOf.get(caller) ?? 0) + by;
    if (places === 0) placesOf.delete(caller);
    else placesOf.set(caller, places);
  }

  function removeAll(places: readonly Place[]): void {
    const toTell = new Set<string>();
    for (const place of places) for (const author of remove(place)) toTell.add(author);
    if (toTell.size > 0) onNews(toTell);
  }

  function endOld(): void {
    const old: Place[] = [];
    for (const place of heard.values()) {
      if (nowMs() - place.atMs < PRESENCE_LIFETIME_MS) break;
      old.push(place);
    }
    removeAll(old);
  }

  function waitForOldest(): void {
    clearTimeout(timer);
    timer = undefined;
    const [oldest] = heard.values();
    if (oldest === undefined) return;
    timer = setTimeout(
      () => {
        endOld();
        waitForOldest();
      },
      oldest.atMs + PRESENCE_LIFETIME_MS - nowMs(),
    );
  }

  /** Whom one more person makes leave; null where nobody has to, false where there is no room. */
  function roomFor({ author, stream }: Pick<Person, 'author' | 'stream'>, caller: string): Place | null | false {
    const people = documents.get(stream)?.people ?? new Map<string, Place>();
    if (people.has(author)) return null;
    const open = openBy.get(author);
    const [longestOpen] = open ?? [];
    if (open !== undefined && open.size >= MAX_DOCUMENTS_OF_AUTHOR && longestOpen !== undefined)
      return heard.get(keyOf({ author, stream: longestOpen })) ?? null;
    const ofCaller = [...people.values()].filter((each) => each.caller === caller).length;
    if (ofCaller >= MAX_PEOPLE_OF_CALLER || (placesOf.get(caller) ?? 0) >= MAX_PLACES_OF_CALLER) return false;
    if (people.size >= MAX_PEOPLE_OF_DOCUMENT) return newestOfMost(people.values(), caller);
    return heard.size < MAX_PLACES ? null : newestOfMost(heard.values(), caller);
  }

  return {
    count: () => count,
    news(author, since) {
      return [...(openBy.get(author) ?? [])].flatMap((stream): PresenceChange | [] => {
        const document = documents.get(stream);
        const own = document?.people.get(author);
        if (document === undefined || own === undefined) return [];
        const isWhole = since === null || own.came > since || document.forgotten > since;
        if (!isWhole && document.changed <= since) return [];
        const here = [...document.people.values()]
          .filter((each) => each !== own && (isWhole || each.changed > since))
          .map((each) => ({ author: each.author, name: each.name, verified: each.verified, field: each.field }));
        const left = isWhole ? [] : [...document.left].flatMap(([each, at]) => (at > since ? each : []));
        return isWhole || here.length > 0 || left.length > 0 ? { stream, isWhole, here, left } : [];
      });
    },
    isOpen: (author, stream) => openBy.get(author)?.has(stream) === true,
    hasRoom: (place, caller) => roomFor(place, caller) !== false,
    say(said, caller) {
      const field = said.field !== null && said.field.length > MAX_SHOWN_FIELD ? null : said.field;
      const person = { ...said, field };
      const room = roomFor(person, caller);
      if (room === false) return false;
      if (room !== null) removeAll([room]);
      const before = documents.get(person.stream)?.people.get(person.author);
      const isNew = before === undefined || !isSame(before, person);
      if (isNew) count += 1;
      const changed = isNew ? count : before.changed;
      put({ ...person, caller, atMs: nowMs(), came: before?.came ?? count, changed });
      if (timer === undefined) waitForOldest();
      if (!isNew) return true;
      const document = documentOf(person.stream);
      document.changed = count;
      const others = [...document.people.keys()].filter((each) => each !== person.author);
      onNews(before === undefined ? [...others, person.author] : others);
      return true;
    },
    forget(author) {
      const places = [...(openBy.get(author) ?? [])].flatMap((stream) => heard.get(keyOf({ author, stream })) ?? []);
      removeAll(places);
    },
    close: () => clearTimeout(timer),
  };
}

function keyOf({ author, stream }: Pick<Person, 'author' | 'stream'>): string {
  return JSON.stringify([author, stream]);
}

function isSame(a: Person, b: Person): boolean {
  return a.field === b.field && a.name === b.name && a.verified === b.verified;
}

/**
 * Who came last of the caller who has the most; false where that is the one who asks, so that many of one caller never
 * drive out others.
 */
function newestOfMost(places: Iterable<Place>, caller: string): Place | false {
  const byCaller = new Map<string, Place[]>();
  for (const place of places) {
    const all = byCaller.get(place.caller) ?? [];
    all.push(place);
    byCaller.set(place.caller, all);
  }
  const own = byCaller.get(caller)?.length ?? 0;
  const most = [...byCaller.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
  const [newest] = most.toSorted((a, b) => b.came - a.came);
  return newest !== undefined && most.length > own + 1 ? newest : false;
}
