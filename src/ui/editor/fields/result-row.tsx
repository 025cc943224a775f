import type { TargetEngine } from '#domain/catalogue';
import { countBelow } from '#domain/commands';
import type { JsonValue } from '#domain/json';
import { matchIn, PATH_SEPARATOR, typeOf, type FieldAddress } from '#domain/mapping';
import { Chip } from '../../kit/chip.tsx';
import { classNames } from '../../kit/class-names.ts';
import type { TreeDensity } from '../../platform/tree-preferences.ts';
import { HiddenCharactersChip, LastCells, Parameters, type RowActions } from './field-row.tsx';
import styles from './field-row.module.css';
import { hasHiddenCharacters, shownName } from '../../files/shown-name.ts';
import type { GridRowProps } from './virtual-grid.tsx';

interface ResultRowProps {
  readonly grid: GridRowProps;
  readonly density: TreeDensity;
  readonly address: FieldAddress;
  /** Undefined for a moment after the field was removed. */
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

/** One field that was found: its whole path, with the match marked. */
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
          <Path names={address.path.map(shownName)} term={term} />
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

interface PathProps {
  readonly names: readonly string[];
  readonly term: string;
}

/** A path; where there is not enough room for all of it, the name at the end stays. */
function Path({ names, term }: PathProps) {
  const text = names.join(PATH_SEPARATOR);
  const own = text.length - (names.at(-1)?.length ?? 0);
  const match = matchIn(term, text);
  return (
    <span className={classNames(styles['nameText'], styles['path'])} data-open title={text}>
      {own > 0 && (
        <span className={styles['above']}>
          <Marked text={text} from={0} to={own} match={match} />
        </span>
      )}
      <span className={styles['own']}>
        <Marked text={text} from={own} to={text.length} match={match} />
      </span>
    </span>
  );
}

interface MarkedProps {
  readonly text: string;
  /** The start of the part that is shown. */
  readonly from: number;
  readonly to: number;
  readonly match: { readonly start: number; readonly end: number } | null;
}

/** A part of a text, with the overlap of the match marked. */
function Marked({ text, from, to, match }: MarkedProps) {
  const start = Math.min(Math.max(match?.start ?? to, from), to);
  const end = Math.min(Math.max(match?.end ?? to, start), to);
  if (start === end) return text.slice(from, to);
  return (
    <>
      {text.slice(from, start)}
      <mark className={styles['mark']}>{text.slice(start, end)}</mark>
      {text.slice(end, to)}
    </>
  );
}
