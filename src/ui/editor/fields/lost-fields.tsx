import type { ChildContainer } from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import { isObject, joinPointer, valueAt, type Pointer } from '#domain/json';
import { fieldCount, summaryOf, type FieldId } from '#domain/mapping';
import { countOf } from '#domain/console';
import { pathLabel } from '../parameters/field-labels.ts';
import styles from './lost-fields.module.css';

/** A dialog lists this many lines; the rest is only counted. */
const LISTED = 10;
const CONTAINERS: readonly ChildContainer[] = ['properties', 'fields'];

/** The containers of a field, where it has any. */
export function containersOf(state: DocumentState, field: FieldId): readonly Pointer[] {
  return CONTAINERS.map((name) => joinPointer(field, name)).filter((at) => isObject(valueAt(state.body, at)));
}

interface LostFieldsProps {
  readonly state: DocumentState;
  /** The containers whose fields are removed. */
  readonly containers: readonly Pointer[];
  readonly aliases: readonly FieldId[];
}

/** What a removal also removes: the fields below and the aliases, a few by their paths and the rest by their number. */
export function LostFields({ state, containers, aliases }: LostFieldsProps) {
  const childCount = containers.reduce((count, at) => count + countIn(state, at), 0);
  return (
    <>
      {childCount > 0 && (
        <LostList
          title={`${countOf(childCount, 'child field')} will also be deleted.`}
          ids={firstFieldsIn(state, containers)}
          count={childCount}
          state={state}
        />
      )}
      {aliases.length > 0 && (
        <LostList
          title={`${countOf(aliases.length, 'alias', 'aliases')} will also be deleted.`}
          ids={aliases.slice(0, LISTED)}
          count={aliases.length}
          state={state}
        />
      )}
    </>
  );
}

interface LostListProps {
  readonly title: string;
  readonly ids: readonly FieldId[];
  readonly count: number;
  readonly state: DocumentState;
}

function LostList({ title, ids, count, state }: LostListProps) {
  return (
    <section className={styles['lost']}>
      <p>{title}</p>
      <ul className={styles['list']} aria-label={title}>
        {ids.map((id) => (
          <li key={id}>{pathLabel(id, state.mappingsAt)}</li>
        ))}
        {count > ids.length && <li className={styles['more']}>and {(count - ids.length).toLocaleString('en')} more</li>}
      </ul>
    </section>
  );
}

function countIn({ body }: DocumentState, at: Pointer): number {
  const container = valueAt(body, at);
  return isObject(container) ? fieldCount(summaryOf(container)) : 0;
}

/** The first few fields in some containers, depth first. */
function firstFieldsIn({ body }: DocumentState, containers: readonly Pointer[]): readonly FieldId[] {
  const found: FieldId[] = [];
  const visit = (at: Pointer) => {
    const container = valueAt(body, at);
    if (!isObject(container)) return;
    for (const name of summaryOf(container).names) {
      if (found.length >= LISTED) return;
      const id = joinPointer(at, name);
      found.push(id);
      for (const kind of CONTAINERS) visit(joinPointer(id, kind));
    }
  };
  containers.forEach(visit);
  return found;
}
