import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { DRAFT_NAME_TAKEN } from '#domain/commands';
import { stepsOf } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { errorText, type JsonObject } from '#domain/json';
import { dispatchWithFeedback, explained } from '../../actions/dispatch-with-feedback.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices, type Services } from '../../platform/services.ts';
import type { GivenText } from '../../kit/file-drop.tsx';
import { showToast } from '../../kit/toast.tsx';
import { describeFault, describeNotices, type DescribedFault } from '../../files/describe-fault.ts';
import { draftById, draftsOf, type ListedDraft } from '../../platform/draft-list.ts';
import { readDraftBody } from '../../files/draft-body.ts';
import { draftNameOf } from '../../files/draft-names.ts';
import { describeHiddenNames } from '../../files/shown-name.ts';
import {
  assertReadable,
  createDraft,
  duplicateDraft,
  importGiven,
  readGiven,
  type Imported,
} from '../../files/import-draft.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { useClusterEngine } from '../../cluster/use-cluster.ts';

/** A text that was refused, until it is dismissed or another one is brought. */
export interface Refusal extends DescribedFault {
  readonly id: string;
}

/** A draft and what it comes to. */
export interface DraftContent {
  readonly name: string;
  readonly body: JsonObject;
  readonly mappings: JsonObject;
}

/** What the drafts screen does, apart from how it looks. */
export interface DraftCommands {
  /** What a new draft is for: the engine of the chosen cluster, where there is one. */
  readonly suggestedTarget: TargetEngine;
  readonly refusals: readonly Refusal[];
  readonly isLoading: boolean;
  dismiss(refusal: Refusal): void;
  open(draft: { readonly id: string }): void;
  /** Why it was not created, or null. */
  create(name: string, target: TargetEngine): Promise<string | null>;
  load(given: GivenText): Promise<void>;
  /** What the draft comes to; null where it can't be read, which is told. */
  read(draft: ListedDraft): Promise<DraftContent | null>;
  duplicate(draft: ListedDraft): Promise<void>;
  remove(draft: ListedDraft): void;
}

/** Says what came of an import; `open` is offered where the draft is not opened by itself. */
function tellImported({ name, fields, outcome, notices }: Imported, open: (() => void) | null): void {
  const offer = open === null ? {} : { action: { label: 'Open', onAction: open } };
  const count = fields === 1 ? '1 field' : `${fields.toLocaleString('en')} fields and multi-fields`;
  if (outcome === 'present') {
    showToast({
      kind: 'info',
      title: `“${name}” already exists`,
      text: 'This device already has every event of the log. Nothing was changed.',
      ...offer,
    });
    return;
  }
  const text =
    outcome === 'copy'
      ? `${count}. Imported as a copy, because this device has a different log with the same name or the log isn’t of a draft.`
      : `${count}.`;
  showToast({ kind: 'success', title: `Created draft “${name}”`, text, ...offer });
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
  // A step of undo is told by itself.
  if (isLast) explained(drafts.dispatch({ type: 'history.undo', payload: {} }));
  else dispatchWithFeedback(drafts, { type: 'draft.add', payload: { id, draft } }, `Restored draft ${draft.name}`);
}

export function useDraftCommands(): DraftCommands {
  const services = useServices();
  const navigate = useNavigate();
  const suggestedTarget = useClusterEngine() ?? DEFAULT_ENGINE;
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [loading, setLoading] = useState(0);
  /** Texts that were brought together: how many, and how many are still read. */
  const batch = useRef({ size: 0, pending: 0 });

  const open = useCallback(
    ({ id }: { readonly id: string }) => void navigate({ to: ROUTES.draft, params: { draftId: id } }),
    [navigate],
  );

  return useMemo(
    () => ({
      suggestedTarget,
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
        batch.current.size += 1;
        batch.current.pending += 1;
        try {
          assertReadable(given.sizeBytes);
          const read = readGiven(await given.read());
          const without = read.kind === 'log' ? 'Imported log' : 'Pasted mapping';
          const imported = await importGiven(services, read, {
            name: draftNameOf(given.fileName, without),
            target: suggestedTarget,
          });
          setRefusals([]);
          const show = () => open({ id: imported.draftId });
          // Of several files none is opened: which one would be chance.
          const isOnly = batch.current.size === 1;
          tellImported(imported, isOnly ? null : show);
          const hidden = describeHiddenNames(read.body);
          if (hidden !== null) showToast({ kind: 'warning', ...hidden });
          if (isOnly) show();
        } catch (error) {
          const refusal = { id: services.ids.next(), ...describeFault(error, given.fileName) };
          setRefusals((before) => [...before.slice(-2), refusal]);
        } finally {
          setLoading((count) => count - 1);
          batch.current.pending -= 1;
          if (batch.current.pending === 0) batch.current.size = 0;
        }
      },
      async read(draft) {
        try {
          return { name: draft.name, ...(await readDraftBody(services.store, draft)) };
        } catch (error) {
          showToast({ kind: 'danger', ...describeFault(error, `“${draft.name}”`) });
          return null;
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
        const reduced = explained(services.drafts.dispatch({ type: 'draft.remove', payload: { id: draft.id } }));
        if (!('event' in reduced)) return;
        const { event } = reduced;
        showToast({
          kind: 'success',
          title: `Deleted draft “${draft.name}”`,
          action: { label: 'Undo', onAction: () => bringBack(services, event, draft) },
        });
      },
    }),
    [services, open, refusals, loading, suggestedTarget],
  );
}
