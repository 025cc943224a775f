import { useEffect } from 'react';
import { documentOf } from '#domain/document';
import { BEFORE_RECORD, whoOf } from '#domain/history';
import { exactEventTime, relativeEventTime } from '../../files/event-times.ts';
import { useServices } from '../../platform/services.ts';
import { useNow } from '../../platform/use-now.ts';
import { useOpenEditor } from './editor-context.tsx';
import type { NoteSourceProps } from './row-notes.ts';
import { useBlame } from './use-blame.ts';

/**
 * Passes on who changed each field last, again after each event. Renders nothing. Its code is loaded when blame is
 * shown.
 */
export function BlameSource({ onNotes }: NoteSourceProps) {
  const now = useNow(useServices().clock);
  const read = useBlame();
  const { stream } = useOpenEditor().editor.document;
  useEffect(() => {
    if (read === null) return;
    onNotes((id) => {
      const by = read.index.lastChange(id);
      if (by === null) return { line: BEFORE_RECORD, title: 'No recorded change' };
      const { event, version } = by;
      const who = whoOf(event, by);
      const place = by.stream === stream ? '' : ` of ${documentOf(by.stream)}`;
      return {
        line: `${who}, ${relativeEventTime(event, now)}`,
        title: `${event.summary}, by ${who}, ${exactEventTime(event, now)} (version ${version}${place})`,
      };
    });
  }, [read, stream, now, onNotes]);
  useEffect(() => () => onNotes(null), [onNotes]);
  return null;
}
