import { useDeferredValue, useMemo, useState, type KeyboardEvent, type Ref } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import { valueAt } from '#domain/json';
import { findEntries, indexOfEntry, parseFieldId, searchEntries, type FieldId } from '#domain/mapping';
import { countOf } from '#domain/console';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { SearchX } from '../../kit/icons/icons.ts';
import hidden from '../../kit/visually-hidden.module.css';
import { useTreeDensity } from '../../platform/tree-preferences.ts';
import type { RowActions } from './field-row.tsx';
import { ResultRow } from './result-row.tsx';
import styles from './search-results.module.css';
import { VirtualGrid, type GridHandle, type GridInset } from './virtual-grid.tsx';

interface SearchResultsProps {
  readonly term: string;
  readonly state: DocumentState;
  readonly target: TargetEngine;
  readonly activeId: FieldId | null;
  readonly onActiveId: (id: FieldId) => void;
  readonly onClear: () => void;
  readonly actions?: RowActions | undefined;
  readonly isIdle: boolean;
  readonly editedId: FieldId | null;
  /** The form for a new field, and the field that it is shown below. */
  readonly creation: { readonly parent: FieldId; readonly form: GridInset['content'] } | null;
  readonly handle?: Ref<GridHandle>;
}

/** The fields that match a term, best first; updated with every edit. */
export function SearchResults(props: SearchResultsProps) {
  const { term, state, target, activeId, onActiveId, onClear, actions, isIdle, editedId, creation, handle } = props;
  const { body, mappingsAt } = state;
  const deferredTerm = useDeferredValue(term);
  const found = useMemo(
    () => findEntries(deferredTerm, searchEntries(body, mappingsAt)),
    [deferredTerm, body, mappingsAt],
  );
  // The rows are searched for in the list: a map of all results would cost more than the search itself.
  const parent = creation?.parent ?? null;
  const activeIndex = useMemo(() => indexOfEntry(found, activeId), [found, activeId]);
  const parentIndex = useMemo(() => indexOfEntry(found, parent), [found, parent]);
  const density = useTreeDensity();
  const [hovered, setHovered] = useState(-1);
  if (found.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title="No fields match your search"
        actions={<Button onPress={onClear}>Clear search</Button>}
      >
        Search by name, path (host.name) or type (ip, keyword name).
      </EmptyState>
    );
  }
  const idAt = (index: number) => found[index]?.id ?? '';
  const onKey = ({ key }: KeyboardEvent, index: number): boolean => {
    if (actions === undefined || index < 0) return false;
    if (key === 'Enter') actions.onEdit(idAt(index));
    else if (key === 'Delete') actions.onRemove(idAt(index));
    else return false;
    return true;
  };
  const rowOf = (target: EventTarget): number => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    return row === null ? -1 : Number(row.dataset['index']);
  };
  return (
    <div
      className={styles['results']}
      onPointerOver={(event) => setHovered(event.pointerType === 'mouse' ? rowOf(event.target) : -1)}
      onPointerLeave={() => setHovered(-1)}
      onClick={({ target: clicked }) => {
        const index = rowOf(clicked);
        if (index < 0 || (clicked instanceof Element && clicked.closest('button') !== null)) return;
        onActiveId(idAt(index));
        actions?.onEdit(idAt(index));
      }}
    >
      <p role="status" className={hidden['text']}>
        {countOf(found.length, 'field matches', 'fields match')}
      </p>
      <VirtualGrid
        role="grid"
        label={`Fields that match ${deferredTerm}`}
        count={found.length}
        note={`${found.length.toLocaleString('en')} found`}
        activeIndex={activeIndex}
        onActiveIndex={(index) => onActiveId(idAt(index))}
        onKey={onKey}
        keyAt={idAt}
        {...(creation !== null && parentIndex !== -1 && { inset: { after: parentIndex, content: creation.form } })}
        {...(handle !== undefined && { handle })}
        renderRow={(index, grid) => {
          const id = idAt(index);
          const address = parseFieldId(id, mappingsAt);
          if (address === null) return null;
          return (
            <ResultRow
              grid={grid}
              density={density}
              address={address}
              definition={valueAt(body, id)}
              term={deferredTerm}
              target={target}
              actions={actions}
              isIdle={isIdle}
              isActive={index === activeIndex}
              isHovered={index === hovered}
              isEdited={id === editedId}
              isDimmed={editedId !== null && id !== editedId}
            />
          );
        }}
      />
    </div>
  );
}
