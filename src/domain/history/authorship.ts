import { parseLiveStream } from '../document/live-document.ts';
import { originsOf } from '../document/origin.ts';
import { clusterAuthor, isClusterAuthor, nameOfAuthor } from '../events/cluster-author.ts';
import type { Author, DocumentEvent, StoredEvent } from '../events/event.ts';
import { FIRST_RULES } from '../events/rules.ts';

/** The members of an event that decide its authorship. */
type AuthoredEvent = Pick<DocumentEvent, 'author' | 'importedBy'> &
  Partial<Pick<DocumentEvent, 'type' | 'rules' | 'command'>>;
/** Where an event is. */
type EventPlace = Pick<StoredEvent, 'stream' | 'version'>;

/** Label instead of an author for events that {@link isBeforeRecord} matches. */
export const BEFORE_RECORD = 'Older than this history';

/**
 * Whether an event only notes what a cluster had when the log of something live began. By the first rules its author is
 * who looked at it first.
 */
export function isFirstReading({ author, type, rules = FIRST_RULES }: AuthoredEvent, place: EventPlace): boolean {
  if (place.version !== 1 || type !== 'document.created') return false;
  return isClusterAuthor(author.id) || (rules === FIRST_RULES && parseLiveStream(place.stream) !== null);
}

/**
 * Whether an event only notes what was there before anybody's first recorded change: a first reading of something whose
 * making is not recorded either.
 */
export function isBeforeRecord({ type = '', ...event }: AuthoredEvent, place: EventPlace): boolean {
  return isFirstReading({ ...event, type }, place) && originsOf({ ...event, type }).length === 0;
}

/**
 * The author of an event as the present rules have it: a first reading is the cluster's, reported by who looked at it.
 */
export function authorOfEvent(event: AuthoredEvent, place: EventPlace): Author {
  const { author } = event;
  return isFirstReading(event, place) && !isClusterAuthor(author.id) ? { ...author, ...clusterAuthor(author) } : author;
}

/**
 * The author of an event in words: "Ana", "Cluster (seen by Ana)", or "Ana (imported)" if another person has
 * imported it, so that nobody has proved that Ana made it. Used wherever events are shown or exported.
 */
export function whoOf(event: AuthoredEvent, place?: EventPlace): string {
  const name = nameOfAuthor(place === undefined ? event.author : authorOfEvent(event, place));
  return event.importedBy === undefined ? name : `${name} (imported)`;
}
