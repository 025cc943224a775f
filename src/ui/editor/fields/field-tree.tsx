import { useRef, useState, type KeyboardEvent, type MouseEvent, type Ref } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import type { FieldId, VisibleRows } from '#domain/mapping';
import { useTreeDensity } from '../../platform/tree-preferences.ts';
import type { TreePosition } from './editor-context.tsx';
import { FieldRow, type RowActions } from './field-row.tsx';
import type { MarkOf } from './row-marks.tsx';
import type { NoteOf } from './row-notes.ts';
import { treeKey, typeAhead, type TypedAhead } from './tree-keys.ts';
import { VirtualGrid, type GridHandle, type GridInset, type OuterScroller } from './virtual-grid.tsx';

export interface FieldTreeProps {
  readonly label: string;
  readonly rows: VisibleRows;
  readonly target: TargetEngine;
  readonly activeId: FieldId | null;
  readonly onActiveId: (id: FieldId) => void;
  readonly onToggle: (id: FieldId, isExpanded?: boolean) => void;
  /** Absent where the tree is read-only. */
  readonly actions?: RowActions;
  readonly onAddAtRoot?: () => void;
  /** Whether no field form is open. */
  readonly isIdle: boolean;
  readonly editedId?: FieldId | null;
  readonly changes?: ReadonlyMap<FieldId, string>;
  /** Fields whose forms have content that is not applied. */
  readonly unapplied?: ReadonlySet<FieldId>;
  /** Fields that an undo, redo or restore has just changed. */
  readonly lit?: ReadonlySet<FieldId>;
  /** Who else has each field open, as a sentence. */
  readonly others?: ReadonlyMap<FieldId, string>;
  /** What rows say beside the mapping; absent where that is not shown. */
  readonly noteOf?: NoteOf | undefined;
  /** What is wrong with a field; absent until the code for it is loaded. */
  readonly markOf?: MarkOf | undefined;
  readonly inset?: GridInset | null;
  readonly handle?: Ref<GridHandle>;
  readonly position?: TreePosition;
  readonly outer?: OuterScroller;
}

/** The fields as an ARIA treegrid: only the rows in view exist. */
export function FieldTree(props: FieldTreeProps) {
  const {
    label,
    rows,
    target,
    activeId,
    onActiveId,
    onToggle,
    actions,
    onAddAtRoot,
    isIdle,
    editedId = null,
    changes,
    unapplied,
    lit,
    others,
    noteOf,
    markOf,
    inset,
    handle,
    position,
    outer,
  } = props;
  const density = useTreeDensity();
  const [hovered, setHovered] = useState(-1);
  const typed = useRef<TypedAhead>({ text: '', at: 0 });
  const activeIndex = activeId === null ? -1 : rows.indexOf(activeId);
  const toggle = (id: FieldId) => onToggle(id);

  const onKey = (event: KeyboardEvent, index: number): number | boolean => {
    if (index < 0) return false;
    const action = treeKey(event, rows, index);
    switch (action?.kind) {
      case 'move':
        return action.index;
      case 'expand':
        for (const id of action.ids) onToggle(id, action.isExpanded);
        return true;
      case 'edit':
        if (actions !== undefined) actions.onEdit(rows.rowAt(index).id);
        return actions !== undefined;
      case 'add':
        if (actions === undefined) return false;
        if (action.parent === null) onAddAtRoot?.();
        else actions.onAdd(action.parent);
        return true;
      case 'remove':
        if (actions === undefined) return false;
        actions.onRemove(rows.rowAt(index).id);
        return true;
      case 'none':
        return true;
      default: {
        const found = typeAhead(event, typed.current, rows, index);
        if (found === null) return false;
        typed.current = found.typed;
        return found.index;
      }
    }
  };

  return (
    <div
      onPointerOver={(event) => setHovered(event.pointerType === 'mouse' ? indexOf(event) : -1)}
      onPointerLeave={() => setHovered(-1)}
      onClick={(event) => {
        const index = indexOf(event);
        if (index < 0 || index >= rows.count) return;
        const { id } = rows.rowAt(index);
        onActiveId(id);
        if (isOn(event, '[data-open]')) actions?.onEdit(id);
      }}
      style={{ display: 'contents' }}
    >
      <VirtualGrid
        role="treegrid"
        label={label}
        count={rows.count}
        activeIndex={activeIndex}
        onActiveIndex={(index) => onActiveId(rows.rowAt(index).id)}
        onKey={onKey}
        keyAt={(index) => rows.rowAt(index).id}
        {...(inset !== undefined && { inset })}
        {...(handle !== undefined && { handle })}
        {...(outer !== undefined && { outer })}
        {...(position !== undefined && { initialOffset: position.offset(), onOffset: position.moveTo })}
        renderRow={(index, grid) => {
          const row = rows.rowAt(index);
          const note = noteOf?.(row.id);
          return (
            <FieldRow
              row={row}
              grid={grid}
              density={density}
              target={target}
              actions={actions}
              isIdle={isIdle}
              isActive={index === activeIndex}
              isHovered={index === hovered}
              isEdited={row.id === editedId}
              isDimmed={editedId !== null && row.id !== editedId}
              change={changes?.get(row.id)}
              isUnapplied={unapplied?.has(row.id) === true}
              isLit={lit?.has(row.id) === true}
              others={others?.get(row.id)}
              note={note?.line}
              noteTitle={note?.title}
              noteShare={note?.share}
              mark={markOf?.(row.id)}
              onToggle={toggle}
            />
          );
        }}
      />
    </div>
  );
}

function isOn({ target }: MouseEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** The index of the row that an event happened in, or -1. */
function indexOf({ target }: MouseEvent): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? -1 : Number(row.dataset['index']);
}
