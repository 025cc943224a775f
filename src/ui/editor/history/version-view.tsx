import { RotateCcw, Undo2 } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import type { DocumentState, HistoryNode } from '#domain/document';
import { bodyAt, newestFirst } from '#domain/history';
import { formatJson, valueAt, type JsonValue } from '#domain/json';
import { visibleRows, type FieldId } from '#domain/mapping';
import { exactTime } from '../../files/relative-time.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../fields/editor-context.tsx';
import { FieldTree } from '../fields/field-tree.tsx';
import { useRun } from '../fields/use-run.ts';
import { Button } from '../../kit/button.tsx';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { EventChanges } from './event-changes.tsx';
import styles from './version-view.module.css';

interface VersionViewProps {
  readonly version: number;
  /** Its mappings are shown as text. */
  readonly isJson: boolean;
  readonly target: TargetEngine;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

/** The document as it was after some event: what the event changed, and its mappings, which can only be looked at. */
export function VersionView({ version, isJson, target, isReadOnly, onClose }: VersionViewProps) {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const { expansion } = useSession();
  const run = useRun();
  const [activeId, setActiveId] = useState<FieldId | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const above = useRef<HTMLDivElement>(null);
  const { history, mappingsAt } = state;
  const node = useMemo(() => nodeAt(state, version), [state, version]);
  const after = useMemo(() => bodyAt(state, version), [state, version]);
  const before = useMemo(() => bodyAt(state, version - 1), [state, version]);
  if (node === null) return null;
  const { event } = node;
  const rows = visibleRows(after, mappingsAt, expansion);
  const restore = () => {
    if (run({ type: 'history.restore', payload: { version } })) onClose();
  };
  return (
    <section className={styles['view']} aria-label={`Version ${version}`}>
      <div className={styles['banner']}>
        <div className={styles['words']}>
          <h2 className={styles['title']}>
            Version {version} as of <time dateTime={event.at}>{exactTime(event.at)}</time>
          </h2>
          <p className={styles['summary']}>
            {event.summary}, by {event.author.name}
            {event.reason !== undefined && ` (${event.reason})`}
          </p>
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
          <EventChanges event={event} before={before} after={after} mappingsAt={mappingsAt} />
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
            outer={{ scroller, above }}
          />
        )}
      </div>
    </section>
  );
}

/** Mappings of the past as text. */
function VersionJson({ label, mappings }: { readonly label: string; readonly mappings: JsonValue | undefined }) {
  const text = useMemo(() => formatJson(mappings ?? {}, 2), [mappings]);
  return (
    <div className={styles['json']}>
      <JsonEditor ariaLabel={label} value={text} height="auto" isReadOnly />
    </div>
  );
}

function nodeAt({ history }: DocumentState, version: number): HistoryNode | null {
  for (const node of newestFirst(history)) if (node.version === version) return node;
  return null;
}
