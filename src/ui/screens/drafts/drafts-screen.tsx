import { useNavigate, useSearch } from '@tanstack/react-router';
import { FileInput, FilePlus2, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useActions } from '../../actions/use-actions.tsx';
import { APP_BASE } from '../../platform/app-base.ts';
import { Screen } from '../../frame/screen.tsx';
import { useServices } from '../../platform/services.ts';
import { useDocument } from '../../platform/use-document.ts';
import { useNow } from '../../platform/use-now.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ChooseFile, FileDrop } from '../../kit/file-drop.tsx';
import { EngineDialog, NewDraftDialog, RenameDialog } from './draft-dialogs.tsx';
import { draftById, draftsOf } from '../../platform/draft-list.ts';
import { draftStream } from '#domain/commands';
import { KeepHint } from '../storage/keep-hint.tsx';
import styles from './drafts-screen.module.css';
import { DraftsTable } from './drafts-table.tsx';
import { useDraftActivity } from './use-draft-activity.ts';
import { useDraftCommands } from './use-draft-commands.ts';

const FILE_TYPES = ['.json', '.ndjson', '.jsonl', '.txt', 'application/json', 'application/x-ndjson'];

type OpenDialog = { readonly kind: 'new' } | { readonly kind: 'rename' | 'target'; readonly draftId: string } | null;

/** The drafts of this device: mappings and templates that are no part of a cluster yet. */
export function DraftsScreen() {
  const { drafts, store, clock } = useServices();
  const { state } = useDocument(drafts);
  const listed = draftsOf(state.body);
  const activity = useDraftActivity(store);
  const rows = useMemo(
    () => listed.map((draft) => ({ draft, activity: activity.get(draftStream(draft.id)) })),
    [listed, activity],
  );
  const commands = useDraftCommands();
  const now = useNow(clock);
  const search = useSearch({ from: `${APP_BASE}/drafts` });
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const chooser = useRef<HTMLDivElement>(null);
  const close = () => setDialog(null);
  useActions([
    { id: 'drafts.new', run: () => setDialog({ kind: 'new' }) },
    { id: 'drafts.load', run: () => chooser.current?.querySelector('button')?.click() },
  ]);
  const load = (
    <ChooseFile accept={FILE_TYPES} allowsMultiple onGiven={(given) => void commands.load(given)} icon={FileInput}>
      Load a file
    </ChooseFile>
  );
  const isEmpty = rows.length === 0;
  return (
    <Screen title="Drafts" session={drafts}>
      <FileDrop
        hint="Drop a mapping, a template or a log"
        onGiven={(given) => void commands.load(given)}
        isDisabled={dialog !== null}
      >
        <div className={styles['page']} aria-busy={commands.isLoading}>
          <div className={styles['head']}>
            <p className={styles['lead']}>
              Mappings and templates that you edit on this device, before a cluster sees them.
            </p>
            {!isEmpty && (
              <div className={styles['actions']} ref={chooser}>
                {load}
                <Button variant="primary" icon={Plus} onPress={() => setDialog({ kind: 'new' })}>
                  New draft
                </Button>
              </div>
            )}
          </div>
          {commands.refusals.length > 0 && (
            <div className={styles['refusals']}>
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
            </div>
          )}
          {!isEmpty && <KeepHint />}
          {isEmpty ? (
            <div ref={chooser}>
              <EmptyState
                icon={FilePlus2}
                title="Start with a draft"
                actions={
                  <>
                    <Button variant="primary" icon={Plus} onPress={() => setDialog({ kind: 'new' })}>
                      Create a draft
                    </Button>
                    <ChooseFile
                      accept={FILE_TYPES}
                      allowsMultiple
                      onGiven={(given) => void commands.load(given)}
                      icon={FileInput}
                    >
                      Load a mapping
                    </ChooseFile>
                  </>
                }
              >
                Load a mapping, a template or an exported log: choose a file, drop it anywhere on this page, or paste
                its text. Every change is kept, and can be taken back.
              </EmptyState>
            </div>
          ) : (
            <DraftsTable
              rows={rows}
              search={search}
              onSort={(next) => void navigate({ to: '.', search: next, replace: true })}
              now={now}
              actions={{
                onOpen: commands.open,
                onRename: ({ id }) => setDialog({ kind: 'rename', draftId: id }),
                onDuplicate: (draft) => void commands.duplicate(draft),
                onSetTarget: ({ id }) => setDialog({ kind: 'target', draftId: id }),
                onDelete: commands.remove,
              }}
            />
          )}
        </div>
      </FileDrop>
      {dialog?.kind === 'new' && <NewDraftDialog onCreate={commands.create} onClose={close} />}
      {dialog !== null && dialog.kind !== 'new' && <DraftDialog dialog={dialog} onClose={close} />}
    </Screen>
  );
}

/** A dialog about a draft of the list; nothing when another tab has deleted it meanwhile. */
function DraftDialog({
  dialog: { kind, draftId: id },
  onClose,
}: {
  readonly dialog: { readonly kind: 'rename' | 'target'; readonly draftId: string };
  readonly onClose: () => void;
}) {
  const { drafts } = useServices();
  const draft = draftById(useDocument(drafts).state.body, id);
  if (draft === null) return null;
  if (kind === 'rename') {
    return (
      <RenameDialog
        name={draft.name}
        onRename={(name) => drafts.dispatch({ type: 'draft.rename', payload: { id, name } })}
        onClose={onClose}
      />
    );
  }
  return (
    <EngineDialog
      draftName={draft.name}
      target={draft.target}
      onChoose={(target) => drafts.dispatch({ type: 'draft.setTarget', payload: { id, target } })}
      onClose={onClose}
    />
  );
}
