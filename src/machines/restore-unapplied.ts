import { eventsAfter } from '#domain/history';
import {
  STEP_FORMS,
  type TabPresence,
  type UnappliedContent,
  type UnappliedContentStore,
  type UnappliedForm,
} from '#domain/ports';
import type { DocumentSession } from './document-session.ts';
import type { Editor } from './editor.ts';
import { STEP_OF_FORM } from './editor-tabs.ts';
import type { StrandedContent, UnappliedValues } from './session-commands.ts';
import { restorable, type Restorable } from './unapplied-content.ts';

/** What was typed in a document on earlier visits and is this tab's now. */
export interface LeftContent {
  readonly contents: readonly UnappliedValues[];
  readonly stranded: readonly StrandedContent[];
  /** What was on the screen and typed last; null where nothing was on it. */
  readonly open: UnappliedValues | null;
  /** Records that were applied, or that another one takes the place of once it is stored. */
  readonly outdated: readonly Outdated[];
}

interface Outdated {
  readonly record: UnappliedContent;
  /** The field as it is called now; undefined where nothing takes the place. */
  readonly movedTo: UnappliedContent['field'] | undefined;
}

interface LeftPorts {
  readonly unapplied: UnappliedContentStore;
  readonly presence: TabPresence;
  readonly author: { readonly id: string };
}

/** Whether two records are of one form, whatever the field was called. */
const keyOf = ({ form, field }: Pick<UnappliedValues, 'form' | 'field'>) => JSON.stringify([form, field]);

/**
 * Takes over what was typed in a document by this tab before, and by tabs that are gone for certain. What can't be put into its form, such as what
 * another version has written, stays where it is.
 */
export async function takeLeftContent(
  document: DocumentSession,
  { unapplied, presence, author }: LeftPorts,
): Promise<LeftContent> {
  const { stream } = document;
  const isGone = await presence.findGone();
  const { history } = document.getSnapshot().state;
  const judge = (content: UnappliedContent): Restorable =>
    restorable(content, (version) => (version > history.version ? null : eventsAfter(history, version)), author.id);
  await unapplied.adopt(stream, presence.id, (content) => isGone(content.tab) && judge(content).kind === 'form');

  const contents = new Map<string, UnappliedValues>();
  const stranded: StrandedContent[] = [];
  const outdated: Outdated[] = [];
  let open: UnappliedValues | null = null;
  // Oldest first: of two records of one form the newer one is restored.
  for (const record of await unapplied.read(stream)) {
    const isOwn = record.tab === presence.id;
    if (!isOwn && !isGone(record.tab)) continue;
    const judged = judge(record);
    if (judged.kind === 'applied') outdated.push({ record, movedTo: undefined });
    else if (judged.kind === 'text') stranded.push(judged.content);
    else if (!isOwn) stranded.push(olderOf(record));
    else {
      const { content } = judged;
      if (content.field !== record.field) outdated.push({ record, movedTo: content.field });
      contents.set(keyOf(content), content);
      if (record.isOpen === true) open = content;
    }
  }
  return { contents: [...contents.values()], stranded, open, outdated };
}

function olderOf({ form, field, baseVersion, values, tab }: UnappliedContent): StrandedContent {
  return { form, field, baseVersion, values, reason: 'older', tab };
}

/** Removes what is outdated, but for what nothing stored has taken the place of. To be called when what was restored is stored. */
export async function removeOutdated(
  { outdated }: LeftContent,
  stream: string,
  { unapplied, presence }: Pick<LeftPorts, 'unapplied' | 'presence'>,
): Promise<void> {
  if (outdated.length === 0) return;
  const stored = await unapplied.read(stream);
  const isReplaced = ({ record, movedTo }: Outdated) =>
    movedTo === undefined ||
    stored.some(({ form, field, tab }) => form === record.form && field === movedTo && tab === presence.id);
  await Promise.all(outdated.filter(isReplaced).map(({ record }) => unapplied.remove(record)));
}

/** Puts what was left into the forms of an editor. */
export function restoreInto(editor: Editor, { contents, stranded }: LeftContent): void {
  if (contents.length === 0 && stranded.length === 0) return;
  editor.dispatch({ type: 'unapplied.restore', payload: { contents: [...contents], stranded: [...stranded] } });
}

/** Shows the step that has a form, in a document that has steps. */
export function showStepOf(editor: Editor, form: UnappliedForm): void {
  if (editor.getSession().firstStep === null) return;
  const step = STEP_FORMS.find((each) => each === form);
  editor.dispatch({
    type: 'editor.changeStep',
    payload: { step: step === undefined ? 'mappings' : STEP_OF_FORM[step] },
  });
}

/** Shows the form that was on the screen. */
export function reopenForm(editor: Editor, open: UnappliedValues): void {
  showStepOf(editor, open.form);
  switch (open.form) {
    case 'field':
      editor.dispatch({ type: 'documentField.editField', payload: { field: open.field } });
      return;
    case 'newField':
      editor.dispatch({ type: 'documentField.createField', payload: { parent: open.field } });
      return;
    case 'runtimeField':
      editor.dispatch({ type: 'editor.changeTab', payload: { tab: 'runtime' } });
      editor.dispatch(
        open.field === null
          ? { type: 'runtimeFieldsList.createField', payload: {} }
          : { type: 'runtimeFieldsList.editField', payload: { field: open.field } },
      );
      return;
    case 'configuration':
      editor.dispatch({ type: 'editor.changeTab', payload: { tab: 'advanced' } });
      return;
    case 'templates':
      editor.dispatch({ type: 'editor.changeTab', payload: { tab: 'templates' } });
      return;
    case 'json':
      editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'json' } });
      return;
    case 'logistics':
    case 'templateSettings':
    case 'templateAliases':
    case 'templateLifecycle':
      // The step that is shown is the form.
      return;
  }
}
