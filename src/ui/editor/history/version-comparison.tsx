import { countOf } from '#domain/console';
import { useMemo, useState } from 'react';
import type { Scrubber } from '#domain/history';
import { formatJson, valueAt, type JsonValue, type Pointer } from '#domain/json';
import { JsonDiff } from '../../kit/json-diff.tsx';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { describeOperation } from './event-labels.ts';
import { wantedDifference } from './wanted-difference.ts';
import common from '../../kit/common.module.css';
import styles from './event-changes.module.css';

interface VersionComparisonProps {
  readonly scrubber: Scrubber;
  readonly from: number;
  readonly to: number;
  readonly mappingsAt: Pointer;
}

type View = 'words' | 'patch' | 'diff';

const VIEWS = [
  { id: 'words', label: 'In words' },
  { id: 'patch', label: 'Patch' },
  { id: 'diff', label: 'Side by side' },
] as const satisfies readonly { readonly id: View; readonly label: string }[];
/** The number of differences that are described in words; the rest is only counted. */
const WORDS_LIMIT = 100;
/** Longer texts are not compared line by line, nor shown as a patch. In characters. */
const TEXT_LIMIT = 200_000;

/** The differences between two versions of a document: in words, as patch and side by side. */
export function VersionComparison({ scrubber, from, to, mappingsAt: inDocument }: VersionComparisonProps) {
  const [view, setView] = useState<View>('words');
  const { before, after, patch, mappingsAt, isLive } = useMemo(
    () => wantedDifference(scrubber, from, to, inDocument),
    [scrubber, from, to, inDocument],
  );
  const comparedAt = isLive ? '' : mappingsAt;
  return (
    <section className={styles['changes']} aria-label={`Changes from version ${from} to ${to}`}>
      <h3>
        From version {from} to {to}: {countOf(patch.length, 'difference')}
      </h3>
      {patch.length > 0 && (
        <div>
          <SegmentedControl label="Show difference" items={VIEWS} value={view} onChange={setView} />
        </div>
      )}
      {view === 'words' && (
        <ul className={styles['words']}>
          {patch.slice(0, WORDS_LIMIT).map((operation, index) => (
            <li key={index}>{describeOperation(operation, before, mappingsAt)}</li>
          ))}
          {patch.length > WORDS_LIMIT && (
            <li className={common['muted']}>and {(patch.length - WORDS_LIMIT).toLocaleString('en')} more</li>
          )}
        </ul>
      )}
      {view === 'patch' && <PatchText patch={patch} />}
      {view === 'diff' && (
        <Sides before={valueAt(before, comparedAt)} after={valueAt(after, comparedAt)} from={from} to={to} />
      )}
    </section>
  );
}

function PatchText({ patch }: { readonly patch: JsonValue }) {
  const text = useMemo(() => formatJson(patch, 2), [patch]);
  return text.length > TEXT_LIMIT ? (
    <p className={common['muted']}>Too large to show as a patch.</p>
  ) : (
    <JsonEditor value={text} ariaLabel="Patch" height="auto" isReadOnly />
  );
}

interface SidesProps {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly from: number;
  readonly to: number;
}

function Sides({ before, after, from, to }: SidesProps) {
  const isLarge = useMemo(
    () =>
      [before, after].reduce<number>((sum, value) => sum + (value === undefined ? 0 : formatJson(value).length), 0) >
      TEXT_LIMIT,
    [before, after],
  );
  return isLarge ? (
    <p className={common['muted']}>Too large to compare side by side.</p>
  ) : (
    <JsonDiff before={before} after={after} beforeLabel={`Version ${from}`} afterLabel={`Version ${to}`} />
  );
}
