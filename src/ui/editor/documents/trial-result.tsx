import { describeValue, type DocumentTrial, type TriedValue } from '#domain/documents';
import { formatJson, type JsonObject } from '#domain/json';
import { resolvePath } from '#domain/mapping';
import { countOf } from '#domain/console';
import { Chip, type ChipTone } from '../../kit/chip.tsx';
import { classNames } from '../../kit/class-names.ts';
import common from '../../kit/common.module.css';
import { IconButton } from '../../kit/icon-button.tsx';
import { ListTree } from '../../kit/icons/icons.ts';
import { LineList } from '../../kit/line-list.tsx';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';
import { showField } from '../fields/show-field.ts';
import type { DocumentRun } from './document-run.ts';
import styles from './documents-pane.module.css';
import { shownValue, type TrialRow } from './trial-rows.ts';
import type { TriedOn } from './use-tried-index.ts';

type Tried = Extract<DocumentRun, { readonly kind: 'tried' }>;

const VERDICTS: Readonly<Record<DocumentTrial['outcome'], { readonly label: string; readonly tone: ChipTone }>> = {
  accepted: { label: 'Accepted', tone: 'success' },
  refused: { label: 'Refused', tone: 'danger' },
  unknown: { label: 'Can’t tell', tone: 'warning' },
};

interface TrialResultProps extends Pick<TriedOn, 'beforeLabel' | 'holderOf'> {
  readonly run: Tried;
}

/** What happens to the document and to each of its values, now and before the edits. */
export function TrialResult({ run, beforeLabel, holderOf }: TrialResultProps) {
  const { after, before, rows, document } = run;
  const changed = rows.filter((row) => row.before !== undefined).length;
  return (
    <>
      <div className={styles['verdicts']}>
        {before !== null && <Verdict title={beforeLabel} trial={before} />}
        <Verdict title={before === null ? 'Result' : 'With your changes'} trial={after} isLive />
      </div>
      <Untold trial={after} />
      {rows.length > 0 && (
        <>
          <h2 className={styles['heading']}>
            {countOf(rows.length, 'value')}
            {changed > 0 && (
              <span className={common['mutedSmall']}> {changed.toLocaleString('en')} differ by your changes</span>
            )}
          </h2>
          <LineList label="Values" count={rows.length} isTall>
            {(index) => {
              const row = rows[index];
              return row === undefined ? null : <ValueRow {...{ row, document, beforeLabel, holderOf }} />;
            }}
          </LineList>
        </>
      )}
    </>
  );
}

/** What the document as a whole comes to. */
function Verdict({
  title,
  trial,
  isLive = false,
}: {
  readonly title: string;
  readonly trial: DocumentTrial;
  readonly isLive?: boolean;
}) {
  const { label, tone } = VERDICTS[trial.outcome];
  return (
    <section className={styles['verdict']} aria-label={title}>
      <h2 className={styles['heading']}>{title}</h2>
      <p className={common['centredRow']} {...(isLive && { role: 'status' })}>
        <Chip tone={tone}>{label}</Chip>
        {trial.outcome === 'accepted' && <span>{effectsOf(trial)}</span>}
      </p>
      {trial.refusal !== undefined && <p className={common['mutedBreaking']}>{trial.refusal.reason}</p>}
      {trial.added.length > 0 && <AddedFields added={trial.added} label={`Added fields: ${title}`} />}
    </section>
  );
}

function effectsOf({ added, ignoredFields }: DocumentTrial): string {
  const parts = [
    addsWords(added.length),
    ...(ignoredFields.length === 0 ? [] : [`${countOf(ignoredFields.length, 'field')} ignored`]),
  ];
  return parts.join(', ');
}

/** How many fields a document adds, as a sentence without its full stop. */
export function addsWords(count: number): string {
  return count === 0 ? 'Adds no fields' : `Adds ${countOf(count, 'field')}`;
}

interface AddedFieldsProps {
  readonly label: string;
  readonly added: readonly { readonly path: string; readonly definition: JsonObject }[];
}

/** Fields that a document adds, each with its definition. */
export function AddedFields({ label, added }: AddedFieldsProps) {
  return (
    <LineList label={label} count={added.length}>
      {(index) => {
        const field = added[index];
        return field === undefined ? null : (
          <span className={common['monoBreaking']}>
            {field.path} {formatJson(field.definition)}
          </span>
        );
      }}
    </LineList>
  );
}

/** What can't be told without the cluster, each reason once. */
function Untold({ trial: { unknown } }: { readonly trial: DocumentTrial }) {
  if (unknown.length === 0) return null;
  const reasons = [...new Set(unknown.map(({ reason }) => reason))];
  return (
    <details className={common['explanation']}>
      <summary>{countOf(reasons.length, 'thing')} can’t be told without the cluster</summary>
      <ul className={styles['reasons']}>
        {reasons.slice(0, SHOWN_REASONS).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

const SHOWN_REASONS = 20;

interface ValueRowProps extends Omit<TrialResultProps, 'run'> {
  readonly row: TrialRow;
  readonly document: JsonObject;
}

function ValueRow({ row, document, beforeLabel, holderOf }: ValueRowProps) {
  const isDifferent = row.before !== undefined;
  return (
    <div className={classNames(styles['row'], isDifferent && styles['changed'])}>
      <p className={styles['value']}>
        <code className={styles['pointer']}>{row.pointer === '' ? '(document)' : row.pointer}</code>
        <span className={styles['text']}>{shownValue(document, row.pointer)}</span>
        {isDifferent && <Chip tone="accent">Changed</Chip>}
      </p>
      {row.values.map((value) => (
        <Effect key={value.field} value={value} holderOf={holderOf} />
      ))}
      {row.before?.map((value) => (
        <p key={value.field} className={common['mutedBreaking']}>
          {beforeLabel}: {describeValue(value)}
        </p>
      ))}
    </div>
  );
}

interface EffectProps extends Pick<TrialResultProps, 'holderOf'> {
  readonly value: TriedValue;
}

/** What happens to a value in one field, with a way to that field or the template that has it. */
function Effect({ value, holderOf }: EffectProps) {
  const open = useOpenEditor();
  const { body, mappingsAt } = useEditorDocument().state;
  const id = value.field === null ? null : resolvePath(body, mappingsAt, value.field);
  const holder = value.field === null ? undefined : holderOf?.(value.field);
  return (
    <p className={styles['effect']}>
      <span className={value.effects.some(({ kind }) => kind === 'refused') ? common['danger'] : undefined}>
        {describeValue(value)}
        {holder !== undefined && ` In ${holder}.`}
      </span>
      {id !== null && (
        <IconButton
          icon={ListTree}
          size="small"
          label={`Show field ${value.field}`}
          onPress={() => showField(open, id)}
        />
      )}
    </p>
  );
}
