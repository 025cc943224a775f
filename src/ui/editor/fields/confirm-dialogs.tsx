import { typeChangeLosses } from '#domain/commands';
import { valueAt } from '#domain/json';
import { aliasesTo, parseFieldId, typeOf } from '#domain/mapping';
import { announce } from '../../kit/announcer.tsx';
import { Banner } from '../../kit/banner.tsx';
import { ConfirmDialog } from '../../kit/modal.tsx';
import { useEditorDocument, useOpenEditor, useSession } from './editor-context.tsx';
import { fieldNoun, pathLabel } from '../parameters/field-labels.ts';
import { shownName } from '../../files/shown-name.ts';
import { containersOf, LostFields } from './lost-fields.tsx';
import { isOnLiveIndex } from './reindex-needs.ts';
import { editPayload, useRun } from './use-run.ts';

/** Asks for confirmation before a field is removed, and lists what is removed with it. */
export function RemoveDialog() {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const { fieldToRemove: field } = useSession();
  const run = useRun();
  const address = field === null ? null : parseFieldId(field, state.mappingsAt);
  if (field === null || address === null) return null;
  const name = shownName(address.name);
  const close = () => editor.dispatch({ type: 'documentField.cancelRemove', payload: {} });
  return (
    <ConfirmDialog
      title={`Remove ${fieldNoun(address.container)} '${name}'?`}
      confirmLabel="Remove"
      isDanger
      onCancel={close}
      onConfirm={() => {
        if (run({ type: 'field.remove', payload: { field } })) announce(`Removed ${name}`);
        close();
      }}
    >
      <p>{pathLabel(field, state.mappingsAt)}</p>
      {isOnLiveIndex(state, field) && (
        <Banner kind="warning" title="Requires a new index">
          Fields can’t be removed from a live index. The removal stays in the editor and won’t be sent.
        </Banner>
      )}
      <LostFields
        state={state}
        containers={containersOf(state, field)}
        aliases={aliasesTo(state.body, state.mappingsAt, field)}
      />
    </ConfirmDialog>
  );
}

/** Asks for confirmation before a change of type that also removes fields or aliases. */
export function TypeChangeDialog() {
  const { editor } = useOpenEditor();
  const { state } = useEditorDocument();
  const { pendingEdit } = useSession();
  const run = useRun();
  if (pendingEdit === null || valueAt(state.body, pendingEdit.payload.field) === undefined) return null;
  const { field, set = {} } = pendingEdit.payload;
  const type = typeOf(set);
  const address = parseFieldId(field, state.mappingsAt);
  const losses = typeChangeLosses(state, field, type);
  const close = () => editor.dispatch({ type: 'documentField.cancelTypeChange', payload: {} });
  return (
    <ConfirmDialog
      title={`Confirm change '${shownName(address?.name ?? '')}' type to '${type}'.`}
      confirmLabel="Confirm type change"
      isDanger
      onCancel={close}
      onConfirm={() => {
        if (!run({ type: 'field.edit', payload: editPayload(pendingEdit) })) close();
      }}
    >
      <LostFields state={state} containers={losses.containers} aliases={losses.aliases} />
    </ConfirmDialog>
  );
}
