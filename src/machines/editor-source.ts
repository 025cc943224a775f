import type { Editor } from './editor.ts';
import { appliesForm, payloadApart, unappliedIn } from './unapplied-content.ts';
import type { UnappliedSource } from './unapplied-keeper.ts';

/** The typed content of the forms of an editor. */
export function editorSource(editor: Editor): UnappliedSource {
  const { document } = editor;
  return {
    stream: document.stream,
    read: () => unappliedIn(editor.getSession()),
    subscribe: (listener) => editor.subscribeSession(listener),
    log: {
      version: () => document.getSnapshot().state.history.version,
      isSaved: () => document.getSnapshot().save.kind === 'saved',
      storeReadings: () => document.storeReadings(),
      whenSaved: () => document.whenSaved(),
      onCommand: (listener) => editor.onDocumentCommand(listener),
      applies: appliesForm,
      noteOf: payloadApart,
    },
  };
}
