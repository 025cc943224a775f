import { useMemo, useState, type ReactNode } from 'react';
import {
  formatJson,
  isObject,
  mergeThreeWay,
  parsePointer,
  type JsonObject,
  type JsonValue,
  type Pointer,
} from '#domain/json';
import { compareThreeWay, type ComparedKind, type Deed, type ThreeWayItem } from '#domain/template';
import { countOf } from '#domain/console';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip, type ChipTone } from '../../kit/chip.tsx';
import { JsonDiff } from '../../kit/json-diff.tsx';
import { Modal } from '../../kit/modal.tsx';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { shownName } from '../../files/shown-name.ts';
import common from '../../kit/common.module.css';
import styles from './three-way.module.css';

/** The words for both sides. */
export interface ThreeWayWords {
  readonly title: string;
  /** Names the version of the others, at the end of a sentence. */
  readonly theirs: string;
  readonly merge: string;
  readonly keepMine: string;
  readonly close: string;
  /** The label of their version, in the result. */
  readonly now: string;
}

export interface ThreeWayReviewProps {
  /** The kind of the bodies. */
  readonly kind: ComparedKind;
  readonly words: ThreeWayWords;
  /** The body that the edits are based on. */
  readonly base: JsonObject;
  /** The body as it was edited here. */
  readonly mine: JsonObject;
  /** The current body of the others. */
  readonly theirs: JsonObject;
  /** Applies my changes on top of theirs; where both changed the same, the chosen value. */
  readonly onRebase: (merged: JsonObject) => void;
  /** Keeps my body unchanged, which undoes their changes. */
  readonly onKeepMine: () => void;
  /** Keeps their body unchanged; my changes are dropped. */
  readonly onTakeTheirs: () => void;
  /** Closes the review without a decision. */
  readonly onClose: () => void;
}

/** The words for a document that was changed on its cluster. */
export function clusterWords(name: string): ThreeWayWords {
  return {
    title: `${name} was changed on the cluster`,
    theirs: 'the cluster’s version',
    merge: 'Rebase my changes',
    keepMine: 'saves your version',
    close: 'Stop',
    now: 'On the cluster now',
  };
}

/** At most this many rows are shown before the user asks for more. */
const ROWS_SHOWN = 50;

/**
 * Compares two versions that are based on the same body, place by place, and offers the ways to resolve the conflict.
 */
export function ThreeWayReview({
  kind,
  words,
  base,
  mine,
  theirs,
  onRebase,
  onKeepMine,
  onTakeTheirs,
  onClose,
}: ThreeWayReviewProps) {
  const [limit, setLimit] = useState(ROWS_SHOWN);
  const items = useMemo(() => compareThreeWay(kind, base, mine, theirs), [kind, base, mine, theirs]);
  const [takesTheirs, setTakesTheirs] = useState<ReadonlySet<Pointer>>(new Set());
  const { value: rebased, kept } = useMemo(
    () => mergeThreeWay(base, mine, theirs, '', (at) => (takesTheirs.has(at) ? 'theirs' : 'mine')),
    [base, mine, theirs, takesTheirs],
  );
  const choose = (at: Pointer, side: 'mine' | 'theirs') => {
    const chosen = new Set(takesTheirs);
    if (side === 'theirs') chosen.add(at);
    else chosen.delete(at);
    setTakesTheirs(chosen);
  };
  const conflicts = items.filter(({ isConflict }) => isConflict).length;
  const undone = items.filter(({ mine: own, theirs: other }) => own === 'unchanged' && other !== 'unchanged').length;
  return (
    <Modal
      title={words.title}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{words.close}</Button>
          <Button onPress={onTakeTheirs}>Take theirs</Button>
          <Button onPress={onKeepMine}>Keep mine</Button>
          <Button variant="primary" onPress={() => onRebase(isObject(rebased) ? rebased : mine)}>
            {words.merge}
          </Button>
        </>
      }
    >
      <div className={common['shrinkingStack3']}>
        <Banner
          kind={conflicts > 0 ? 'warning' : 'info'}
          title={
            conflicts > 0
              ? `${countOf(conflicts, 'place was', 'places were')} changed by both`
              : 'The changes don’t conflict'
          }
        >
          <ul className={common['bullets']}>
            <li>
              {words.merge}: applies them to {words.theirs}
              {kept.length > 0 && '; conflicts keep what you choose, yours to begin with'}.
            </li>
            <li>
              Keep mine: {words.keepMine}
              {undone > 0 ? ` and undoes ${countOf(undone, 'change')} of theirs` : ''}.
            </li>
            <li>Take theirs: discards your changes. You can undo this.</li>
          </ul>
        </Banner>
        {kept.length > 0 && (
          <section aria-label="Conflicts">
            <ul className={styles['conflicts']}>
              {kept.slice(0, limit).map((at) => (
                <li key={at}>
                  <span className={common['monoBreaking']}>{placeName(at)}</span>
                  <SegmentedControl
                    label={`Keep for ${placeName(at)}`}
                    items={SIDES}
                    value={takesTheirs.has(at) ? 'theirs' : 'mine'}
                    onChange={(side) => choose(at, side)}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        <div className={styles['tableFrame']} tabIndex={0} role="region" aria-label="Changes of both">
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">Place</th>
                <th scope="col">When opened</th>
                <th scope="col">Mine</th>
                <th scope="col">Theirs</th>
              </tr>
            </thead>
            <tbody>
              {items.slice(0, limit).map((item) => (
                <Row key={`${item.section} ${item.name} ${item.mine} ${item.theirs}`} item={item} />
              ))}
            </tbody>
          </table>
        </div>
        {items.length > limit && (
          <Button size="small" variant="quiet" onPress={() => setLimit(items.length)}>
            Show {(items.length - limit).toLocaleString('en')} more places
          </Button>
        )}
        <details className={common['framed']}>
          <summary>Result of rebasing</summary>
          <JsonDiff before={theirs} after={rebased} beforeLabel={words.now} afterLabel="Rebased" />
        </details>
      </div>
    </Modal>
  );
}

const SIDES = [
  { id: 'mine', label: 'Mine' },
  { id: 'theirs', label: 'Theirs' },
] as const;

function placeName(at: Pointer): string {
  return parsePointer(at).map(shownName).join('.');
}

function Row({ item }: { readonly item: ThreeWayItem }) {
  const { section, name, mine, theirs, isConflict, base, mineValue, theirsValue } = item;
  return (
    <tr {...(isConflict && { 'data-conflict': true })}>
      <th scope="row">
        <span className={common['monoBreaking']}>{name}</span>
        <span className={common['explanation']}>{SECTIONS[section]}</span>
        {isConflict && <Chip tone="warning">Conflict</Chip>}
      </th>
      <td data-column="When opened">
        <Value value={base} />
      </td>
      <td data-column="Mine">
        <Side deed={mine} value={mineValue} />
      </td>
      <td data-column="Theirs">
        <Side deed={theirs} value={theirsValue} />
      </td>
    </tr>
  );
}

const SECTIONS: Readonly<Record<ThreeWayItem['section'], string>> = {
  template: 'Template',
  settings: 'Setting',
  mappings: 'Mapping',
  aliases: 'Alias',
  lifecycle: 'Lifecycle',
  data_stream_options: 'Data stream option',
};

const DEEDS: Readonly<Record<Exclude<Deed, 'unchanged'>, readonly [label: string, tone: ChipTone]>> = {
  added: ['Added', 'success'],
  changed: ['Changed', 'info'],
  removed: ['Removed', 'danger'],
};

function Side({ deed, value }: { readonly deed: Deed; readonly value: JsonValue | undefined }): ReactNode {
  if (deed === 'unchanged') return <span className={common['explanation']}>Unchanged</span>;
  const [label, tone] = DEEDS[deed];
  return (
    <>
      <Chip tone={tone}>{label}</Chip>
      {value !== undefined && <Value value={value} />}
    </>
  );
}

/** Longer values are truncated, in characters. */
const LONGEST_VALUE = 400;

function Value({ value }: { readonly value: JsonValue | undefined }): ReactNode {
  if (value === undefined) return <span className={common['explanation']}>Not set</span>;
  const text = formatJson(value, 2);
  return (
    <code className={styles['value']}>{text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}</code>
  );
}
