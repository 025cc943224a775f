import type { DocumentEvent } from '#domain/events';
import { deepEqual, formatJson, type Body, type JsonValue, type Pointer } from '#domain/json';
import { JsonDiff } from '../../kit/json-diff.tsx';
import common from '../../kit/common.module.css';
import styles from './event-changes.module.css';
import { describeOperation, describePlace } from './event-labels.ts';
import { touchedPlaces, type TouchedPlace } from './touched-places.ts';

interface EventChangesProps {
  readonly event: DocumentEvent;
  readonly before: Body;
  readonly after: Body;
  readonly mappingsAt: Pointer;
}

/** The number of operations that are described in words; the rest is only counted. */
const WORDS_LIMIT = 8;
const PLACES_LIMIT = 4;
/** Longer texts are not compared line by line: the page would have a row for each. In characters. */
const TEXT_LIMIT = 60_000;

/** The changes of an event: in words, and as JSON before and after. */
export function EventChanges({ event, before, after, mappingsAt }: EventChangesProps) {
  const { patch } = event;
  const places = touchedPlaces(event, before, after, mappingsAt);
  const rest = patch.length - WORDS_LIMIT;
  return (
    <section className={styles['changes']} aria-label="What changed">
      <ul className={styles['words']}>
        {patch.slice(0, WORDS_LIMIT).map((operation, index) => (
          <li key={index}>{describeOperation(operation, before, mappingsAt)}</li>
        ))}
        {rest > 0 && <li className={common['muted']}>and {rest.toLocaleString('en')} more</li>}
      </ul>
      {places.slice(0, PLACES_LIMIT).map((place) => (
        <PlaceDiff key={place.at} place={place} mappingsAt={mappingsAt} />
      ))}
      {places.length > PLACES_LIMIT && (
        <p className={common['muted']}>and {(places.length - PLACES_LIMIT).toLocaleString('en')} more places</p>
      )}
    </section>
  );
}

function PlaceDiff({ place, mappingsAt }: { readonly place: TouchedPlace; readonly mappingsAt: Pointer }) {
  const { at, before, after } = place;
  const { field, member } = describePlace(at, mappingsAt);
  const title = [field, member].filter((part) => part !== '').join(' · ') || 'Entire body';
  const isLarge = sizeOf(before) + sizeOf(after) > TEXT_LIMIT;
  return (
    <div className={common['stack1']}>
      <h3 className={styles['title']}>{title}</h3>
      {before !== undefined && after !== undefined && deepEqual(before, after) ? (
        <p className={common['muted']}>No changes inside.</p>
      ) : isLarge ? (
        <p className={common['muted']}>
          Too large to compare line by line: {linesOf(before)} before, {linesOf(after)} after. See the version below for
          the result.
        </p>
      ) : (
        <JsonDiff before={before} after={after} what={title} />
      )}
    </div>
  );
}

function sizeOf(value: JsonValue | undefined): number {
  return value === undefined ? 0 : formatJson(value).length;
}

function linesOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  return `${formatJson(value, 2).split('\n').length.toLocaleString('en')} lines`;
}
