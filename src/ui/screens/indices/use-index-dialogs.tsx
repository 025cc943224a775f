import { useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Feature, Index, IndexActionEntry, IndexActionId } from '#domain/console';
import { withCallReason } from '../../platform/console-api.ts';
import { errorWords } from '../../platform/error-words.ts';
import { useApi } from '../../platform/api-provider.tsx';
import { useRefetch } from '../../platform/use-api-query.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useReason, type SendWithReason } from '../../cluster/use-reason.tsx';
import { useCluster, useIsReadOnly } from '../../cluster/use-cluster.ts';
import type { IndexAction } from '../../platform/extensions.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { copyText } from '../../kit/copy-text.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { showToast } from '../../kit/toast.tsx';
import type { IndexActions } from './index-actions-provider.tsx';
import type { IndexMenuContext } from './index-menu.tsx';

const ActionDialog = lazyPart(async () => (await import('./action-dialog.tsx')).ActionDialog);
const ConfirmDialog = lazyPart(async () => (await import('../../kit/modal.tsx')).ConfirmDialog);

type Asked =
  | { readonly kind: 'action'; readonly action: IndexActionEntry; readonly indices: readonly Index[] }
  | { readonly kind: 'extension'; readonly action: IndexAction; readonly indices: readonly Index[] };

/** The actions of menus about indices, and the dialogs in which they ask for confirmation. */
export function useIndexDialogs({ busy, start }: IndexActions): {
  readonly menu: IndexMenuContext;
  readonly dialog: ReactNode;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: cluster } = useCluster();
  const isReadOnly = useIsReadOnly();
  const { actions: extensions } = useExtensions();
  const { api } = useApi();
  const refetch = useRefetch();
  const navigate = useNavigate();
  const router = useRouter();
  const close = () => setAsked(null);

  const runExtension = useCallback(
    async (action: IndexAction, indices: readonly Index[], reason?: string) => {
      try {
        await action.run(indices, withCallReason(api, reason));
        showToast({ kind: 'success', title: `${action.label(indices)}: done` });
      } catch (error) {
        showToast({ kind: 'danger', title: `${action.label(indices)}: failed`, text: errorWords(error) });
      }
      await refetch('indices.list');
    },
    [api, refetch],
  );

  const features = cluster?.features;
  const menu = useMemo(
    (): IndexMenuContext => ({
      busy,
      isReadOnly,
      has: (feature: Feature) => features?.[feature]?.has === true,
      extensions,
      onAction(action, indices) {
        if (asksFirst(action)) setAsked({ kind: 'action', action, indices });
        else
          start(
            action.id,
            indices.map(({ name }) => name),
          );
      },
      onExtension(action, indices) {
        if (action.confirm === undefined) void runExtension(action, indices);
        else setAsked({ kind: 'extension', action, indices });
      },
      onTab(index, tab) {
        const { pathname } = router.buildLocation({ to: ROUTES.index, params: { name: index.name } });
        void navigate({ href: router.history.createHref(`${pathname}?tab=${tab}`) });
      },
      onEditMapping: ({ name }) => void navigate({ to: ROUTES.indexMapping, params: { name } }),
      onReplace: ({ name }) => void navigate({ to: ROUTES.createPlan, search: { index: name } }),
      onFields: (indices) =>
        void navigate({ to: ROUTES.indexFields, search: { of: indices.map(({ name }) => name).join(',') } }),
      onCopyNames: (indices) => void copyNames(indices),
    }),
    [busy, isReadOnly, features, extensions, start, runExtension, router, navigate],
  );

  const dialog =
    asked === null ? null : asked.kind === 'action' ? (
      <ActionDialog
        action={asked.action}
        indices={asked.indices}
        onCancel={close}
        onConfirm={(options) => {
          start(
            asked.action.id,
            asked.indices.map(({ name }) => name),
            options,
          );
          close();
        }}
      />
    ) : (
      <ExtensionDialog
        asked={asked}
        onCancel={close}
        onConfirm={(reason) => {
          void runExtension(asked.action, asked.indices, reason);
          close();
        }}
      />
    );
  return { menu, dialog: <Suspense>{dialog}</Suspense> };
}

function ExtensionDialog({
  asked: { action, indices },
  onConfirm,
  onCancel,
}: {
  readonly asked: Extract<Asked, { kind: 'extension' }>;
  readonly onConfirm: SendWithReason;
  readonly onCancel: () => void;
}) {
  const words = action.confirm?.(indices);
  const reason = useReason();
  if (words === undefined) return null;
  return (
    <ConfirmDialog
      title={words.title}
      confirmLabel={words.button}
      isDanger={action.isDanger === true}
      onConfirm={() => reason.withReason(onConfirm)}
      onCancel={onCancel}
    >
      <p>{words.text}</p>
      {reason.field}
    </ConfirmDialog>
  );
}

function copyNames(indices: readonly Index[]): Promise<void> {
  return copyText(
    indices.map(({ name }) => name).join('\n'),
    indices.length === 1 ? 'Copied name' : `Copied ${indices.length.toLocaleString('en')} names`,
  );
}

/** Actions that lose nothing, and change what clients can do with an index or what it costs. */
const ASKING: readonly IndexActionId[] = ['force_merge', 'open', 'freeze', 'unfreeze'];

/** Whether an action asks for confirmation, and shows its request; the others change nothing that clients see. */
function asksFirst({ loses, id }: IndexActionEntry): boolean {
  return loses !== undefined || ASKING.includes(id);
}
