import { eventsAfter, trackPointer } from '#domain/history';
import type { Pointer } from '#domain/json';
import type { EditorTab } from '../../machines/forms/editor-tabs.ts';
import type { SessionState } from '../../machines/session-state.ts';
import { useFindAction } from '../actions/use-actions.tsx';
import type { DescribeStep } from '../actions/use-step-feedback.ts';
import { changedPlaces, type MappingsPart } from '../editor/fields/changed-places.ts';
import { useOpenEditor, type OpenEditor } from '../editor/fields/editor-context.tsx';
import { showTab } from '../editor/fields/editor-tab.ts';
import { compareWithCluster } from './cluster-comparison.ts';

interface PartEntry {
  readonly name: string;
  readonly tab: EditorTab;
  /** The label of the button that shows the part. */
  readonly show: string;
}

const PARTS: Readonly<Record<MappingsPart, PartEntry>> = {
  fields: { name: 'mapped fields', tab: 'fields', show: 'Show field' },
  runtime: { name: 'runtime fields', tab: 'runtime', show: 'Show runtime fields' },
  templates: { name: 'dynamic templates', tab: 'templates', show: 'Show templates' },
  advanced: { name: 'advanced options', tab: 'advanced', show: 'Show options' },
  json: { name: 'the mappings', tab: 'fields', show: 'Show JSON' },
};

const NAMES = new Intl.ListFormat('en');

/**
 * Lights the rows that a step has changed where they are shown, and names the changed parts with a button that shows
 * them where they are not. For a live document the text also compares the change with the cluster; where they differ
 * and the part is shown, the button opens the review of the changes to be sent.
 */
export function useStepDetails(): DescribeStep {
  const open = useOpenEditor();
  const findAction = useFindAction();
  return ({ patch, type }) => {
    const { editor, spotlight } = open;
    const { state } = editor.document.getSnapshot();
    const { parts, rows } = changedPlaces(patch, state);
    const session = editor.getSession();
    // A restore closes the version that was shown.
    const isPast = session.history.version !== null && type !== 'history.restored';
    const [hidden] = parts.filter((part) => isPast || !isShown(part, session));
    spotlight.show(rows);
    const compared = compareWithCluster(patch, state);
    if (hidden === undefined) {
      const canReview = compared?.isDifferent === true && findAction('editor.review') !== undefined;
      return {
        ...(compared !== null && { text: compared.text }),
        ...(canReview && { action: { label: 'Review', onAction: () => findAction('editor.review')?.run() } }),
      };
    }
    const { version } = state.history;
    const changed = `Changed ${NAMES.format(parts.map((part) => PARTS[part].name))}.`;
    return {
      text: compared === null ? changed : `${changed} ${compared.text}`,
      action: {
        label: hidden === 'fields' && rows.length !== 1 ? 'Show fields' : PARTS[hidden].show,
        onAction: () => goTo(open, hidden, rows, version),
      },
    };
  };
}

function isShown(part: MappingsPart, { tab, documentFields, search }: SessionState): boolean {
  if (tab !== PARTS[part].tab) return false;
  if (part === 'json') return documentFields.editor === 'json';
  return part !== 'fields' || (documentFields.editor === 'default' && search.term === '');
}

/** Shows the current state of a part of the editor, and lights the rows that had these pointers at `version`. */
function goTo(
  { editor, json, spotlight }: OpenEditor,
  part: MappingsPart,
  rows: readonly Pointer[],
  version: number,
): void {
  const { tab } = PARTS[part];
  if (editor.getSession().history.version !== null)
    editor.dispatch({ type: 'version.show', payload: { version: null } });
  showTab(editor, tab);
  // Where the tab could not be left, that was already reported.
  if (editor.getSession().tab !== tab) return;
  if (tab === 'fields') json.show(part === 'json' ? 'json' : 'default');
  if (part === 'fields') editor.dispatch({ type: 'search:update', payload: { term: '' } });
  const since = eventsAfter(editor.document.getSnapshot().state.history, version);
  spotlight.show(rows.flatMap((row) => trackPointer(row, since) ?? []));
}
