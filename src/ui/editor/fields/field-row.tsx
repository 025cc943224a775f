import { memo, type CSSProperties } from 'react';
import {
  canHaveChildFields,
  canHaveMultiFields,
  typeEntry,
  typeTitle,
  type ChildContainer,
  type TargetEngine,
  type TypeFamily,
} from '#domain/catalogue';
import { countBelow } from '#domain/commands';
import type { JsonValue } from '#domain/json';
import { typeOf, type FieldId, type FieldRow as Row } from '#domain/mapping';
import { countOf } from '#domain/console';
import { keysOf } from '../../actions/action-list.ts';
import { Pencil, Plus, Trash2, Users } from '../../kit/icons/icons.ts';
import type { TreeDensity } from '../../platform/tree-preferences.ts';
import { Chip, type ChipTone } from '../../kit/chip.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import styles from './field-row.module.css';
import { fieldNoun, parameterLine } from '../parameters/field-labels.ts';
import { hasHiddenCharacters, shownName } from '../../files/shown-name.ts';
import type { RowMark } from './row-marks.tsx';
import { missingReason } from './type-choices.ts';
import type { GridRowProps } from './virtual-grid.tsx';

/** The actions of a row; absent in a read-only tree. */
export interface RowActions {
  readonly onAdd: (parent: FieldId) => void;
  readonly onEdit: (field: FieldId) => void;
  readonly onRemove: (field: FieldId) => void;
}

interface FieldRowProps {
  readonly row: Row;
  readonly grid: GridRowProps;
  readonly density: TreeDensity;
  readonly target: TargetEngine;
  readonly actions?: RowActions | undefined;
  /** Whether no field form is open: only then the row has its buttons. */
  readonly isIdle: boolean;
  readonly isActive: boolean;
  readonly isHovered: boolean;
  /** Whether another field is being edited. */
  readonly isDimmed: boolean;
  readonly isEdited: boolean;
  /** The change of the field since the editor was opened. */
  readonly change: string | undefined;
  /** Whether the form of the field has content that is not applied. */
  readonly isUnapplied: boolean;
  /** Whether an undo, redo or restore has just changed the field. */
  readonly isLit: boolean;
  /** Who else has the field open, as a sentence. */
  readonly others: string | undefined;
  /** A `RowNote` in parts, so that a row is rendered again only where one of them differs. */
  readonly note?: string | undefined;
  readonly noteTitle?: string | undefined;
  readonly noteShare?: number | undefined;
  readonly mark?: RowMark | undefined;
  readonly onToggle: (field: FieldId) => void;
}

/** One row of the tree: eight to eleven elements; the buttons exist only where the pointer or the keyboard is. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const {
    row,
    grid,
    density,
    target,
    actions,
    isIdle,
    isActive,
    isHovered,
    isDimmed,
    isEdited,
    change,
    isUnapplied,
    isLit,
    others,
    note,
    noteTitle,
    noteShare,
    mark,
    onToggle,
  } = props;
  const type = typeOf(row.definition);
  const below = row.hasChildren ? countBelow(row.definition) : 0;
  const indent = { '--level': row.level } as CSSProperties;
  const isCompact = density === 'compact';
  return (
    <div
      {...grid}
      className={styles['row']}
      aria-level={row.level + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isEdited}
      {...(row.hasChildren && { 'aria-expanded': row.isExpanded })}
      {...(isDimmed && { 'data-dimmed': true })}
      {...(isEdited && { 'data-edited': true })}
      {...(isHovered && { 'data-hovered': true })}
      {...(isLit && { 'data-lit': true })}
    >
      <div role="gridcell" className={styles['name']} style={indent}>
        {row.hasChildren && (
          <span className={styles['chevron']} data-toggle aria-hidden onClick={() => onToggle(row.id)} />
        )}
        <span className={styles['words']}>
          <span className={styles['nameText']} data-open title={shownName(row.name)}>
            {shownName(row.name)}
          </span>
          {row.container === 'fields' && <Chip>multi-field</Chip>}
          {hasHiddenCharacters(row.name) && <HiddenCharactersChip />}
          {mark !== undefined && (
            <Chip tone="warning" title={mark.title}>
              {mark.label}
            </Chip>
          )}
          {isUnapplied && <Chip tone="warning">Not applied</Chip>}
          {others !== undefined && (
            <span role="img" className={styles['others']} aria-label={others} title={others}>
              <Users size={12} aria-hidden />
            </span>
          )}
          {change !== undefined && (
            <span role="img" className={styles['changed']} aria-label={`Changed: ${change}`} title={change} />
          )}
        </span>
        {!isCompact && <Parameters definition={row.definition} />}
      </div>
      <LastCells
        field={row}
        type={type}
        {...(isCompact && { definition: row.definition })}
        below={below}
        note={note}
        noteTitle={noteTitle}
        noteShare={noteShare}
        target={target}
        {...(isIdle && (isActive || isHovered) && { actions })}
      />
    </div>
  );
});

/** A warning that a name contains invisible or text direction characters. */
export function HiddenCharactersChip() {
  return (
    <Chip tone="warning" title="This name contains invisible or text direction characters, shown escaped">
      Hidden characters
    </Chip>
  );
}

interface LastCellsProps {
  readonly field: RowField;
  readonly type: string;
  /** Present where the parameters have a column. */
  readonly definition?: JsonValue | undefined;
  /** The number of fields below the field. */
  readonly below: number;
  readonly note?: string | undefined;
  readonly noteTitle?: string | undefined;
  readonly noteShare?: number | undefined;
  readonly target: TargetEngine;
  /** Present where the buttons are shown. */
  readonly actions?: RowActions | undefined;
}

/** The second line of a row, or a column of a compact one. */
export function Parameters({ definition }: { readonly definition: JsonValue }) {
  const line = parameterLine(definition);
  return (
    line !== '' && (
      <span className={styles['parameters']} title={line}>
        {line}
      </span>
    )
  );
}

const TINTS: Readonly<Record<TypeFamily, ChipTone>> = {
  text: 'accent',
  number: 'info',
  date: 'violet',
  geo: 'green',
  structure: 'neutral',
};

function tintOf(type: string): ChipTone {
  const family = typeEntry(type)?.family;
  return family === undefined ? 'neutral' : TINTS[family];
}

/** The title of a type and its name in a mapping. */
function typeNames(type: string): string {
  const title = typeTitle(type);
  return title === type ? type : `${title} (${type})`;
}

/** The last cells of a row: the type of the field, the number of fields below it, and the buttons. */
export function LastCells(props: LastCellsProps) {
  const { field, type, definition, below, note, noteTitle, noteShare, target, actions } = props;
  const missing = missingReason(type, target);
  return (
    <>
      <div role="gridcell" className={styles['type']}>
        <Chip tone={missing === null ? tintOf(type) : 'warning'} title={missing ?? typeNames(type)}>
          {typeTitle(type)}
        </Chip>
      </div>
      {definition !== undefined && (
        <div role="gridcell" className={styles['parameterCell']}>
          <Parameters definition={definition} />
        </div>
      )}
      <div role="gridcell" className={styles['last']}>
        {below > 0 && <span className={styles['count']}>{countOf(below, 'field')}</span>}
        {actions && <RowButtons field={field} type={type} actions={actions} />}
        {note !== undefined && (
          <span className={styles['note']} title={noteTitle === undefined ? note : `${note}. ${noteTitle}`}>
            {note}
            {noteShare !== undefined && (
              <span className={styles['bar']} style={{ '--share': noteShare } as CSSProperties} />
            )}
          </span>
        )}
      </div>
    </>
  );
}

/** The properties of a field that its buttons need. */
interface RowField {
  readonly id: FieldId;
  readonly name: string;
  readonly container: ChildContainer;
}

interface RowButtonsProps {
  readonly field: RowField;
  readonly type: string;
  readonly actions: RowActions;
}

/** The buttons of a row, by what the type of its field can contain. */
function RowButtons({ field: { id, name, container }, type, actions }: RowButtonsProps) {
  const shown = shownName(name);
  const noun = fieldNoun(container);
  const addition = canHaveMultiFields(type) ? 'multi-field' : canHaveChildFields(type) ? 'property' : null;
  return (
    <span className={styles['actions']}>
      {addition !== null && (
        <IconButton
          icon={Plus}
          size="small"
          label={`Add ${addition} to ${shown}`}
          tooltip={`Add ${addition}`}
          keys={addition === 'property' ? keysOf('tree.add') : undefined}
          onPress={() => actions.onAdd(id)}
        />
      )}
      <IconButton
        icon={Pencil}
        size="small"
        label={`Edit ${noun} ${shown}`}
        tooltip="Edit"
        keys={keysOf('tree.edit')}
        onPress={() => actions.onEdit(id)}
      />
      <IconButton
        icon={Trash2}
        size="small"
        label={`Remove ${noun} ${shown}`}
        tooltip="Remove"
        keys={keysOf('tree.remove')}
        onPress={() => actions.onRemove(id)}
      />
    </span>
  );
}
