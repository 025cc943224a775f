import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { whoOf } from '#domain/history';
import { formatJson, valueAt, type JsonValue } from '#domain/json';
import { isExpanded, parseFieldId, visibleRows, type FieldId } from '#domain/mapping';
import { keysOf } from '../../actions/action-list.ts';
import { useActions } from '../../actions/use-actions.tsx';
import { ExactEventTime } from '../../files/event-time.tsx';
import { ChevronLeft, ChevronRight, RotateCcw, Undo2 } from '../../kit/icons/icons.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../fields/editor-context.tsx';
import { FieldTree } from '../fields/field-tree.tsx';
import { useRun } from '../fields/use-run.ts';
import { Button } from '../../kit/button.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { useServices } from '../../platform/services.ts';
import { useNow } from '../../platform/use-now.ts';
import { EventChanges } from './event-changes.tsx';
import { touchedPlaces } from './touched-places.ts';
import { useScrubber } from './use-scrubber.ts';
import { VersionComparison } from './version-comparison.tsx';
import common from '../../kit/common.module.css';
import styles from './version-view.module.css';

interface VersionViewProps {
  readonly version: number;
  /** Whether the mappings of the version are shown as text. */
  readonly isJson: boolean;
  readonly target: TargetEngine;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

/** The document as it was after an event: the changes of the event, and its mappings, read-only. */
export function VersionView({ version, isJson, target, isReadOnly, onClose }: VersionViewProps) {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const now = useNow(useServices().clock);
  const { expansion } = useSession();
  const run = useRun();
  const [activeId, setActiveId] = useState<FieldId | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const { history, mappingsAt } = state;
  const scrubber = useScrubber();
  const last = history.version;
  const isThere = version <= last;
  const event = isThere ? scrubber.nodeAt(version)?.event : undefined;
  const [before, after] = useMemo(
    () => (isThere ? [scrubber.bodyAt(version - 1), scrubber.bodyAt(version)] : []),
    [scrubber, version, isThere],
  );
  const lit = useMemo(
    (): ReadonlySet<FieldId> =>
      event === undefined || event.patch.length > LIT_LIMIT
        ? new Set()
        : new Set(touchedPlaces(event, before, after, mappingsAt).map(({ at }) => at)),
    [event, before, after, mappingsAt],
  );
  useOpenedAbove(lit);
  const navigate = useNavigate();
  const given = useComparedVersion();
  const compared = given === null || given > last || given === version ? null : given;
  const goTo = (to: number) => {
    if (to >= 1 && to <= last) editor.dispatch({ type: 'version.show', payload: { version: to } });
  };
  useActions([
    { id: 'editor.olderVersion', isEnabled: version > 1, run: () => goTo(version - 1) },
    { id: 'editor.newerVersion', isEnabled: version < last, run: () => goTo(version + 1) },
  ]);
  if (event === undefined) return null;
  const rows = visibleRows(after, mappingsAt, expansion);
  const restore = () => {
    if (run({ type: 'history.restore', payload: { version } })) onClose();
  };
  return (
    <section className={styles['view']} aria-label={`Version ${version}`}>
      <div className={styles['banner']}>
        <div className={styles['words']}>
          <h2 className={common['textSize']}>
            Version {version} as of <ExactEventTime event={event} now={now} />
          </h2>
          <p className={common['muted']}>
            {event.summary}, by {whoOf(event, { stream: editor.document.stream, version })}
            {event.reason !== undefined && ` (${event.reason})`}
          </p>
        </div>
        <div className={styles['steps']}>
          <IconButton
            icon={ChevronLeft}
            label="Older version"
            keys={keysOf('editor.olderVersion')}
            isDisabled={version <= 1}
            onPress={() => goTo(version - 1)}
          />
          <IconButton
            icon={ChevronRight}
            label="Newer version"
            keys={keysOf('editor.newerVersion')}
            isDisabled={version >= last}
            onPress={() => goTo(version + 1)}
          />
        </div>
        <div className={styles['compare']}>
          <NumberField
            label="Compare with version"
            value={given === version ? null : given}
            minValue={1}
            maxValue={last}
            onChange={(wanted) =>
              void navigate({
                to: '.',
                search: (before: object): object => ({ ...before, with: wanted ?? undefined }),
                replace: true,
              })
            }
          />
        </div>
        {!isReadOnly && version < history.version && (
          <Button icon={RotateCcw} onPress={restore}>
            Restore this version
          </Button>
        )}
        <Button variant="primary" icon={Undo2} onPress={onClose}>
          Back to current version
        </Button>
      </div>
      <div
        ref={scroller}
        className={styles['content']}
        tabIndex={0}
        role="group"
        aria-label={`Content of version ${version}`}
      >
        <div ref={above}>
          {compared === null ? (
            <EventChanges event={event} before={before} after={after} mappingsAt={mappingsAt} />
          ) : (
            <VersionComparison
              scrubber={scrubber}
              from={Math.min(compared, version)}
              to={Math.max(compared, version)}
              mappingsAt={mappingsAt}
            />
          )}
        </div>
        {isJson ? (
          <VersionJson label={`Mappings of version ${version}`} mappings={valueAt(after, mappingsAt)} />
        ) : rows.count === 0 ? (
          <p className={styles['empty']}>This version has no fields.</p>
        ) : (
          <FieldTree
            label={`Fields of version ${version}`}
            rows={rows}
            target={target}
            activeId={activeId}
            onActiveId={setActiveId}
            onToggle={(field, isExpanded) =>
              editor.dispatch({
                type: 'field.toggleExpand',
                payload: { field, ...(isExpanded !== undefined && { isExpanded }) },
              })
            }
            isIdle
            lit={lit}
            outer={{ scroller, above }}
          />
        )}
      </div>
    </section>
  );
}

/** The mappings of a past version as text. */
function VersionJson({ label, mappings }: { readonly label: string; readonly mappings: JsonValue | undefined }) {
  const text = useMemo(() => formatJson(mappings ?? {}, 2), [mappings]);
  return (
    <div className={styles['json']}>
      <JsonEditor ariaLabel={label} value={text} height="auto" isReadOnly />
    </div>
  );
}

/** For a change with more operations no fields are lit: everything has changed then. */
const LIT_LIMIT = 500;
/** Largest number of fields whose parents are expanded, so that lit fields can be seen. */
const OPENED_LIMIT = 20;

/** Expands the parents of the fields that are lit. */
function useOpenedAbove(lit: ReadonlySet<FieldId>): void {
  const { editor } = useOpenEditor();
  const open = useEffectEvent(() => {
    const { mappingsAt } = editor.document.getSnapshot().state;
    for (const id of [...lit].slice(0, OPENED_LIMIT)) {
      let above = parseFieldId(id, mappingsAt)?.parentId ?? null;
      for (; above !== null; above = parseFieldId(above, mappingsAt)?.parentId ?? null) {
        if (!isExpanded(editor.getSession().expansion, above))
          editor.dispatch({ type: 'field.toggleExpand', payload: { field: above, isExpanded: true } });
      }
    }
  });
  useEffect(() => open(), [lit]);
}

/** The version to compare with, from the address. */
function useComparedVersion(): number | null {
  const search: { readonly with?: number } = useSearch({ strict: false });
  return search.with ?? null;
}
