import { useNavigate } from '@tanstack/react-router';
import type { CodeClaim } from '../../cluster/use-code-claims.ts';
import { History, PencilLine } from '../../kit/icons/icons.ts';
import { RowMenu } from '../../lists/row-menu.tsx';
import { editorOf, historyOf } from './claim-links.ts';

/** What can be done with the object of a row. */
export function ClaimMenu({ claim }: { readonly claim: CodeClaim }) {
  const navigate = useNavigate();
  const { kind, name, state } = claim;
  return (
    <RowMenu
      name={name}
      item={claim}
      entries={[
        {
          id: 'edit',
          label: kind === 'index' ? 'Edit mapping' : 'Edit',
          icon: PencilLine,
          ...(state === 'missing' && { isDisabled: true, description: 'The cluster doesn’t have it.' }),
          onAction: () => void navigate(editorOf(claim)),
        },
        { id: 'history', label: 'History', icon: History, onAction: () => void navigate(historyOf(claim)) },
      ]}
    />
  );
}
