import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useMemo, useRef, useState } from 'react';
import { draftStream } from '#domain/commands';
import { useActions } from '../../actions/use-actions.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button, buttonClass } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FileInput, Plus } from '../../kit/icons/icons.ts';
import { FilePlus2 } from '../../kit/icons/screen-icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { ChooseFile, FileDrop } from '../../kit/file-drop.tsx';
import { ListHead, ListRows, ResourceList } from '../../lists/resource-list.tsx';
import { useListUrlState } from '../../lists/use-list-url-state.ts';
import { useResourceList } from '../../lists/use-resource-list.ts';
import { draftById, draftsOf, type ListedDraft } from '../../platform/draft-list.ts';
import { useServices, useTrail } from '../../platform/services.ts';
import { useDocument } from '../../platform/use-document.ts';
import { KeepHint } from '../storage/keep-hint.tsx';
import { PlainHttpHint } from '../storage/plain-http-hint.tsx';
import { DRAFT_COLUMNS, DraftActions, type DraftRow } from './draft-columns.tsx';
import { EngineDialog, NewDraftDialog, RenameDialog } from './draft-dialogs.tsx';
import { CompareDialog } from '../../document-editor/compare-dialog.tsx';
import { exportBody } from '../../files/export-files.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { DEFAULT_SORT, readDraftsSearch } from './drafts-search.ts';
import styles from './drafts-screen.module.css';
import { useDraftActivity } from './use-draft-activity.ts';
import { useDraftCommands, type DraftCommands, type DraftContent } from './use-draft-commands.ts';

const FILE_TYPES = ['.json', '.ndjson', '.jsonl', '.txt', 'application/json', 'application/x-ndjson'];

// Loaded only where a server records drafts.
const ServerDrafts = lazyPart(async () => (await import('./server-drafts.tsx')).ServerDrafts);

// Loaded only where an imported text has several mappings or templates.
const ChooseBody = lazyPart(async () => (await import('../../files/choose-body.tsx')).ChooseBody);

type OpenDialog = { readonly kind: 'new' } | { readonly kind: 'rename' | 'target'; readonly draftId: string } | null;

const NOUN = { one: 'draft', many: 'drafts' } as const;
const ADDRESS = { readSearch: readDraftsSearch, defaultSort: DEFAULT_SORT } as const;
const idOf = ({ draft }: DraftRow) => draft.id;
const nameOf = ({ draft }: DraftRow) => draft.name;

/** The drafts of this device: mappings and templates that are not part of a cluster yet. */
export function DraftsScreen() {
  const { drafts, store, unkept } = useServices();
  const hasTrail = useTrail() !== null;
  const { state } = useDocument(drafts);
  const listed = draftsOf(state.body);
  const activity = useDraftActivity(store);
  const rows = useMemo(
    () => listed.map((draft) => ({ draft, activity: activity.get(draftStream(draft.id)) })),
    [listed, activity],
  );
  const commands = useDraftCommands();
  const url = useListUrlState(ADDRESS);
  const list = useResourceList({
    ...{ noun: NOUN, url, items: rows, nameOf, columns: DRAFT_COLUMNS },
    getRowId: idOf,
    isPaged: false,
  });
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [compared, setCompared] = useState<DraftContent | null>(null);
  const chooser = useRef<HTMLDivElement>(null);
  const close = () => setDialog(null);
  const create = () => setDialog({ kind: 'new' });
  useActions([
    { id: 'drafts.new', run: create },
    { id: 'drafts.load', run: () => chooser.current?.querySelector('button')?.click() },
  ]);
  const rowActions = useMemo(
    () => ({
      onOpen: commands.open,
      onApply: ({ id }: ListedDraft) => void navigate({ to: ROUTES.createPlan, search: { draft: id } }),
      onCreateIndex: ({ id }: ListedDraft) => void navigate({ to: ROUTES.createIndex, search: { draft: id } }),
      onCreateTemplate: ({ id }: ListedDraft, isComponent: boolean) =>
        void navigate({
          to: isComponent ? ROUTES.createComponentTemplate : ROUTES.createTemplate,
          search: { draft: id },
        }),
      onCompare: (draft: ListedDraft) => void commands.read(draft).then((read) => read && setCompared(read)),
      onExport: (draft: ListedDraft) =>
        void commands.read(draft).then((read) => read && exportBody(draft.name, read.body)),
      onFuzz: ({ id }: ListedDraft) => void navigate({ to: ROUTES.fuzzLab, search: { draft: id } }),
      onRename: ({ id }: ListedDraft) => setDialog({ kind: 'rename', draftId: id }),
      onDuplicate: (draft: ListedDraft) => void commands.duplicate(draft),
      onSetTarget: ({ id }: ListedDraft) => setDialog({ kind: 'target', draftId: id }),
      onSetKind: commands.setKind,
      onDelete: commands.remove,
    }),
    [commands, navigate],
  );
  const openById = (id: string) => {
    const draft = draftById(drafts.getSnapshot().state.body, id);
    if (draft !== null) commands.open(draft);
  };
  const isEmpty = rows.length === 0;
  const buttons = (loadLabel: string, createLabel: string) => [
    <div key="load" ref={chooser}>
      <ChooseFile accept={FILE_TYPES} allowsMultiple onGiven={(given) => void commands.load(given)} icon={FileInput}>
        {loadLabel}
      </ChooseFile>
    </div>,
    <Link key="infer" to={ROUTES.infer} className={buttonClass()}>
      Infer mapping
    </Link>,
    <Button key="create" variant="primary" icon={Plus} onPress={create}>
      {createLabel}
    </Button>,
  ];
  return (
    <Screen title="Drafts" session={drafts} hasUndo={false}>
      <FileDrop
        hint="Drop a mapping, template or log"
        onGiven={(given) => void commands.load(given)}
        isDisabled={dialog !== null || commands.choice !== null}
      >
        <div className={styles['page']} aria-busy={commands.isLoading}>
          <DraftActions value={rowActions}>
            <ResourceList list={list}>
              <ListHead intro="Work on mappings and templates locally before applying them to a cluster.">
                {!isEmpty && buttons('Import file', 'New draft')}
              </ListHead>
              <ListRows
                list={list}
                notices={
                  <>
                    {commands.refusals.map((refusal) => (
                      <Banner
                        key={refusal.id}
                        kind="danger"
                        title={refusal.title}
                        onDismiss={() => commands.dismiss(refusal)}
                      >
                        {refusal.text} Nothing was changed.
                      </Banner>
                    ))}
                    <PlainHttpHint />
                    {!isEmpty && <KeepHint />}
                    {hasTrail && (
                      <Suspense>
                        <ServerDrafts isEmpty={isEmpty} onOpen={openById} />
                      </Suspense>
                    )}
                  </>
                }
                empty={
                  <EmptyState
                    icon={FilePlus2}
                    title={unkept === null ? 'No drafts yet' : 'No drafts in this tab'}
                    actions={buttons('Import file', 'New draft').toReversed()}
                  >
                    Import a mapping, a template or an exported log: choose a file, drop it on this page or paste its
                    content.{' '}
                    {unkept === null
                      ? 'Every change is saved and can be undone. To restore drafts of another browser, use your recovery code in Settings.'
                      : 'Every change can be undone while this tab is open.'}
                  </EmptyState>
                }
              />
            </ResourceList>
          </DraftActions>
        </div>
      </FileDrop>
      {dialog?.kind === 'new' && (
        <NewDraftDialog suggestedTarget={commands.suggestedTarget} onCreate={commands.create} onClose={close} />
      )}
      {commands.choice !== null && (
        <Suspense>
          <ChooseBody
            key={commands.choice.id}
            title={`Choose what to import${commands.choice.fileName === null ? '' : ` from ${commands.choice.fileName}`}`}
            submitLabel="Import"
            offers={commands.choice.offers}
            onChoose={commands.choice.settle}
            onClose={() => commands.choice?.settle(null)}
          />
        </Suspense>
      )}
      {compared !== null && <CompareDialog {...compared} onClose={() => setCompared(null)} />}
      {dialog !== null && dialog.kind !== 'new' && <DraftDialog dialog={dialog} commands={commands} onClose={close} />}
    </Screen>
  );
}

/** A dialog about a draft of the list; nothing where another tab has deleted the draft meanwhile. */
function DraftDialog({
  dialog: { kind, draftId: id },
  commands,
  onClose,
}: {
  readonly dialog: { readonly kind: 'rename' | 'target'; readonly draftId: string };
  readonly commands: Pick<DraftCommands, 'rename' | 'setTarget'>;
  readonly onClose: () => void;
}) {
  const { drafts } = useServices();
  const draft = draftById(useDocument(drafts).state.body, id);
  if (draft === null) return null;
  if (kind === 'rename') {
    return (
      <RenameDialog
        draftId={draft.id}
        name={draft.name}
        onRename={(name) => commands.rename(draft, name)}
        onClose={onClose}
      />
    );
  }
  return (
    <EngineDialog
      draftId={draft.id}
      draftName={draft.name}
      target={draft.target}
      onChoose={(target) => commands.setTarget(draft, target)}
      onClose={onClose}
    />
  );
}
