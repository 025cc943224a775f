import type { Command } from '#domain/commands';
import type { DocumentEvent } from '#domain/events';
import { trackPointer } from '#domain/history';
import { deepEqual, toJsonObject, type JsonObject } from '#domain/json';
import { UNAPPLIED_FORMAT, type TypedContent, type UnappliedContent } from '#domain/ports';
import {
  DOCUMENT_FORMS,
  findKind,
  formOfStep,
  isUnappliedValues,
  kindOf,
  type UnappliedValues,
} from './forms/registry.ts';
import { isSame, isWorthKeeping } from './kept-forms.ts';
import type { StrandedContent } from './session-commands.ts';
import { openFormOf, typedForm, type FormKey, type SessionState, type TypedForm } from './session-state.ts';

/**
 * The typed content of a session that is not part of its document, by form. Includes content that no form accepts any
 * more.
 */
export function unappliedIn(session: SessionState): readonly TypedContent[] {
  const stranded = session.stranded.map(({ reason: _, ...content }): TypedContent => ({ ...content, isOpen: false }));
  return [...typedInForms(session), ...stranded];
}

/**
 * The typed content in the forms of a session that is not part of its document: forms of fields first, the open one
 * before others.
 */
export function typedInForms(session: SessionState): readonly TypedContent[] {
  const shown = shownContent(session);
  const open = openFormOf(session);
  const rankOf = (typed: TypedForm) =>
    kindOf(typed.form).opens === undefined
      ? 1 + DOCUMENT_FORMS.indexOf(typed.form)
      : open !== null && isSame(typed, open)
        ? 0
        : 1;
  return Object.values(session.forms)
    .filter(isWorthKeeping)
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ form, field, baseVersion, content }) => {
      const isOpen = shown !== null && isSame(shown, { form, field });
      return { form, field, baseVersion, values: toJsonObject(content), isOpen, tab: null };
    });
}

/** The form that is on the screen; null where there is none. */
function formOnScreen(session: SessionState): FormKey | null {
  const { step, tab, documentFields } = session;
  if (step !== null && step !== 'mappings') {
    const form = formOfStep(step);
    return form === undefined ? null : { form, field: null };
  }
  const open = openFormOf(session);
  const isHere = (form: FormKey['form']) => {
    const { place } = kindOf(form);
    return place.tab === tab && (place.view === undefined || place.view === documentFields.editor);
  };
  const whole = DOCUMENT_FORMS.find((form) => kindOf(form).opens === undefined && isHere(form));
  if (whole !== undefined) return { form: whole, field: null };
  return open !== null && isHere(open.form) ? open : null;
}

/** The form that is on the screen and has content that is not part of the document; null where there is none. */
export function shownContent(session: SessionState): Pick<TypedForm, 'form' | 'field' | 'typedAt'> | null {
  const onScreen = formOnScreen(session);
  const typed = onScreen === null ? undefined : typedForm(session, onScreen);
  if (typed === undefined || !isWorthKeeping(typed)) return null;
  const { form, field, typedAt } = typed;
  return { form, field, typedAt };
}

/** Whether a command applies the content of a form; the command has the addresses from before it. */
export function appliesForm(
  command: Pick<Command, 'type' | 'payload'>,
  { form, field }: Pick<TypedContent, 'form' | 'field'>,
): boolean {
  return findKind(form)?.applies(command, field) === true;
}

/**
 * The part of a payload by which a command that applies a form differs from others of its type, wherever its field is
 * now.
 */
export function payloadApart({ type, payload }: Pick<Command, 'type' | 'payload'>): JsonObject {
  // The mappings as a whole are too large to be noted twice.
  if (type === 'editor.replaceMappings') return {};
  const { field: _, parent: __, ...rest } = toJsonObject(payload as object);
  return rest;
}

/**
 * A record compared with the present document: content that fits its form, content to be copied and why, or applied
 * content.
 */
export type Restorable =
  | { readonly kind: 'form'; readonly content: UnappliedValues }
  | { readonly kind: 'text'; readonly content: StrandedContent }
  | { readonly kind: 'applied' };

/** The events after a version; null where the log has no such version. */
export type EventsAfter = (version: number) => readonly DocumentEvent[] | null;

/**
 * Whether a record can be restored now. The pointer of its field is followed over the events since the base version;
 * edits of text are not, since they belong to the text of that version.
 */
export function restorable(content: UnappliedContent, eventsAfter: EventsAfter, authorId: string): Restorable {
  const { form, field, baseVersion, values, applying, tab } = content;
  const isOfText = findKind(form)?.isOfText === true;
  const stranded = (reason: StrandedContent['reason']): Restorable => ({
    kind: 'text',
    content: { form, field, baseVersion, values: toJsonObject(values), reason, tab },
  });
  const isAppliedBy = ({ author, command }: DocumentEvent) =>
    author.id === authorId && command.type === applying?.command && deepEqual(payloadApart(command), applying.payload);
  if (applying !== undefined && eventsAfter(applying.after)?.some(isAppliedBy) === true) return { kind: 'applied' };
  if (content.format !== UNAPPLIED_FORMAT) return stranded('unknown format');
  const restored = { form, field, baseVersion, values };
  if (field !== null || isOfText) {
    const events = eventsAfter(baseVersion);
    if (events === null) return stranded('unknown version');
    restored.field = field === null ? null : trackPointer(field, events);
    if (field !== null && restored.field === null) return stranded('gone');
    if (!isOfText) restored.baseVersion += events.length;
  }
  return isUnappliedValues(restored) ? { kind: 'form', content: restored } : stranded('unknown format');
}
