import { eventsAfter, trackPointer } from '#domain/history';
import type { Editor } from '../../machines/editor.ts';
import type { TreePosition } from '../editor/fields/editor-context.tsx';
import { keepTreePlace, keptTreePlace } from '../platform/tree-places.ts';

interface KeptTreePosition extends TreePosition {
  /** Stores the position for the last time. */
  readonly close: () => void;
}

/**
 * Restores the expansion and scroll position of an editor's tree in this tab, and stores them when the page is left.
 */
export function keepTreePosition(editor: Editor): KeptTreePosition {
  const { stream } = editor.document;
  let offset = 0;
  const { history } = editor.document.getSnapshot().state;
  const kept = keptTreePlace(stream);
  if (kept !== null && kept.version <= history.version) {
    const events = eventsAfter(history, kept.version);
    offset = kept.offset;
    editor.dispatch({
      type: 'expansion.restore',
      payload: {
        isExpandedByDefault: kept.isExpandedByDefault,
        exceptions: kept.exceptions.flatMap((field) => trackPointer(field, events) ?? []),
      },
    });
  }
  const keep = () => {
    const { expansion, facts } = editor.getSession();
    const { isExpandedByDefault, exceptions } = expansion;
    keepTreePlace(stream, {
      version: facts.version,
      isExpandedByDefault,
      exceptions: Object.keys(exceptions),
      offset,
    });
  };
  window.addEventListener('pagehide', keep);
  return {
    offset: () => offset,
    moveTo(next) {
      offset = next;
    },
    close() {
      window.removeEventListener('pagehide', keep);
      keep();
    },
  };
}
