import type { BodyKind } from '#domain/template';
import { Link } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { classNames } from '../../kit/class-names.ts';
import { Chip } from '../../kit/chip.tsx';
import {
  Boxes,
  Copy,
  Ellipsis,
  FlaskConical,
  GitCompare,
  LayoutTemplate,
  ListChecks,
  Pencil,
  TableProperties,
  Trash2,
  Upload,
} from '../../kit/icons/icons.ts';
import { Cpu, FolderOpen } from '../../kit/icons/screen-icons.ts';
import { IconMenu } from '../../kit/menu.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { columnHelper } from '../../kit/use-data-table.ts';
import { BecameLinks } from '../../lists/became-links.tsx';
import { ListTime } from '../../lists/list-time.tsx';
import lists from '../../lists/lists.module.css';
import { ROUTES } from '../../platform/route-table.ts';
import type { ListedDraft } from '../../platform/draft-list.ts';
import { engineTitle } from '../../platform/target-engines.ts';
import styles from './draft-columns.module.css';
import type { DraftActivity } from './use-draft-activity.ts';
import { otherKinds } from './use-draft-commands.ts';

/** The actions on one draft. */
interface DraftRowActions {
  readonly onOpen: (draft: ListedDraft) => void;
  readonly onCreateIndex: (draft: ListedDraft) => void;
  readonly onCreateTemplate: (draft: ListedDraft, isComponent: boolean) => void;
  readonly onApply: (draft: ListedDraft) => void;
  readonly onCompare: (draft: ListedDraft) => void;
  readonly onExport: (draft: ListedDraft) => void;
  readonly onFuzz: (draft: ListedDraft) => void;
  readonly onRename: (draft: ListedDraft) => void;
  readonly onDuplicate: (draft: ListedDraft) => void;
  readonly onSetTarget: (draft: ListedDraft) => void;
  readonly onSetKind: (draft: ListedDraft, kind: BodyKind) => void;
  readonly onDelete: (draft: ListedDraft) => void;
}

/** Gives the menus of the rows their actions. */
export const DraftActions = createContext<DraftRowActions | null>(null);

/** A draft, and its activity once the log has been read. */
export interface DraftRow {
  readonly draft: ListedDraft;
  readonly activity: DraftActivity | undefined;
}

const column = columnHelper<DraftRow>();

/** The columns of the list of drafts. */
export const DRAFT_COLUMNS = column.columns([
  column.accessor(({ draft }) => draft.name, {
    id: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => <NameCell {...original} />,
  }),
  column.accessor(({ draft }) => draft.kind, {
    id: 'kind',
    header: 'Kind',
    meta: { className: styles['kind'] },
    cell: ({ row }) => <Chip>{row.original.draft.kind}</Chip>,
  }),
  column.accessor(({ draft }) => engineTitle(draft.target), {
    id: 'target',
    header: 'Target engine',
    meta: { className: styles['target'] },
  }),
  column.accessor(({ activity }) => activity?.changes, {
    id: 'changes',
    header: 'Changes',
    meta: { className: styles['changes'], isNumeric: true },
    sortDescFirst: true,
    cell: ({ row: { original } }) => original.activity?.changes.toLocaleString('en') ?? <Skeleton width="24px" />,
  }),
  column.accessor(({ draft }) => draft.createdAt, {
    id: 'created',
    header: 'Created',
    meta: { className: styles['created'] },
    sortDescFirst: true,
    cell: ({ row }) => <ListTime at={row.original.draft.createdAt} />,
  }),
  column.accessor(({ activity }) => activity?.changedAt, {
    id: 'changed',
    header: 'Changed',
    meta: { className: styles['changed'] },
    sortDescFirst: true,
    cell: ({ row: { original } }) =>
      original.activity ? <ListTime at={original.activity.changedAt} /> : <Skeleton width="80px" />,
  }),
  column.display({
    id: 'menu',
    header: 'Actions',
    meta: { className: styles['menu'], isActions: true },
    cell: ({ row }) => <DraftMenu draft={row.original.draft} />,
  }),
]);

function NameCell({ draft, activity }: DraftRow) {
  return (
    <>
      <Link to={ROUTES.draft} params={{ draftId: draft.id }} className={classNames(lists['link'], styles['name'])}>
        {draft.name}
      </Link>
      <span className={styles['under']}>
        {engineTitle(draft.target)}
        {activity && (
          <>
            {' · '}
            <ListTime at={activity.changedAt} />
          </>
        )}
      </span>
      <BecameLinks draft={draft} />
    </>
  );
}

function DraftMenu({ draft }: { readonly draft: ListedDraft }) {
  const actions = use(DraftActions);
  if (actions === null) throw new Error('The menu of a draft must be within <DraftActions>');
  const {
    onOpen,
    onCreateIndex,
    onCreateTemplate,
    onApply,
    onCompare,
    onExport,
    onFuzz,
    onRename,
    onDuplicate,
    onSetTarget,
    onSetKind,
    onDelete,
  } = actions;
  return (
    <IconMenu
      label={`Actions for ${draft.name}`}
      icon={Ellipsis}
      items={[
        { id: 'open', label: 'Open', icon: FolderOpen, onAction: () => onOpen(draft) },
        { id: 'create', label: 'Create index', icon: TableProperties, onAction: () => onCreateIndex(draft) },
        ...(draft.kind === 'mappings'
          ? [
              {
                id: 'indexTemplate',
                label: 'Create index template',
                icon: LayoutTemplate,
                onAction: () => onCreateTemplate(draft, false),
              },
              {
                id: 'componentTemplate',
                label: 'Create component template',
                icon: Boxes,
                onAction: () => onCreateTemplate(draft, true),
              },
            ]
          : []),
        { id: 'apply', label: 'Apply to an existing index', icon: ListChecks, onAction: () => onApply(draft) },
        { id: 'compare', label: 'Compare with index', icon: GitCompare, onAction: () => onCompare(draft) },
        { id: 'export', label: 'Export mapping (JSON)', icon: Upload, onAction: () => onExport(draft) },
        { id: 'fuzz', label: 'Fuzz this draft', icon: FlaskConical, onAction: () => onFuzz(draft) },
        'separator',
        { id: 'rename', label: 'Rename', icon: Pencil, onAction: () => onRename(draft) },
        { id: 'duplicate', label: 'Duplicate', icon: Copy, onAction: () => onDuplicate(draft) },
        { id: 'target', label: 'Set target engine', icon: Cpu, onAction: () => onSetTarget(draft) },
        ...otherKinds(draft).map((kind) => ({
          id: `kind/${kind}`,
          label: `Change kind to ${kind}`,
          icon: LayoutTemplate,
          onAction: () => onSetKind(draft, kind),
        })),
        'separator',
        { id: 'delete', label: 'Delete', icon: Trash2, isDanger: true, onAction: () => onDelete(draft) },
      ]}
    />
  );
}
