import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import { childContainerOf } from '#domain/catalogue';
import { wantedAt } from '#domain/document';
import { formatJson, valueAt } from '#domain/json';
import {
  childId,
  isExpanded,
  parseFieldId,
  typeOf,
  visibleRows,
  type FieldId,
  type VisibleRows,
} from '#domain/mapping';
import type { SessionCommand } from '../../../machines/session-commands.ts';
import { keysOf } from '../../actions/action-list.ts';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { Button } from '../../kit/button.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import type { Icon } from '../../kit/icons/icon.ts';
import {
  ChartNoAxesColumn,
  ChevronsDownUp,
  ChevronsUpDown,
  FileInput,
  Plus,
  Rows2,
  Rows4,
  ScrollText,
} from '../../kit/icons/icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useEditedByOthers } from '../../platform/people-here.ts';
import {
  setRowNotes,
  setTreeDensity,
  useRowNotes,
  useTreeDensity,
  type RowNotes,
} from '../../platform/tree-preferences.ts';
import { useCluster } from '../../cluster/use-cluster.ts';
import { CostSource, CreateFieldForm, RowMarks, SearchResults } from '../editor-parts.ts';
import { changedFields, notOnCluster } from './changed-fields.ts';
import { useEditorDocument, useLitRows, useOpenEditor, useSession } from './editor-context.tsx';
import type { RowActions } from './field-row.tsx';
import { FieldTree } from './field-tree.tsx';
import type { MarkOf } from './row-marks.tsx';
import type { NoteOf } from './row-notes.ts';
import styles from './fields-pane.module.css';
import type { RevealRequest } from './json-view.ts';
import { useJsonView } from './use-json-draft.ts';
import { unappliedFields } from './unapplied-labels.ts';
import { usePreparedSearch } from './use-prepared-search.ts';
import { visibleOf } from './visible-field.ts';
import type { GridHandle } from './virtual-grid.tsx';

const BlameSource = lazyPart(async () => (await import('./blame-source.tsx')).BlameSource);

interface FieldsPaneProps {
  readonly isReadOnly: boolean;
  readonly grid: RefObject<GridHandle | null>;
  readonly searchInput: RefObject<HTMLInputElement | null>;
}

/** The fields: the search, the tree or the search results, and the form for a new field. */
export function FieldsPane({ isReadOnly, grid, searchInput }: FieldsPaneProps) {
  const { editor, target, openedAt, treePosition } = useOpenEditor();
  const { state } = useEditorDocument();
  const session = useSession();
  const { body, mappingsAt, history } = state;
  const { reveal } = useJsonView();
  const lit = useLitRows();
  const others = useEditedByOthers(editor.document.stream);
  const { activeField: activeId, expansion, creation, fieldToEdit, search } = session;
  const { status } = session.documentFields;
  const isIdle = status === 'idle';
  const rows = visibleRows(body, mappingsAt, expansion);
  // Rows are memoized by the identity of this set, which must not change with each key that is typed.
  const unappliedKey = formatJson(unappliedFields(session));
  const unapplied = useMemo(() => new Set(JSON.parse(unappliedKey) as readonly FieldId[]), [unappliedKey]);
  const changes = useMemo(() => {
    const changed = changedFields(history, openedAt, mappingsAt);
    return wantedAt({ body, mappingsAt }) === null ? changed : notOnCluster(changed, { body, mappingsAt });
  }, [history, openedAt, body, mappingsAt]);
  const form = useRef<HTMLDivElement>(null);
  const notes = useRowNotes();
  const [noteOf, setNoteOf] = useState<NoteOf | null>(null);
  const live = useMeasuredIndex();
  const [markOf, setMarkOf] = useState<MarkOf | null>(null);
  const takeMarks = useCallback((given: MarkOf) => setMarkOf(() => given), []);
  const takeNotes = useCallback((given: NoteOf | null) => setNoteOf(() => given), []);

  const closeForm = () => {
    editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
    grid.current?.focus();
  };
  /** Runs a command of a row, or moves the focus to the form that has to be closed first. */
  const unlessHeld = (command: SessionCommand, isHeld = !isIdle) => {
    if (!isHeld) {
      editor.dispatch(command);
      return;
    }
    const title = `${status === 'creatingField' ? 'Add or cancel the new field' : 'Close the form'} first`;
    showToast({ kind: 'info', title, tag: 'held-row' });
    document.querySelector<HTMLElement>('form[aria-label^="Add "] input, [role="dialog"] input')?.focus();
  };
  const add = (parent: FieldId | null) => unlessHeld({ type: 'documentField.createField', payload: { parent } });
  const actions: RowActions | undefined = isReadOnly
    ? undefined
    : {
        onAdd: add,
        // The changes in the form that is open are kept.
        onEdit: (field) =>
          unlessHeld({ type: 'documentField.editField', payload: { field } }, status === 'creatingField'),
        onRemove: (field) => unlessHeld({ type: 'documentField.requestRemove', payload: { field } }),
      };
  const addAtRoot = () => add(null);
  const onActiveId = (field: FieldId) => editor.dispatch({ type: 'documentField.activate', payload: { field } });
  const onAdded = (parent: FieldId | null, name: string) => {
    const container = parent === null ? 'properties' : childContainerOf(typeOf(valueAt(body, parent)));
    if (container !== null) onActiveId(childId(parent ?? mappingsAt, container, name));
  };
  const formFor = (parent: FieldId | null) => (
    <div ref={form}>
      <PanelBoundary what="The form" resetKey={parent}>
        <Suspense fallback={<Skeleton height="180px" />}>
          <CreateFieldForm
            key={`${session.formEpoch} ${parent}`}
            parent={parent}
            isCancelable={session.facts.hasRootFields}
            onClose={closeForm}
            onCancel={() => {
              editor.dispatch({ type: 'unapplied.discard', payload: { form: 'newField', field: parent } });
              closeForm();
            }}
            onAdded={onAdded}
          />
        </Suspense>
      </PanelBoundary>
    </div>
  );
  const toggle = (field: FieldId, isExpanded?: boolean) =>
    editor.dispatch({
      type: 'field.toggleExpand',
      payload: { field, ...(isExpanded !== undefined && { isExpanded }) },
    });

  useReveal({ reveal, lit, fieldToEdit, rows: search.term === '' ? rows : null, grid });

  const isSearching = search.term !== '';
  const parent = creation?.parent ?? null;
  const parentRow = parent === null ? -1 : rows.indexOf(parent);
  const shownActive = visibleOf(rows, activeId, mappingsAt);
  const prepareSearch = usePreparedSearch(state);
  const setTerm = (term: string) => editor.dispatch({ type: 'search:update', payload: { term } });
  return (
    <section className={styles['pane']} aria-label="Mapped fields">
      <div className={styles['tools']}>
        <div className={styles['search']}>
          <SearchField
            label="Search fields"
            value={search.term}
            onChange={setTerm}
            onFocus={prepareSearch}
            keys={keysOf('editor.search')}
            inputRef={searchInput}
            isDisabled={!session.facts.hasRootFields && !isSearching}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') grid.current?.focus();
              else event.continuePropagation();
            }}
          />
        </div>
        <span className={styles['spacer']} />
        <div className={styles['views']}>
          <IconButton
            icon={ChevronsUpDown}
            label="Expand all"
            isDisabled={isSearching}
            onPress={() => editor.dispatch({ type: 'field.toggleExpandAll', payload: { isExpanded: true } })}
          />
          <IconButton
            icon={ChevronsDownUp}
            label="Collapse all"
            isDisabled={isSearching}
            onPress={() => editor.dispatch({ type: 'field.toggleExpandAll', payload: { isExpanded: false } })}
          />
          <DensityButton />
          <NotesButton of="changes" what="last changes" icon={ScrollText} />
          {live !== null && <NotesButton of="costs" what="sizes and uses" icon={ChartNoAxesColumn} />}
        </div>
        {!isReadOnly && (
          <Button
            data-tour="add-field"
            variant="primary"
            icon={Plus}
            className={styles['add'] ?? ''}
            isDisabled={!isIdle}
            onPress={addAtRoot}
          >
            Add field
          </Button>
        )}
      </div>
      <PanelBoundary what="The check of the fields">
        <Suspense fallback={null}>
          <RowMarks onMarks={takeMarks} />
        </Suspense>
      </PanelBoundary>
      {notes === 'changes' && (
        <PanelBoundary what="Who changed the fields">
          <Suspense fallback={null}>
            <BlameSource onNotes={takeNotes} />
          </Suspense>
        </PanelBoundary>
      )}
      {notes === 'costs' && live !== null && (
        <PanelBoundary what="Sizes and uses">
          <Suspense fallback={null}>
            <CostSource {...live} onNotes={takeNotes} />
          </Suspense>
        </PanelBoundary>
      )}
      {creation !== null && parent === null && !isReadOnly && (
        <div className={styles['create']}>
          {formFor(null)}
          {!session.facts.hasRootFields && (
            <div className={styles['empty']}>
              <p>There are no fields yet. Add the first one, or load a mapping: drop a file here, or paste it.</p>
              <Button icon={FileInput} onPress={() => editor.dispatch({ type: 'loadDialog.open', payload: {} })}>
                Load JSON
              </Button>
            </div>
          )}
        </div>
      )}
      {isSearching ? (
        <PanelBoundary what="The search">
          <Suspense fallback={<Skeleton height="240px" />}>
            <SearchResults
              term={search.term}
              state={state}
              target={target}
              activeId={activeId}
              onActiveId={onActiveId}
              onClear={() => {
                setTerm('');
                searchInput.current?.focus();
              }}
              actions={actions}
              isIdle={isIdle}
              editedId={fieldToEdit}
              creation={parent === null ? null : { parent, form: formFor(parent) }}
              handle={grid}
            />
          </Suspense>
        </PanelBoundary>
      ) : (
        rows.count > 0 && (
          <FieldTree
            label="Fields"
            rows={rows}
            target={target}
            activeId={shownActive}
            onActiveId={onActiveId}
            onToggle={toggle}
            {...(actions && { actions })}
            onAddAtRoot={addAtRoot}
            isIdle={isIdle}
            editedId={fieldToEdit}
            changes={changes}
            unapplied={unapplied}
            lit={lit}
            others={others}
            noteOf={noteOf ?? undefined}
            markOf={markOf ?? undefined}
            inset={parentRow === -1 || isReadOnly ? null : { after: parentRow, content: formFor(parent) }}
            handle={grid}
            position={treePosition}
          />
        )
      )}
    </section>
  );
}

function DensityButton() {
  const isCompact = useTreeDensity() === 'compact';
  return (
    <IconButton
      icon={isCompact ? Rows2 : Rows4}
      label={isCompact ? 'Use comfortable rows' : 'Use compact rows'}
      onPress={() => setTreeDensity(isCompact ? 'comfortable' : 'compact')}
    />
  );
}

interface NotesButtonProps {
  readonly of: Exclude<RowNotes, 'none'>;
  readonly what: string;
  readonly icon: Icon;
}

/** Shows a note beside the type of each field, in place of the notes before, or hides them. */
function NotesButton({ of, what, icon }: NotesButtonProps) {
  const isShown = useRowNotes() === of;
  return (
    <IconButton
      icon={icon}
      label={`${isShown ? 'Hide' : 'Show'} ${what}`}
      onPress={() => setRowNotes(isShown ? 'none' : of)}
      {...(isShown && { variant: 'secondary' })}
    />
  );
}

/** The index whose mapping is edited, where the sizes of its fields can be known: the sandbox has no files. */
function useMeasuredIndex() {
  const { back } = useOpenEditor().document;
  const { kind } = useCluster().data ?? {};
  const hasFiles = kind !== undefined && kind !== 'sandbox';
  return hasFiles && typeof back === 'object' && 'index' in back ? { index: back.index, uuid: back.uuid } : null;
}

interface RevealOptions {
  readonly reveal: RevealRequest | null;
  readonly lit: ReadonlySet<FieldId>;
  readonly fieldToEdit: FieldId | null;
  /** Null while the tree is not shown. */
  readonly rows: VisibleRows | null;
  readonly grid: RefObject<GridHandle | null>;
}

/**
 * Expands the parents of a field that is revealed, lit or edited, and scrolls its row into view; after that the tree
 * keeps its scroll position.
 */
function useReveal({ reveal, lit, fieldToEdit, rows, grid }: RevealOptions): void {
  const { editor, spotlight } = useOpenEditor();
  const wanted = useRef<{ readonly id: FieldId; readonly takesFocus: boolean } | null>(null);
  const expandAbove = useEffectEvent((id: FieldId) => {
    const { mappingsAt } = editor.document.getSnapshot().state;
    const { expansion } = editor.getSession();
    for (
      let above = parseFieldId(id, mappingsAt)?.parentId ?? null;
      above !== null;
      above = parseFieldId(above, mappingsAt)?.parentId ?? null
    ) {
      if (!isExpanded(expansion, above))
        editor.dispatch({ type: 'field.toggleExpand', payload: { field: above, isExpanded: true } });
    }
  });
  useEffect(() => {
    if (reveal === null) return;
    wanted.current = { id: reveal.id, takesFocus: true };
    expandAbove(reveal.id);
  }, [reveal]);
  useEffect(() => {
    if (fieldToEdit === null) return;
    wanted.current = { id: fieldToEdit, takesFocus: false };
    expandAbove(fieldToEdit);
  }, [fieldToEdit]);
  const revealTarget = useEffectEvent(() => {
    const { mappingsAt } = editor.document.getSnapshot().state;
    const id = spotlight.takeTarget((row) => parseFieldId(row, mappingsAt) !== null);
    if (id === null) return;
    wanted.current = { id, takesFocus: false };
    expandAbove(id);
  });
  useEffect(() => revealTarget(), [lit]);
  // The row exists only after the expansion has been rendered, and a grid that has just appeared can scroll only after
  // its layout.
  useEffect(() => {
    if (wanted.current === null || rows === null) return;
    const { id, takesFocus } = wanted.current;
    const index = rows.indexOf(id);
    if (index === -1) return;
    const frame = requestAnimationFrame(() => {
      wanted.current = null;
      grid.current?.reveal(index);
      if (takesFocus) grid.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  });
}
