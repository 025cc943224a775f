import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isObject, member, type Pointer } from '#domain/json';
import { readRuntimeForm } from '#domain/mapping';
import { typedForm } from '../../../machines/session-state.ts';
import { FunctionSquare, Pencil, Plus, Trash2 } from '../../kit/icons/icons.ts';
import { useEditorDocument, useLitRows, useOpenEditor, useSession } from '../fields/editor-context.tsx';
import { shownName } from '../../files/shown-name.ts';
import { useRun } from '../fields/use-run.ts';
import { announce } from '../../kit/announcer.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { ConfirmDialog } from '../../kit/modal.tsx';
import { RuntimeFieldForm } from './runtime-field-form.tsx';
import common from '../../kit/common.module.css';
import styles from './runtime-fields-pane.module.css';
import { runtimeFieldsOf, runtimeTypeEntry, type RuntimeField } from './runtime-list.ts';

/** The fields that are computed at query time, and the form of one of them. */
export function RuntimeFieldsPane({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const session = useSession();
  const { runtimeEdit, runtimeFieldsList, formEpoch } = session;
  const run = useRun();
  const lit = useLitRows();
  const [toRemove, setToRemove] = useState<RuntimeField | null>(null);
  const fields = runtimeFieldsOf(state);
  const isIdle = runtimeFieldsList.status === 'idle';
  const create = () => editor.dispatch({ type: 'runtimeFieldsList.createField', payload: {} });
  const close = () => editor.dispatch({ type: 'runtimeFieldsList.closeRuntimeFieldEditor', payload: {} });
  return (
    <section className={styles['pane']} aria-label="Runtime fields">
      {fields.length === 0 ? (
        <EmptyState
          icon={FunctionSquare}
          title="Start by creating a runtime field"
          actions={
            !isReadOnly && (
              <Button variant="primary" icon={Plus} isDisabled={!isIdle} onPress={create}>
                Create runtime field
              </Button>
            )
          }
        >
          A runtime field is computed by a script at query time. It isn’t indexed and can be changed at any time.
        </EmptyState>
      ) : (
        <>
          <div className={styles['tools']}>
            <p className={styles['words']}>
              Computed at query time. Runtime fields aren’t indexed and can be changed at any time.
            </p>
            {!isReadOnly && (
              <Button variant="primary" icon={Plus} isDisabled={!isIdle} onPress={create}>
                Add field
              </Button>
            )}
          </div>
          <ul className={styles['list']}>
            {fields.map((field) => (
              <RuntimeRow
                key={field.id}
                field={field}
                hasButtons={isIdle && !isReadOnly}
                isEdited={runtimeEdit?.field === field.id}
                lit={lit}
                isUnapplied={
                  runtimeEdit?.field !== field.id &&
                  typedForm(session, { form: 'runtimeField', field: field.id }) !== undefined
                }
                onEdit={() => editor.dispatch({ type: 'runtimeFieldsList.editField', payload: { field: field.id } })}
                onRemove={() => setToRemove(field)}
              />
            ))}
          </ul>
        </>
      )}
      {runtimeEdit !== null && (
        <RuntimeFieldForm
          key={`${formEpoch} ${runtimeEdit.field === null ? 'new' : 'edit'}`}
          field={runtimeEdit.field}
          isReadOnly={isReadOnly}
          onClose={close}
        />
      )}
      {toRemove !== null && (
        <ConfirmDialog
          title={`Remove runtime field '${shownName(toRemove.name)}'?`}
          confirmLabel="Remove"
          isDanger
          onCancel={() => setToRemove(null)}
          onConfirm={() => {
            if (run({ type: 'runtimeField.remove', payload: { field: toRemove.id } }))
              announce(`Removed ${shownName(toRemove.name)}`);
            setToRemove(null);
          }}
        />
      )}
    </section>
  );
}

interface RuntimeRowProps {
  readonly field: RuntimeField;
  readonly hasButtons: boolean;
  readonly isEdited: boolean;
  /** Whether the form of the field has content that is not applied. */
  readonly isUnapplied: boolean;
  /** The rows that an undo, redo or restore has just changed. */
  readonly lit: ReadonlySet<Pointer>;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function RuntimeRow({
  field: { id, name, container, definition, isShadowing },
  hasButtons,
  isEdited,
  isUnapplied,
  lit,
  onEdit,
  onRemove,
}: RuntimeRowProps) {
  const { spotlight } = useOpenEditor();
  const element = useRef<HTMLLIElement>(null);
  const reveal = useEffectEvent(() => {
    if (spotlight.takeTarget((row) => row === id) !== null) element.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => reveal(), [lit]);
  const type = isObject(definition) ? member(definition, 'type') : undefined;
  const typeName = typeof type === 'string' ? type : '';
  const title = runtimeTypeEntry(container, typeName)?.title ?? typeName;
  const source = isObject(definition) ? readRuntimeForm(definition).source : '';
  const shown = shownName(name);
  return (
    <li
      ref={element}
      className={styles['row']}
      {...(isEdited && { 'data-edited': true })}
      {...(lit.has(id) && { 'data-lit': true })}
    >
      <div className={common['restOfWidth']}>
        <span className={common['monoBreaking']}>{shown}</span>
        {source !== '' && (
          <code className={styles['script']} title={source}>
            {source}
          </code>
        )}
      </div>
      {isUnapplied && <Chip tone="warning">Not applied</Chip>}
      {isShadowing && (
        <Chip tone="warning" title="Searches use the runtime field instead of the mapped field">
          overrides mapped field
        </Chip>
      )}
      {title !== '' && (
        <Chip tone="accent" title={typeName}>
          {title}
        </Chip>
      )}
      <span className={styles['buttons']}>
        {hasButtons && (
          <>
            <IconButton
              icon={Pencil}
              size="small"
              label={`Edit runtime field ${shown}`}
              tooltip="Edit"
              onPress={onEdit}
            />
            <IconButton
              icon={Trash2}
              size="small"
              label={`Remove runtime field ${shown}`}
              tooltip="Remove"
              onPress={onRemove}
            />
          </>
        )}
      </span>
    </li>
  );
}
