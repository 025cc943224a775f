import type { EditorTab } from './editor-tabs.ts';
import type { SessionCommand } from './session-commands.ts';
import type { SessionData, SessionState } from './session-state.ts';

/** Why a command of the session is not taken: what the guards of the statechart answer. */
export interface SessionRefusal {
  readonly code: 'json.invalid' | 'json.too_deep' | 'options.invalid' | 'version.unknown';
  readonly message: string;
}

/** Why the text can't be left for the tree; null where it can. */
export function treeRefusal({
  fieldsJsonEditor: { isValid, maxNestedDepth },
  maxDepth,
}: SessionData): SessionRefusal | null {
  if (!isValid) return { code: 'json.invalid', message: 'JSON is invalid' };
  return maxNestedDepth < maxDepth
    ? null
    : { code: 'json.too_deep', message: 'Max depth for Mappings Editor exceeded' };
}

/** Why a tab can't be left for another one; null where it can. The forms of fields keep what was entered in them. */
export function tabRefusal({ configuration, templates }: SessionData, tab: EditorTab): SessionRefusal | null {
  const isInvalid =
    (tab === 'advanced' && configuration.isValid === false) || (tab === 'templates' && templates.isValid === false);
  return isInvalid ? { code: 'options.invalid', message: 'What you changed is not part of the draft yet.' } : null;
}

/** Why a version can't be looked at; null where it can. */
export function versionRefusal({ facts }: SessionData, version: number | null): SessionRefusal | null {
  return version === null || version <= facts.version
    ? null
    : { code: 'version.unknown', message: `Version ${version} doesn't exist.` };
}

/** Why the session would not take a command now; null where it would, or where the command has no meaning now. */
export function refusalOf(session: SessionState, command: SessionCommand): SessionRefusal | null {
  switch (command.type) {
    case 'documentField.changeEditor':
      return command.payload.editor === 'default' && session.documentFields.editor === 'json'
        ? treeRefusal(session)
        : null;
    case 'editor.changeTab':
      return command.payload.tab === session.tab ? null : tabRefusal(session, session.tab);
    case 'version.show':
      return versionRefusal(session, command.payload.version);
    default:
      return null;
  }
}
