import { parseLiveStream } from '../document/live-document.ts';
import { clusterAuthor, isClusterAuthor, nameOfAuthor } from '../events/cluster-author.ts';
import type { Author, DocumentEvent, StoredEvent } from '../events/event.ts';
import { FIRST_RULES } from '../events/rules.ts';

/** What authorship is told by. */
type AuthoredEvent = Pick<DocumentEvent, 'author' | 'importedBy'> & Partial<Pick<DocumentEvent, 'type' | 'rules'>>;
/** Where an event is. */
type EventPlace = Pick<StoredEvent, 'stream' | 'version'>;

/** What is said in place of an author of what {@link isBeforeRecord}. */
export const BEFORE_RECORD = 'Before the record';

/**
 * Whether an event only notes what was there before anybody's first recorded change: what a cluster had when the log of something live began. By the first
 * rules its author is who looked at it first.
 */
export function isBeforeRecord({ author, type, rules = FIRST_RULES }: AuthoredEvent, place: EventPlace): boolean {
  if (place.version !== 1 || type !== 'document.created') return false;
  return isClusterAuthor(author.id) || (rules === FIRST_RULES && parseLiveStream(place.stream) !== null);
}

/** The author of an event as the present rules have it: what {@link isBeforeRecord} is the cluster's, reported by who looked at it. */
export function authorOfEvent(event: AuthoredEvent, place: EventPlace): Author {
  const { author } = event;
  return isBeforeRecord(event, place) && !isClusterAuthor(author.id) ? { ...author, ...clusterAuthor(author) } : author;
}

/**
 * Who made an event, in words: "Ana", "Cluster, reported by Ana", or "Ana (imported)" where somebody else has sent it, so that nobody has proved that Ana did
 * it. All that shows or exports events says it by this.
 */
export function whoOf(event: AuthoredEvent, place?: EventPlace): string {
  const name = nameOfAuthor(place === undefined ? event.author : authorOfEvent(event, place));
  return event.importedBy === undefined ? name : `${name} (imported)`;
}
