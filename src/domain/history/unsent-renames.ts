import { dottedPath, parseFieldId } from '../mapping/field.ts';
import type { DocumentEvent } from '../events/event.ts';
import type { DocumentState } from '../state/state.ts';
import { newestFirst } from './time-travel.ts';
import { notesSave } from './unsent-events.ts';
import { renames } from './version-difference.ts';

/**
 * The fields that were renamed since the document began or was last saved to its cluster: their dotted paths then, and
 * now. Cost: the events since.
 */
export function unsentRenames({ history, mappingsAt }: DocumentState): ReadonlyMap<string, string> {
  const events: DocumentEvent[] = [];
  for (const { event } of newestFirst(history)) {
    if (notesSave(event) || event.patch.some(({ path }) => path === '')) break;
    events.push(event);
  }
  return new Map(
    renames(events.reverse()).flatMap(({ origin, now }): readonly (readonly [string, string])[] => {
      const [from, to] = [parseFieldId(origin, mappingsAt), parseFieldId(now, mappingsAt)];
      return from === null || to === null ? [] : [[dottedPath(from.path), dottedPath(to.path)]];
    }),
  );
}
