import { useState } from 'react';
import { overridesIn, whoOf, type OverriddenPlace, type Override } from '#domain/history';
import { formatJson, lastToken, type JsonValue, type Pointer } from '#domain/json';
import { useEditorDocument, useOpenEditor } from '../editor/fields/editor-context.tsx';
import { describePlace, describeValue, nameOfPlace } from '../editor/history/event-labels.ts';
import { relativeEventTime } from '../files/event-times.ts';
import { shownName } from '../files/shown-name.ts';
import { Banner } from '../kit/banner.tsx';
import { keepPreference, keptPreference } from '../platform/device-preferences.ts';
import { useServices } from '../platform/services.ts';
import styles from './editor-view.module.css';

/** More lines would push the editor out of sight; the history has all of them. */
const MOST_LINES = 5;
/** The number of dismissed overrides that are stored for a document; older ones are far back in its history. */
const MOST_DISMISSED = 200;

/**
 * Tells both authors who changed the same without knowing of each other whose value was kept, and whose was overridden.
 * Shown until it is dismissed on this device, so that an author who comes back later sees it too.
 */
export function OverrideNotice() {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const { author, clock } = useServices();
  const key = `mapledger.overrides.${editor.document.stream}`;
  const [dismissed, setDismissed] = useState(() => dismissedUnder(key));
  const isMine = ({ event }: Override['by']) => event.author.id === author.id;
  const told = overridesIn(state.history).filter(
    (each) => (isMine(each.by) || isMine(each.over)) && !dismissed.includes(idOf(each)),
  );
  if (told.length === 0) return null;
  const dismiss = () => {
    const all = [...dismissed, ...told.map(idOf)].slice(-MOST_DISMISSED);
    keepPreference(key, formatJson(all));
    setDismissed(all);
  };
  const lines = told
    .toReversed()
    .flatMap((each) => each.places.map((place) => lineOf(each, place, isMine(each.by), state.mappingsAt)));
  const now = clock.now();
  const [newest] = told.slice(-1);
  return (
    <section className={styles['notice']} aria-label="Changed by two people">
      <Banner
        kind="warning"
        title={lines.length === 1 ? 'Two people changed the same value' : 'Two people changed the same values'}
        onDismiss={dismiss}
      >
        <ul className={styles['lines']}>
          {lines.slice(0, MOST_LINES).map((line, index) => (
            <li key={index}>{line}</li>
          ))}
          {lines.length > MOST_LINES && <li>{(lines.length - MOST_LINES).toLocaleString('en')} more in the history</li>}
        </ul>
        Neither had seen the other’s change. The value recorded last applies
        {newest !== undefined && `, ${relativeEventTime(newest.by.event, now)}`}.
      </Banner>
    </section>
  );
}

function idOf({ by, over }: Override): string {
  return `${by.event.id} ${over.event.id}`;
}

/** The IDs of the dismissed overrides. The stored value may be from another version or another program. */
function dismissedUnder(key: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(keptPreference(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

function lineOf({ by, over }: Override, place: OverriddenPlace, isOverrider: boolean, mappingsAt: Pointer): string {
  const { at, from, to, isName } = place;
  const words = describePlace(at, mappingsAt);
  const value = (given: JsonValue | undefined) =>
    given === undefined
      ? 'removed'
      : isName && typeof given === 'string'
        ? shownName(given)
        : describeValue(given, words);
  const what = isName ? `the name of ${shownName(lastToken(at) ?? '')}` : nameOfPlace(words);
  const change = `${value(from)} → ${value(to)}`;
  return isOverrider
    ? `You changed ${what} over ${whoOf(over.event)}’s change (${change}).`
    : `${whoOf(by.event)} changed ${what} over your change (${change}).`;
}
