import { changesDiscard } from './changes-discard.ts';
import { configurationSave } from './configuration-save.ts';
import type { CommandOf } from './define-command.ts';
import { documentCreate } from './document-create.ts';
import { documentTestEdit } from './document-test-edit.ts';
import { documentTestKeep } from './document-test-keep.ts';
import { documentTestRemove } from './document-test-remove.ts';
import { draftAdd } from './draft-add.ts';
import { draftLink } from './draft-link.ts';
import { draftRemove } from './draft-remove.ts';
import { draftRename } from './draft-rename.ts';
import { draftSetKind } from './draft-set-kind.ts';
import { draftSetTarget } from './draft-set-target.ts';
import { editorReplaceMappings } from './editor-replace-mappings.ts';
import { fieldAdd } from './field-add.ts';
import { fieldEdit } from './field-edit.ts';
import { fieldRemove } from './field-remove.ts';
import { historyRedo } from './history-redo.ts';
import { historyRestore } from './history-restore.ts';
import { historyUndo } from './history-undo.ts';
import { lintRuleSwitchOff } from './lint-rule-switch-off.ts';
import { lintRuleSwitchOn } from './lint-rule-switch-on.ts';
import { mappingFollow } from './mapping-follow.ts';
import { runtimeFieldAdd } from './runtime-field-add.ts';
import { runtimeFieldEdit } from './runtime-field-edit.ts';
import { runtimeFieldRemove } from './runtime-field-remove.ts';
import { templateFollow } from './template-follow.ts';
import { templateReplace } from './template-replace.ts';
import { templateSetAliases } from './template-set-aliases.ts';
import { templateSetComponents } from './template-set-components.ts';
import { templateSetLifecycle } from './template-set-lifecycle.ts';
import { templateSetLogistics } from './template-set-logistics.ts';
import { templateSetSettings } from './template-set-settings.ts';
import { templatesSave } from './templates-save.ts';

/** Every command that changes a document, but for `batch`, which is made of these. */
export const SINGLE_COMMANDS = [
  documentCreate,
  fieldAdd,
  fieldEdit,
  fieldRemove,
  editorReplaceMappings,
  configurationSave,
  templatesSave,
  runtimeFieldAdd,
  runtimeFieldEdit,
  runtimeFieldRemove,
  mappingFollow,
  templateSetLogistics,
  templateSetComponents,
  templateSetSettings,
  templateSetAliases,
  templateSetLifecycle,
  templateReplace,
  templateFollow,
  changesDiscard,
  draftAdd,
  draftRename,
  draftSetKind,
  draftSetTarget,
  draftLink,
  draftRemove,
  documentTestKeep,
  documentTestEdit,
  documentTestRemove,
  lintRuleSwitchOff,
  lintRuleSwitchOn,
  historyUndo,
  historyRedo,
  historyRestore,
] as const;

export type SingleCommand = CommandOf<(typeof SINGLE_COMMANDS)[number]>;

/** Several changes that one gesture makes: all of them happen, or none. */
export interface BatchCommand {
  readonly type: 'batch';
  readonly payload: { readonly commands: readonly SingleCommand[]; readonly summary?: string };
}

export type DocumentCommand = SingleCommand | BatchCommand;
