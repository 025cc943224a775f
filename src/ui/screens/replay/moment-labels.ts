import type { Pointer } from '#domain/json';
import { parseFieldId, type FieldId } from '#domain/mapping';
import type { ReplayMoment } from '../../../machines/replay/replay-timeline.ts';
import { isSessionCommand, type EditorTab, type SessionCommand } from '../../../machines/session-commands.ts';
import { shownName } from '../../editor/parameters/field-labels.ts';

/** The tabs in sentences. */
export const TAB_LABELS: Readonly<Record<EditorTab, string>> = {
  fields: 'the mapped fields',
  runtime: 'the runtime fields',
  templates: 'the dynamic templates',
  advanced: 'the advanced options',
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
        ? 'Begin a new field'
        : `Begin a new field in ${named(command.payload.parent)}`;
    case 'documentField.editField':
      return `Open the form of ${named(command.payload.field)}`;
    case 'documentField.changeStatus':
      return 'Close the form';
    case 'documentField.changeEditor':
      return command.payload.editor === 'json' ? 'Show the JSON' : 'Show the tree';
    case 'documentField.requestTypeChange':
      return `Ask to change the type of ${named(command.payload.field)}`;
    case 'documentField.cancelTypeChange':
      return 'Leave the type as it is';
    case 'documentField.requestRemove':
      return `Ask to remove ${named(command.payload.field)}`;
    case 'documentField.cancelRemove':
      return 'Remove nothing';
    case 'field.toggleExpand':
      return `Expand or collapse ${named(command.payload.field)}`;
    case 'field.toggleExpandAll':
      return command.payload.isExpanded ? 'Expand all' : 'Collapse all';
    case 'search:update':
      return command.payload.term === '' ? 'Clear the search' : `Search for "${command.payload.term}"`;
    case 'validity:update':
      return { true: 'The form is complete', false: 'The form has errors', null: 'The form has not been checked' }[
        `${command.payload.isValid}`
      ];
    case 'fieldForm.update':
      return command.payload.content === null ? 'Take back what was entered' : 'Type in the form';
    case 'documentField.activate':
      return command.payload.field === null ? 'Go to no field' : `Go to ${named(command.payload.field)}`;
    case 'editor.changeTab':
      return `Show ${TAB_LABELS[command.payload.tab]}`;
    case 'panel.open':
      return 'Show the history';
    case 'panel.close':
      return 'Hide the history';
    case 'version.show':
      return command.payload.version === null ? 'Back to now' : `Look at version ${command.payload.version}`;
    case 'version.changeEditor':
      return command.payload.editor === 'json' ? 'Show the version as JSON' : 'Show the version as a tree';
    case 'loadDialog.open':
      return 'Open Load JSON';
    case 'loadDialog.close':
      return 'Close Load JSON';
    case 'fieldsJsonEditor.update':
      return command.payload.isValid ? 'The JSON is valid' : 'The JSON is not valid yet';
    case 'fieldsJsonEditor.edit':
      return 'Type JSON';
    case 'fieldsJsonEditor.discard':
      return 'Discard the typed JSON';
    case 'configuration.update':
      return 'Change the advanced options';
    case 'templates.update':
      return 'Type dynamic templates';
    case 'runtimeFieldsList.createField':
      return 'Begin a runtime field';
    case 'runtimeFieldsList.editField':
      return `Open the runtime field ${named(command.payload.field)}`;
    case 'runtimeFieldsList.closeRuntimeFieldEditor':
      return 'Close the runtime field';
  }
}
