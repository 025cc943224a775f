import type { TargetEngine } from '#domain/catalogue';
import { countBelow } from '#domain/commands';
import type { JsonValue } from '#domain/json';
import { matchIn, PATH_SEPARATOR, typeOf, type FieldAddress } from '#domain/mapping';
import { Chip } from '../../kit/chip.tsx';
import type { TreeDensity } from '../../platform/tree-density.ts';
import { HiddenCharactersChip, LastCells, Parameters, type RowActions } from './field-row.tsx';
import styles from './field-row.module.css';
import { hasHiddenCharacters, shownName } from '../parameters/field-labels.ts';
import type { GridRowProps } from './virtual-grid.tsx';

interface ResultRowProps {
  readonly grid: GridRowProps;
  readonly density: TreeDensity;
  readonly address: FieldAddress;
  /** Undefined for a moment after its field was removed. */
  readonly definition: JsonValue | undefined;
  readonly term: string;
  readonly target: TargetEngine;
  readonly actions?: RowActions | undefined;
  readonly isIdle: boolean;
  readonly isActive: boolean;
  readonly isHovered: boolean;
  readonly isEdited: boolean;
  readonly isDimmed: boolean;
}

/** One field that was found: its whole path, with what was searched marked. */
export function ResultRow({
  grid,
  density,
  address,
  definition,
  term,
  target,
  actions,
  isIdle,
  isActive,
  isHovered,
  isEdited,
  isDimmed,
}: ResultRowProps) {
  const type = typeOf(definition);
  const below = countBelow(definition);
  const isCompact = density === 'compact';
  return (
    <div
      {...grid}
      className={styles['row']}
      aria-selected={isEdited}
      {...(isDimmed && { 'data-dimmed': true })}
      {...(isEdited && { 'data-edited': true })}
      {...(isHovered && { 'data-hovered': true })}
    >
      <div role="gridcell" className={styles['found']}>
        <span className={styles['words']}>
          <span className={styles['nameText']} data-open>
            <Marked text={address.path.map(shownName).join(PATH_SEPARATOR)} term={term} />
          </span>
          {address.container === 'fields' && <Chip>multi-field</Chip>}
          {address.path.some(hasHiddenCharacters) && <HiddenCharactersChip />}
        </span>
        {!isCompact && definition !== undefined && <Parameters definition={definition} />}
      </div>
      <LastCells
        field={address}
        type={type}
        {...(isCompact && { definition: definition ?? {} })}
        below={below}
        target={target}
        {...(isIdle && (isActive || isHovered) && { actions })}
      />
    </div>
  );
}

function Marked({ text, term }: { readonly text: string; readonly term: string }) {
  const match = matchIn(term, text);
  if (match === null) return text;
  return (
    <>
      {text.slice(0, match.start)}
      <mark className={styles['mark']}>{text.slice(match.start, match.end)}</mark>
      {text.slice(match.end)}
    </>
  );
}
