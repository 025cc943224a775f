import type { DocumentEvent } from '#domain/events';
import type { ConfigurationEdits, FieldId } from '#domain/mapping';
import type { DocumentFacts, EditorKind, PendingEdit, Validity } from './session-state.ts';

/** The commands of the session: the names of the specification, on the same bus as those of the document. */
export type SessionCommand =
  | { readonly type: 'documentField.createField'; readonly payload: { readonly parent: FieldId | null } }
  | { readonly type: 'documentField.editField'; readonly payload: { readonly field: FieldId } }
  | { readonly type: 'documentField.changeStatus'; readonly payload: { readonly status: 'idle' } }
  | { readonly type: 'documentField.changeEditor'; readonly payload: { readonly editor: EditorKind } }
  | { readonly type: 'documentField.askTypeChange'; readonly payload: PendingEdit['payload'] }
  | { readonly type: 'documentField.cancelTypeChange'; readonly payload: Readonly<Record<never, never>> }
  | { readonly type: 'documentField.askRemove'; readonly payload: { readonly field: FieldId } }
  | { readonly type: 'documentField.cancelRemove'; readonly payload: Readonly<Record<never, never>> }
  | {
      readonly type: 'field.toggleExpand';
      readonly payload: { readonly field: FieldId; readonly isExpanded?: boolean };
    }
  | { readonly type: 'field.toggleExpandAll'; readonly payload: { readonly isExpanded: boolean } }
  | { readonly type: 'search:update'; readonly payload: { readonly term: string } }
  | {
      readonly type: 'validity:update';
      readonly payload: {
        readonly form: 'configuration' | 'templates' | 'field';
        readonly isValid: Validity;
        readonly isNameEmpty?: boolean;
      };
    }
  | {
      readonly type: 'fieldsJsonEditor.update';
      readonly payload: { readonly json: string; readonly isValid: boolean; readonly maxNestedDepth: number };
    }
  | { readonly type: 'configuration.update'; readonly payload: { readonly edits: ConfigurationEdits } }
  | { readonly type: 'templates.update'; readonly payload: { readonly json: string | null } }
  | { readonly type: 'runtimeFieldsList.createField'; readonly payload: Readonly<Record<never, never>> }
  | { readonly type: 'runtimeFieldsList.editField'; readonly payload: { readonly field: FieldId } }
  | { readonly type: 'runtimeFieldsList.closeRuntimeFieldEditor'; readonly payload: Readonly<Record<never, never>> };

/** Sent to the session, not by people but by the document, when events became part of it. */
export interface DocumentChanged {
  readonly type: 'DOCUMENT_CHANGED';
  readonly events: readonly DocumentEvent[];
  readonly facts: DocumentFacts;
  /** Decided here, rather than by another tab or person. */
  readonly isOwn: boolean;
  /** Where a field is after the change, or null when it is gone. */
  readonly follow: (field: FieldId) => FieldId | null;
}

const SESSION_COMMAND_TYPES: ReadonlySet<string> = new Set<SessionCommand['type']>([
  'documentField.createField',
  'documentField.editField',
  'documentField.changeStatus',
  'documentField.changeEditor',
  'documentField.askTypeChange',
  'documentField.cancelTypeChange',
  'documentField.askRemove',
  'documentField.cancelRemove',
  'field.toggleExpand',
  'field.toggleExpandAll',
  'search:update',
  'validity:update',
  'fieldsJsonEditor.update',
  'configuration.update',
  'templates.update',
  'runtimeFieldsList.createField',
  'runtimeFieldsList.editField',
  'runtimeFieldsList.closeRuntimeFieldEditor',
]);

export function isSessionCommand(command: { readonly type: string }): command is SessionCommand {
  return SESSION_COMMAND_TYPES.has(command.type);
}
