import type { JsonObject } from '#domain/json';
import { fieldCount, rootContainer, summaryOf } from '#domain/mapping';
import { countOf } from '#domain/console';
import type { ChosenMappings, LoadFault } from '../../../machines/load-json-machine.ts';
import { UNDOABLE_TOAST, undoAction } from '../../actions/dispatch-with-feedback.ts';
import { useServices } from '../../platform/services.ts';
import { showToast } from '../../kit/toast.tsx';
import { asDocumentHas } from './as-document-has.ts';
import { useOpenEditor } from './editor-context.tsx';

/**
 * Replaces the mappings, as one event, and reports it in a notification; returns the fault where the mappings can't be
 * loaded.
 */
export function useLoadMappings(): (chosen: ChosenMappings) => LoadFault | null {
  const { editor } = useOpenEditor();
  const { author } = useServices();
  return ({ given, mappings: loaded, leftOut }) => {
    const mappings = asDocumentHas(editor.document.getSnapshot().state, loaded);
    const reduced = editor.dispatch({ type: 'editor.replaceMappings', payload: { mappings } });
    if ('rejected' in reduced) return { title: 'The mappings were not loaded', text: reduced.rejected.detail.message };
    const event = 'event' in reduced ? reduced.event : null;
    const warnings = [
      ...(leftOut > 0 ? [`${countOf(leftOut, 'invalid option was', 'invalid options were')} left out.`] : []),
      ...given.warnings,
    ];
    const notes = [given.taken, given.omitted, ...warnings].filter((note) => note !== undefined);
    const what =
      given.types === undefined
        ? countOf(fieldsIn(mappings), 'field')
        : `the mappings of ${countOf(given.types.length, 'type')}`;
    showToast({
      kind: warnings.length > 0 ? 'warning' : 'success',
      title: event === null ? 'Nothing to load: the mappings are the same' : `Loaded ${what}`,
      ...(notes.length > 0 && { text: notes.join('\n') }),
      ...(event !== null && { action: undoAction(editor.document, author, event), tag: UNDOABLE_TOAST }),
    });
    return null;
  };
}

function fieldsIn(mappings: JsonObject): number {
  const root = rootContainer(mappings, '');
  return root === undefined ? 0 : fieldCount(summaryOf(root));
}
