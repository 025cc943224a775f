import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { kindsAt, type BodyKind } from '#domain/template';
import { DRAFT_NAME_TAKEN, type DocumentCommand, type Reduced } from '#domain/commands';
import { stepsOf } from '#domain/document';
import type { JsonObject } from '#domain/json';
import { errorWords } from '../../platform/error-words.ts';
import { explained, REJECTION_TOAST } from '../../actions/dispatch-with-feedback.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices, type Services } from '../../platform/services.ts';
import type { GivenText } from '../../kit/file-drop.tsx';
import { closeToast, showToast } from '../../kit/toast.tsx';
import type { ToastMessage } from '../../kit/toast-message.ts';
import { describeFault, type DescribedFault } from '../../files/describe-fault.ts';
import { draftById, draftsOf, type ListedDraft } from '../../platform/draft-list.ts';
import { readDraftBody } from '../../files/draft-body.ts';
import { draftNameOf } from '../../files/draft-names.ts';
import { fieldsAndMultiFields, offerOf, type OfferedBody } from '../../files/offered-bodies.ts';
import { describeHiddenNames } from '../../files/shown-name.ts';
import {
  assertReadable,
  createDraft,
  duplicateDraft,
  importGiven,
  readAllGiven,
  type Given,
  type Imported,
} from '../../files/import-draft.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { useClusterEngine } from '../../cluster/use-cluster.ts';

/** A text that was refused, until the refusal is dismissed or another text is imported. */
export interface Refusal extends DescribedFault {
  readonly id: string;
}

/** A choice that an import waits for. */
export interface ImportChoice {
  readonly id: string;
  /** The name of the file; null for pasted text. */
  readonly fileName: string | null;
  readonly offers: readonly OfferedBody[];
  /** Imports one of them, or nothing. */
  readonly settle: (index: number | null) => void;
}

/** A draft and its content. */
export interface DraftContent {
  readonly name: string;
  readonly body: JsonObject;
  readonly mappings: JsonObject;
}

/** The actions of the drafts screen, apart from its appearance. */
export interface DraftCommands {
  /** Target of a new draft: the engine of the chosen cluster, where there is one. */
  readonly suggestedTarget: TargetEngine;
  readonly refusals: readonly Refusal[];
  readonly isLoading: boolean;
  /** The mappings and templates of an imported text that has several, until one is chosen. */
  readonly choice: ImportChoice | null;
  dismiss(refusal: Refusal): void;
  open(draft: { readonly id: string }): void;
  /** Resolves with the reason why the draft was not created, or null. */
  create(name: string, target: TargetEngine): Promise<string | null>;
  load(given: GivenText): Promise<void>;
  /** The content of the draft; null where it can't be read, which a toast reports. */
  read(draft: ListedDraft): Promise<DraftContent | null>;
  duplicate(draft: ListedDraft): Promise<void>;
  remove(draft: ListedDraft): void;
  /** The caller has to show a rejection. */
  rename(draft: ListedDraft, name: string): Reduced;
  setTarget(draft: ListedDraft, target: TargetEngine): Reduced;
  setKind(draft: ListedDraft, kind: BodyKind): void;
}

/** Shows the outcome of an import; the action opens the draft where that is not open yet, or corrects its kind. */
function tellImported(
  { name, fields, outcome }: Imported,
  { place: { kind }, ...given }: Given,
  action: ToastMessage['action'] | undefined,
): void {
  const offer = action === undefined ? {} : { action };
  const count = fieldsAndMultiFields(fields);
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
  const leftOut = given.kind === 'body' ? given.leftOut : undefined;
  const notes = [text, `Kind: ${kind}.`, ...(leftOut === undefined ? [] : [leftOut])].join('\n');
  showToast({ kind: 'success', title: `Created draft “${name}”`, text: notes, ...offer });
}

/** The name of a draft from a text: that of its file, else that of the index or template in it. */
function nameFor(given: Given, fileName: string | null): string {
  const without = given.kind === 'log' ? 'Imported log' : (given.name ?? 'Pasted mapping');
  return draftNameOf(fileName, without);
}

/** The list belongs to this device: an undo in it does not change what was created from a draft on a cluster. */
const ONLY_HERE = 'Restored here. Nothing was changed on a cluster.';

/**
 * Changes the list, and shows a toast with an action that reverts the change: by an undo while the change is the last
 * one, or else by the opposite command.
 */
function changeList(
  { drafts, author }: Services,
  command: DocumentCommand,
  told: { readonly done: string; readonly opposite: DocumentCommand; readonly restored: string },
): Reduced {
  const reduced = drafts.dispatch(command);
  if (!('event' in reduced)) return reduced;
  const { event } = reduced;
  const takeBack = () => {
    const { undo } = stepsOf(drafts.getSnapshot().state.history, author.id);
    const isLast = undo?.node.event.id === event.id;
    const restored = explained(drafts.dispatch(isLast ? { type: 'history.undo', payload: {} } : told.opposite));
    if (!('rejected' in restored)) showToast({ kind: 'info', title: told.restored, text: ONLY_HERE });
  };
  closeToast(REJECTION_TOAST);
  showToast({ kind: 'success', title: told.done, action: { label: 'Undo', onAction: takeBack } });
  return reduced;
}

/** The kinds that a draft could have besides its present one. */
export function otherKinds({ kind, mappingsAt }: Pick<ListedDraft, 'kind' | 'mappingsAt'>): readonly BodyKind[] {
  return kindsAt(mappingsAt).filter((each) => each !== kind);
}

/** Changes a kind that was guessed wrong; undefined where a body like that of the draft has no other. */
function correctionOf(services: Services, draftId: string): ToastMessage['action'] | undefined {
  const find = () => draftById(services.drafts.getSnapshot().state.body, draftId);
  const draft = find();
  const [other] = draft === null ? [] : otherKinds(draft);
  if (other === undefined) return undefined;
  return {
    label: `Change to ${other}`,
    onAction() {
      const present = find();
      if (present !== null) changeKind(services, present, other);
    },
  };
}

function changeKind(services: Services, { id, name, kind: before }: ListedDraft, kind: BodyKind): Reduced {
  return explained(
    changeList(
      services,
      { type: 'draft.setKind', payload: { id, kind } },
      {
        done: `Set kind of “${name}” to ${kind}`,
        opposite: { type: 'draft.setKind', payload: { id, kind: before as BodyKind } },
        restored: `Restored kind of “${name}”`,
      },
    ),
  );
}

export function useDraftCommands(): DraftCommands {
  const services = useServices();
  const navigate = useNavigate();
  const suggestedTarget = useClusterEngine() ?? DEFAULT_ENGINE;
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const [loading, setLoading] = useState(0);
  const [choices, setChoices] = useState<readonly ImportChoice[]>([]);
  /** Texts that were imported together: how many there are, and how many are still being read. */
  const batch = useRef({ size: 0, pending: 0 });

  const open = useCallback(
    ({ id }: { readonly id: string }) => void navigate({ to: ROUTES.draft, params: { draftId: id } }),
    [navigate],
  );

  /** Asks which of several is imported; undefined where none is. */
  const chosenOf = useCallback(
    (all: readonly Given[], fileName: string | null) =>
      new Promise<Given | undefined>((resolve) => {
        const id = services.ids.next();
        const settle = (index: number | null) => {
          setChoices((before) => before.filter((choice) => choice.id !== id));
          resolve(index === null ? undefined : all[index]);
        };
        setChoices((before) => [...before, { id, fileName, offers: all.map(offerOf), settle }]);
      }),
    [services],
  );

  return useMemo(
    () => ({
      suggestedTarget,
      refusals,
      choice: choices[0] ?? null,
      isLoading: loading > 0,
      open,
      dismiss: (refusal) => setRefusals((before) => before.filter(({ id }) => id !== refusal.id)),
      async create(name, target) {
        // Reported before a log is created that nobody would see.
        const isTaken = draftsOf(services.drafts.getSnapshot().state.body).some((draft) => draft.name === name);
        if (isTaken) return DRAFT_NAME_TAKEN;
        try {
          open({ id: await createDraft(services, {}, { name, target }) });
          return null;
        } catch (error) {
          return errorWords(error);
        }
      },
      async load(given) {
        setLoading((count) => count + 1);
        batch.current.size += 1;
        batch.current.pending += 1;
        try {
          assertReadable(given.sizeBytes);
          const all = readAllGiven(await given.read());
          const read = all.length === 1 ? all[0] : await chosenOf(all, given.fileName);
          if (read === undefined) return;
          const imported = await importGiven(services, read, {
            name: nameFor(read, all.length === 1 ? given.fileName : null),
            target: suggestedTarget,
          });
          setRefusals([]);
          const show = () => open({ id: imported.draftId });
          // Of several files none is opened: the choice would be arbitrary.
          const isOnly = batch.current.size === 1;
          const correction = () => correctionOf(services, imported.draftId);
          tellImported(imported, read, isOnly ? correction() : { label: 'Open', onAction: show });
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
        const { id, ...rest } = draft;
        explained(
          changeList(
            services,
            { type: 'draft.remove', payload: { id } },
            {
              done: `Deleted draft “${draft.name}”`,
              opposite: { type: 'draft.add', payload: { id, draft: rest } },
              restored: `Restored draft “${draft.name}”`,
            },
          ),
        );
      },
      rename: ({ id, name: before }, name) =>
        changeList(
          services,
          { type: 'draft.rename', payload: { id, name } },
          {
            done: `Renamed draft “${before}” to “${name}”`,
            opposite: { type: 'draft.rename', payload: { id, name: before } },
            restored: `Restored the name “${before}”`,
          },
        ),
      setKind: (draft, kind) => void changeKind(services, draft, kind),
      setTarget: ({ id, name, target: before }, target) =>
        changeList(
          services,
          { type: 'draft.setTarget', payload: { id, target } },
          {
            done: `Set target engine of “${name}”`,
            opposite: { type: 'draft.setTarget', payload: { id, target: before } },
            restored: `Restored target engine of “${name}”`,
          },
        ),
    }),
    [services, open, refusals, loading, choices, chosenOf, suggestedTarget],
  );
}
