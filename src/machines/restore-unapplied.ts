import { eventsAfter } from '#domain/history';
import type { TabPresence, UnappliedContent, UnappliedContentStore } from '#domain/ports';
import type { DocumentSession } from './document-session.ts';
import type { Editor } from './editor.ts';
import { kindOf, stepOfForm, type UnappliedValues } from './forms/registry.ts';
import type { StrandedContent } from './session-commands.ts';
import { restorable, type Restorable } from './unapplied-content.ts';

/** The typed content of earlier visits to a document that belongs to this tab now. */
export interface LeftContent {
  readonly contents: readonly UnappliedValues[];
  readonly stranded: readonly StrandedContent[];
  /** The content that was on the screen and typed last; null where nothing was on it. */
  readonly open: UnappliedValues | null;
  /** Records that were applied, or that another record replaces once it is stored. */
  readonly outdated: readonly Outdated[];
}

interface Outdated {
  readonly record: UnappliedContent;
  /** The present pointer of the field; undefined where no record replaces this one. */
  readonly movedTo: UnappliedContent['field'] | undefined;
}

interface LeftPorts {
  readonly unapplied: UnappliedContentStore;
  readonly presence: TabPresence;
  readonly author: { readonly id: string };
}

/** The key of a record: the same for two records of one form and field. */
const keyOf = ({ form, field }: Pick<UnappliedValues, 'form' | 'field'>) => JSON.stringify([form, field]);

/**
 * Takes over what was typed in a document by this tab before, and by tabs that are gone for certain. Content that can't
 * be put into its form, such as that of another version, stays where it is.
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

function olderOf(record: UnappliedContent): StrandedContent {
  const { form, field, baseVersion, values, tab } = record;
  return { form, field, baseVersion, values, reason: 'older', tab };
}

/**
 * Removes outdated records, except those whose replacement is not stored. To be called when what was restored is
 * stored.
 */
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

/** Shows the form that was on the screen. */
export function reopenForm(editor: Editor, { form, field }: UnappliedValues): void {
  const { place, opens } = kindOf(form);
  if (editor.getSession().firstStep !== null)
    editor.dispatch({ type: 'editor.changeStep', payload: { step: stepOfForm(form) } });
  if (place.tab !== undefined && place.tab !== editor.getSession().tab)
    editor.dispatch({ type: 'editor.changeTab', payload: { tab: place.tab } });
  if (place.view === 'json') editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'json' } });
  if (opens !== undefined) editor.dispatch(opens(field));
}
