import { useEffect, useRef, useState } from 'react';
import type { DocumentEvent } from '#domain/events';
import { whoOf } from '#domain/history';
import { lastToken, rebasePointer } from '#domain/json';
import type { FieldId } from '#domain/mapping';
import { openContentOf } from '../../../machines/session-state.ts';
import { shownName } from '../../files/shown-name.ts';
import { Banner } from '../../kit/banner.tsx';
import { useOpenEditor, useSession } from './editor-context.tsx';

interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly by: string;
}

/**
 * Shown in the form of a field when another author or another tab has renamed the field, also by an undo: the title
 * changes, and what was typed is kept.
 */
export function RenamedNotice({ field }: { readonly field: FieldId }) {
  const { editor } = useOpenEditor();
  const content = openContentOf(useSession());
  const typed = content?.kind === 'field' ? content.name : null;
  const [renaming, setRenaming] = useState<Renaming | null>(null);
  const known = useRef(field);
  useEffect(() => {
    known.current = field;
  }, [field]);
  useEffect(
    () =>
      editor.document.onEvents((events, isOwn, follow) => {
        const before = known.current;
        const now = follow(before);
        if (now === null) return;
        known.current = now;
        const [from, to] = [lastToken(before) ?? '', lastToken(now) ?? ''];
        if (isOwn || from === to) return;
        const cause = causeOf(events, before);
        setRenaming({ from, to, by: cause === undefined ? '' : `${cause.summary}, by ${whoOf(cause)}. ` });
      }),
    [editor],
  );
  if (renaming === null) return null;
  const { from, to, by } = renaming;
  return (
    <Banner
      kind="warning"
      title={`'${shownName(from)}' was renamed to '${shownName(to)}' while it was open`}
      onDismiss={() => setRenaming(null)}
    >
      {by}
      {typed === null || typed === to
        ? 'What you entered is kept.'
        : `Your name '${shownName(typed)}' isn’t applied yet. Update renames the field again.`}
    </Banner>
  );
}

/** The event that renamed the field, only for the message. */
function causeOf(events: readonly DocumentEvent[], field: FieldId): DocumentEvent | undefined {
  return events.find(({ patch }) => lastToken(rebasePointer(field, patch) ?? field) !== lastToken(field));
}
