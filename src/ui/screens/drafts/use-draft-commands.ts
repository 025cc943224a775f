import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { DRAFT_NAME_TAKEN } from '#domain/commands';
import { stepsOf } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { errorText } from '#domain/json';
import { dispatchWithFeedback, showRejection } from '../../actions/dispatch-with-feedback.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices, type Services } from '../../platform/services.ts';
import type { GivenText } from '../../kit/file-drop.tsx';
import { showToast } from '../../kit/toast.tsx';
import { describeFault, describeNotices, type DescribedFault } from '../../files/describe-fault.ts';
import { draftById, draftsOf, type ListedDraft } from '../../platform/draft-list.ts';
import { draftNameOf } from '../../files/draft-names.ts';
import {
  assertReadable,
  createDraft,
  duplicateDraft,
  importGiven,
  readGiven,
  type Imported,
} from '../../files/import-draft.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';

/** A text that was refused, until it is dismissed or another one is brought. */
export interface Refusal extends DescribedFault {
  readonly id: string;
}

/** What the drafts screen does, apart from how it looks. */
export interface DraftCommands {
  readonly refusals: readonly Refusal[];
  readonly isLoading: boolean;
  dismiss(refusal: Refusal): void;
  open(draft: { readonly id: string }): void;
  /** Why it was not created, or null. */
  create(name: string, target: TargetEngine): Promise<string | null>;
  load(given: GivenText): Promise<void>;
  duplicate(draft: ListedDraft): Promise<void>;
  remove(draft: ListedDraft): void;
}

function tellImported({ name, fields, outcome, notices }: Imported, open: () => void): void {
  const count = fields === 1 ? '1 field' : `${fields.toLocaleString('en')} fields and multi-fields`;
  const action = { label: 'Open', onAction: open };
  if (outcome === 'present') {
    showToast({
      kind: 'info',
      title: `“${name}” is here already`,
      text: 'This device has every event of the log. Nothing was changed.',
      action,
    });
    return;
  }
  const text =
    outcome === 'copy'
      ? `${count}. Imported as a copy, because this device has a different log with the same name or the log isn’t of a draft.`
      : `${count}.`;
  showToast({ kind: 'success', title: `Created draft “${name}”`, text, action });
  if (notices.length > 0) {
    const title = notices.length === 1 ? '1 decimal lost precision' : `${notices.length} decimals lost precision`;
    showToast({ kind: 'warning', title, text: describeNotices(notices) });
  }
}

/** Takes back this deletion: as an undo while it is the last step, or else by adding the draft again. */
function bringBack({ drafts, author }: Services, deletion: DocumentEvent, { id, ...draft }: ListedDraft): void {
  // Ctrl+Z was faster.
  if (draftById(drafts.getSnapshot().state.body, id) !== null) return;
  const isLast = stepsOf(drafts.getSnapshot().state.history, author.id).undo?.node.event.id === deletion.id;
  dispatchWithFeedback(
    drafts,
    isLast ? { type: 'history.undo', payload: {} } : { type: 'draft.add', payload: { id, draft } },
    `Restored draft ${draft.name}`,
  );
}

export function useDraftCommands(): DraftCommands {
  const services = useServices();
  const navigate = useNavigate();
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [loading, setLoading] = useState(0);

  const open = useCallback(
    ({ id }: { readonly id: string }) => void navigate({ to: ROUTES.draft, params: { draftId: id } }),
    [navigate],
  );

  return useMemo(
    () => ({
      refusals,
      isLoading: loading > 0,
      open,
      dismiss: (refusal) => setRefusals((before) => before.filter(({ id }) => id !== refusal.id)),
      async create(name, target) {
        // Said before a log is begun that nobody would see.
        const isTaken = draftsOf(services.drafts.getSnapshot().state.body).some((draft) => draft.name === name);
        if (isTaken) return DRAFT_NAME_TAKEN;
        try {
          open({ id: await createDraft(services, {}, { name, target }) });
          return null;
        } catch (error) {
          return errorText(error);
        }
      },
      async load(given) {
        setLoading((count) => count + 1);
        try {
          assertReadable(given.sizeBytes);
          const read = readGiven(await given.read());
          const without = read.kind === 'log' ? 'Imported log' : 'Pasted mapping';
          const imported = await importGiven(services, read, {
            name: draftNameOf(given.fileName, without),
            target: DEFAULT_ENGINE,
          });
          setRefusals([]);
          tellImported(imported, () => open({ id: imported.draftId }));
        } catch (error) {
          const refusal = { id: services.ids.next(), ...describeFault(error, given.fileName) };
          setRefusals((before) => [...before.slice(-2), refusal]);
        } finally {
          setLoading((count) => count - 1);
        }
      },
      async duplicate(draft) {
        try {
          const { id, name } = await duplicateDraft(services, draft);
          showToast({
            kind: 'success',
            title: `Created draft “${name}”`,
            text: 'It starts from the current state and has its own history.',
            action: { label: 'Open', onAction: () => open({ id }) },
          });
        } catch (error) {
          showToast({ kind: 'danger', ...describeFault(error, `“${draft.name}”`) });
        }
      },
      remove(draft) {
        const reduced = services.drafts.dispatch({ type: 'draft.remove', payload: { id: draft.id } });
        if ('rejected' in reduced) showRejection(reduced);
        if (!('event' in reduced)) return;
        const { event } = reduced;
        showToast({
          kind: 'success',
          title: `Deleted draft “${draft.name}”`,
          action: { label: 'Undo', onAction: () => bringBack(services, event, draft) },
        });
      },
    }),
    [services, open, refusals, loading],
  );
}
