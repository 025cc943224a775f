import { useMemo, useState, type ReactNode } from 'react';
import { formatJson, mergeThreeWay, type JsonObject, type JsonValue } from '#domain/json';
import { compareThreeWay, type ComparedKind, type Deed, type ThreeWayItem } from '#domain/template';
import { countOf } from '../editor/parameters/field-labels.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { Chip, type ChipTone } from '../kit/chip.tsx';
import { JsonDiff } from '../kit/json-diff.tsx';
import { Modal } from '../kit/modal.tsx';
import styles from './review.module.css';

export interface ThreeWayReviewProps {
  /** What the bodies are. */
  readonly kind: ComparedKind;
  /** Of the template or index. */
  readonly name: string;
  /** The body that the edits began on. */
  readonly base: JsonObject;
  /** The body as it was edited here. */
  readonly mine: JsonObject;
  /** The body that the cluster has now. */
  readonly theirs: JsonObject;
  /** My changes on top of theirs; where both changed the same, mine is kept. */
  readonly onRebase: () => void;
  /** My body as it is: it undoes what they changed. */
  readonly onKeepMine: () => void;
  /** Their body as it is; my changes go. */
  readonly onTakeTheirs: () => void;
  /** Nothing is decided. */
  readonly onClose: () => void;
}

/** At most so many rows are shown before somebody asks for more. */
const ROWS_SHOWN = 50;

/** What two came to who started from the same body, place by place, and the ways out. */
export function ThreeWayReview({
  kind,
  name,
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
  const rebased = useMemo(() => mergeThreeWay(base, mine, theirs).value, [base, mine, theirs]);
  const conflicts = items.filter(({ isConflict }) => isConflict).length;
  const undone = items.filter(({ mine: own, theirs: other }) => own === 'unchanged' && other !== 'unchanged').length;
  return (
    <Modal
      title={`${name} was changed on the cluster`}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Stop</Button>
          <Button onPress={onTakeTheirs}>Take theirs</Button>
          <Button onPress={onKeepMine}>Keep mine</Button>
          <Button variant="primary" onPress={onRebase}>
            Rebase my changes
          </Button>
        </>
      }
    >
      <div className={styles['review']}>
        <Banner
          kind={conflicts > 0 ? 'warning' : 'info'}
          title={
            conflicts > 0
              ? `${countOf(conflicts, 'place was', 'places were')} changed by both`
              : 'The changes don’t conflict'
          }
        >
          <ul className={styles['list']}>
            <li>
              Rebase my changes: applies them to the cluster’s version{conflicts > 0 && '; conflicts keep yours'}.
            </li>
            <li>
              Keep mine: saves your version
              {undone > 0 ? ` and undoes ${countOf(undone, 'change')} of theirs` : ''}.
            </li>
            <li>Take theirs: discards your changes. You can undo this.</li>
          </ul>
        </Banner>
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
        <details className={styles['group']}>
          <summary>Result of rebasing</summary>
          <JsonDiff before={theirs} after={rebased} beforeLabel="On the cluster now" afterLabel="Rebased" />
        </details>
      </div>
    </Modal>
  );
}

function Row({ item }: { readonly item: ThreeWayItem }) {
  const { section, name, mine, theirs, isConflict, base, mineValue, theirsValue } = item;
  return (
    <tr {...(isConflict && { 'data-conflict': true })}>
      <th scope="row">
        <span className={styles['mono']}>{name}</span>
        <span className={styles['muted']}>{SECTIONS[section]}</span>
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
};

const DEEDS: Readonly<Record<Exclude<Deed, 'unchanged'>, readonly [label: string, tone: ChipTone]>> = {
  added: ['Added', 'success'],
  changed: ['Changed', 'info'],
  removed: ['Removed', 'danger'],
};

function Side({ deed, value }: { readonly deed: Deed; readonly value: JsonValue | undefined }): ReactNode {
  if (deed === 'unchanged') return <span className={styles['muted']}>Unchanged</span>;
  const [label, tone] = DEEDS[deed];
  return (
    <>
      <Chip tone={tone}>{label}</Chip>
      {value !== undefined && <Value value={value} />}
    </>
  );
}

/** Longer values are cut. */
const LONGEST_VALUE = 400;

function Value({ value }: { readonly value: JsonValue | undefined }): ReactNode {
  if (value === undefined) return <span className={styles['muted']}>Not set</span>;
  const text = formatJson(value, 2);
  return (
    <code className={styles['value']}>{text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}</code>
  );
}
