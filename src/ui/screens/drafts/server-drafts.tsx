import { countOf } from '#domain/console';
import { useEffect, useState } from 'react';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { asApiError, type ApiError } from '../../platform/console-api.ts';
import { errorWords } from '../../platform/error-words.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useServices, useTrail } from '../../platform/services.ts';
import type { ServerAuthor, ServerDraft } from '../../platform/trail.ts';

interface ServerDraftsProps {
  /** There are no drafts on this device. */
  readonly isEmpty: boolean;
  readonly onOpen: (draftId: string) => void;
}

/**
 * Drafts that the server has and this device does not have: shared drafts of others, and on a device without drafts
 * those that can be restored.
 */
export function ServerDrafts({ isEmpty, onOpen }: ServerDraftsProps) {
  const { trail } = useServices();
  const status = useTrail();
  const isConnected = status?.kind === 'connected';
  const [shared, setShared] = useState<readonly ServerDraft[]>([]);
  const [authors, setAuthors] = useState<readonly ServerAuthor[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [unread, setUnread] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controls = trail.controls();
    if (!isConnected || controls === null) return undefined;
    let isGone = false;
    Promise.all([controls.listShared(), isEmpty ? controls.listAuthors() : []]).then(
      ([drafts, found]) => {
        if (isGone) return;
        setShared(drafts);
        setAuthors(found);
        setUnread(null);
      },
      (error: unknown) => {
        if (!isGone) setUnread(asApiError(error));
      },
    );
    return () => {
      isGone = true;
    };
  }, [trail, isConnected, isEmpty, attempt]);

  const run = async (title: string, work: () => Promise<void>) => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      showToast({ kind: 'danger', title, text: errorWords(error) });
    } finally {
      setIsBusy(false);
    }
  };
  const open = (draft: ServerDraft) =>
    run('Couldn’t open the draft', async () => {
      const id = await trail.controls()?.takeUp(draft);
      if (id === undefined) return;
      setShared((drafts) => drafts.filter(({ stream }) => stream !== draft.stream));
      onOpen(id);
    });
  const restore = (author: ServerAuthor) =>
    run('Couldn’t restore the drafts', async () => trail.controls()?.restore(author));

  return (
    <>
      {unread !== null && (
        <ApiErrorNotice
          title="Couldn’t read the drafts on the server"
          error={unread}
          onRetry={() => setAttempt((count) => count + 1)}
        />
      )}
      {authors.map((author) => (
        <Banner
          key={author.id}
          kind="info"
          title="Drafts found on the server"
          actions={
            <Button size="small" isDisabled={isBusy} onPress={() => void restore(author)}>
              Restore
            </Button>
          }
        >
          {countOf(author.drafts, 'draft')} by {author.name}, last changed {author.lastAt.slice(0, 10)}. Restore them in
          this browser.
        </Banner>
      ))}
      {shared.map((draft) => (
        <Banner
          key={draft.stream}
          kind="info"
          title={`Shared draft: ${draft.draft.name}`}
          actions={
            <Button
              size="small"
              aria-label={`Open shared draft ${draft.draft.name}`}
              isDisabled={isBusy}
              onPress={() => void open(draft)}
            >
              Open
            </Button>
          }
        >
          Shared by {draft.owner}.
        </Banner>
      ))}
    </>
  );
}
