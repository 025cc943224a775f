import { formatJson, type JsonObject, type Pointer } from '#domain/json';
import { parseFieldId, type FieldId } from '#domain/mapping';
import type { ReplayFrame } from '../../../machines/replay/replay-timeline.ts';
import { unappliedIn } from '../../../machines/unapplied-content.ts';
import type { SessionState } from '../../../machines/session-state.ts';
import { formTitle } from '../../editor/fields/unapplied-labels.ts';
import { shownName } from '../../files/shown-name.ts';
import { TAB_LABELS } from './moment-labels.ts';
import common from '../../kit/common.module.css';
import styles from './replay-screen.module.css';

interface FrameProps {
  readonly frame: ReplayFrame;
  readonly mappingsAt: Pointer;
}

/** What the person viewed and edited, in words. */
export function SessionLine({ frame: { session }, mappingsAt }: FrameProps) {
  const parts = partsOf(session, (id) => shownName(parseFieldId(id, mappingsAt)?.name ?? id));
  return <p className={styles['session']}>{parts.length === 0 ? 'Viewing the tree' : parts.join(', ')}</p>;
}

function partsOf(session: SessionState, named: (id: FieldId) => string): readonly string[] {
  const { search, creation, fieldToEdit, fieldToRemove, documentFields, runtimeEdit, step, tab, history } = session;
  return [
    ...(step === null ? [] : [`in step ${step}`]),
    ...(tab === 'fields' ? [] : [`viewing ${TAB_LABELS[tab]}`]),
    ...(search.term === '' ? [] : [`searching "${search.term}"`]),
    ...(creation === null
      ? []
      : [creation.parent === null ? 'adding a field' : `adding a field to ${named(creation.parent)}`]),
    ...(fieldToEdit === null ? [] : [`editing ${named(fieldToEdit)}`]),
    ...(runtimeEdit === null
      ? []
      : [runtimeEdit.field === null ? 'adding a runtime field' : `editing runtime field ${named(runtimeEdit.field)}`]),
    ...(documentFields.isConfirming ? ['confirming a type change'] : []),
    ...(fieldToRemove === null ? [] : [`confirming removal of ${named(fieldToRemove)}`]),
    ...(documentFields.editor === 'json' ? ['viewing JSON'] : []),
    ...(history.isOpen && history.version === null ? ['history open'] : []),
    ...(history.version === null ? [] : [`viewing version ${history.version}`]),
    ...(session.isLoadDialogOpen ? ['loading JSON'] : []),
  ];
}

/** Values that the person had typed and not applied. */
export function UnappliedForms({ frame: { session }, mappingsAt }: FrameProps) {
  const unapplied = unappliedIn(session);
  if (unapplied.length === 0) return null;
  return (
    <section className={common['stack2']} aria-label="Unapplied changes">
      {unapplied.map(({ form, field, values }) => (
        <figure key={`${form} ${field}`} className={styles['form']}>
          <figcaption>{formTitle(form, mappingsAt)}: unapplied changes</figcaption>
          <pre tabIndex={0}>{formatJson(shownOf(values), 2)}</pre>
        </figure>
      ))}
    </section>
  );
}

/** The values without the member that only identifies the form, and without those that equal the document's. */
function shownOf(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => name !== 'kind' && value !== null));
}
