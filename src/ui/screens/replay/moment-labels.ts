import type { Pointer } from '#domain/json';
import { parseFieldId, type FieldId } from '#domain/mapping';
import type { ReplayMoment } from '../../../machines/replay/replay-timeline.ts';
import type { EditorTab } from '../../../machines/forms/editor-tabs.ts';
import { isSessionCommand, type SessionCommand } from '../../../machines/session-commands.ts';
import { shownName } from '../../files/shown-name.ts';

/** Names of the tabs within sentences. */
export const TAB_LABELS: Readonly<Record<EditorTab, string>> = {
  fields: 'mapped fields',
  runtime: 'runtime fields',
  templates: 'dynamic templates',
  advanced: 'advanced options',
  documents: 'the trial of a document',
  lint: 'lint',
};

/** A moment of a replay in one line. */
export function describeMoment(moment: ReplayMoment, mappingsAt: Pointer): string {
  if (moment.kind === 'start') return 'Start';
  if (moment.kind === 'event') return moment.event.summary;
  const { command } = moment.entry;
  return isSessionCommand(command)
    ? describeCommand(command, (id) => shownName(parseFieldId(id, mappingsAt)?.name ?? id))
    : command.type;
}

function describeCommand(command: SessionCommand, named: (id: FieldId) => string): string {
  switch (command.type) {
    case 'documentField.createField':
      return command.payload.parent === null
        ? 'Start adding a field'
        : `Start adding a field to ${named(command.payload.parent)}`;
    case 'documentField.editField':
      return `Start editing ${named(command.payload.field)}`;
    case 'documentField.changeStatus':
      return 'Close the form';
    case 'documentField.changeEditor':
      return command.payload.editor === 'json' ? 'Show JSON' : 'Show tree';
    case 'documentField.requestTypeChange':
      return `Request type change of ${named(command.payload.field)}`;
    case 'documentField.cancelTypeChange':
      return 'Cancel type change';
    case 'documentField.requestRemove':
      return `Request removal of ${named(command.payload.field)}`;
    case 'documentField.cancelRemove':
      return 'Cancel removal';
    case 'field.toggleExpand':
      return `Expand or collapse ${named(command.payload.field)}`;
    case 'field.toggleExpandAll':
      return command.payload.isExpanded ? 'Expand all' : 'Collapse all';
    case 'search:update':
      return command.payload.term === '' ? 'Clear search' : `Search for "${command.payload.term}"`;
    case 'validity:update':
      return { true: 'Form is valid', false: 'Form has errors', null: 'Form not validated' }[
        `${command.payload.isValid}`
      ];
    case 'fieldForm.update':
      return command.payload.content === null ? 'Reset the form' : 'Edit the form';
    case 'documentField.activate':
      return command.payload.field === null ? 'Clear the active field' : `Go to ${named(command.payload.field)}`;
    case 'editor.changeTab':
      return `Show ${TAB_LABELS[command.payload.tab]}`;
    case 'editor.changeStep':
      return `Show step ${command.payload.step}`;
    case 'stepForm.update':
      return Object.keys(command.payload.values).length === 0 ? 'Reset the form' : 'Edit the form';
    case 'panel.open':
      return 'Show history';
    case 'panel.close':
      return 'Hide history';
    case 'version.show':
      return command.payload.version === null ? 'Back to current version' : `View version ${command.payload.version}`;
    case 'version.changeEditor':
      return command.payload.editor === 'json' ? 'Show version as JSON' : 'Show version as tree';
    case 'loadDialog.open':
      return 'Open Load JSON';
    case 'loadDialog.close':
      return 'Close Load JSON';
    case 'fieldsJsonEditor.update':
      return command.payload.isValid ? 'JSON is valid' : 'JSON is invalid';
    case 'fieldsJsonEditor.edit':
      return 'Edit JSON';
    case 'fieldsJsonEditor.discard':
      return 'Discard JSON changes';
    case 'configuration.update':
      return 'Edit advanced options';
    case 'templates.update':
    case 'templates.edit':
      return 'Edit dynamic templates';
    case 'runtimeFieldsList.createField':
      return 'Start adding a runtime field';
    case 'runtimeFieldsList.editField':
      return `Start editing runtime field ${named(command.payload.field)}`;
    case 'runtimeFieldsList.closeRuntimeFieldEditor':
      return 'Close runtime field form';
    case 'expansion.restore':
      return 'Restore expanded fields';
    case 'unapplied.restore':
      return 'Restore unapplied changes';
    case 'unapplied.discard':
      return 'Discard unapplied changes';
    case 'unapplied.bringBack':
      return 'Bring back discarded changes';
    case 'unapplied.forget':
      return 'Discard changes that can’t be restored';
  }
}
