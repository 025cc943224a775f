import { configurationSave } from './configuration-save.ts';
import type { CommandOf } from './define-command.ts';
import { documentCreate } from './document-create.ts';
import { draftAdd, draftRemove, draftRename, draftSetTarget } from './draft.ts';
import { editorReplaceMappings } from './editor-replace-mappings.ts';
import { fieldAdd } from './field-add.ts';
import { fieldEdit } from './field-edit.ts';
import { fieldRemove } from './field-remove.ts';
import { historyRedo, historyRestore, historyUndo } from './history.ts';
import { mappingFollow } from './mapping-follow.ts';
import { runtimeFieldAdd, runtimeFieldEdit, runtimeFieldRemove } from './runtime-field.ts';
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
  draftAdd,
  draftRename,
  draftSetTarget,
  draftRemove,
  historyUndo,
  historyRedo,
  historyRestore,
] as const;

type SingleCommand = CommandOf<(typeof SINGLE_COMMANDS)[number]>;

/** Several changes that one gesture makes: all of them happen, or none. */
export interface BatchCommand {
  readonly type: 'batch';
  readonly payload: { readonly commands: readonly SingleCommand[]; readonly summary?: string };
}

export type DocumentCommand = SingleCommand | BatchCommand;
