import type { EditorTab } from './forms/editor-tabs.ts';
import { DOCUMENT_FORMS, kindOf } from './forms/registry.ts';
import type { SessionCommand } from './session-commands.ts';
import { validityOf, type SessionData, type SessionState } from './session-state.ts';

/** Why the session refuses a command: the result of the statechart's guards. */
export interface SessionRefusal {
  readonly code: 'json.invalid' | 'json.too_deep' | 'options.invalid' | 'version.unknown';
  readonly message: string;
}

/** Why the JSON view can't be left for the tree; null where it can. */
export function treeRefusal({
  fieldsJsonEditor: { isValid, maxNestedDepth },
  maxDepth,
}: SessionData): SessionRefusal | null {
  if (!isValid) return { code: 'json.invalid', message: 'JSON is invalid' };
  return maxNestedDepth < maxDepth
    ? null
    : { code: 'json.too_deep', message: 'Max depth for Mappings Editor exceeded' };
}

/** The reason why a tab can't be left; null if it can. The forms of fields keep their content. */
export function tabRefusal(session: Pick<SessionData, 'validity'>, tab: EditorTab): SessionRefusal | null {
  const isInvalid = DOCUMENT_FORMS.some(
    (form) => kindOf(form).place.tab === tab && validityOf(session, form) === false,
  );
  return isInvalid ? { code: 'options.invalid', message: 'Your changes are not applied to the draft yet.' } : null;
}

/** Why the step of the mappings can't be left while a tab of it is shown; null where it can, and in other steps. */
export function stepRefusal(session: SessionData, tab: EditorTab): SessionRefusal | null {
  return session.step === 'mappings' ? tabRefusal(session, tab) : null;
}

/** Why a version can't be looked at; null where it can. */
export function versionRefusal({ facts }: SessionData, version: number | null): SessionRefusal | null {
  return version === null || version <= facts.version
    ? null
    : { code: 'version.unknown', message: `Version ${version} doesn't exist.` };
}

/** Why the session would refuse a command now; null where it would not, or where the command has no meaning now. */
export function refusalOf(session: SessionState, command: SessionCommand): SessionRefusal | null {
  switch (command.type) {
    case 'documentField.changeEditor':
      return command.payload.editor === 'default' && session.documentFields.editor === 'json'
        ? treeRefusal(session)
        : null;
    case 'editor.changeTab':
      return command.payload.tab === session.tab ? null : tabRefusal(session, session.tab);
    case 'editor.changeStep':
      return command.payload.step === session.step ? null : stepRefusal(session, session.tab);
    case 'version.show':
      return versionRefusal(session, command.payload.version);
    default:
      return null;
  }
}
