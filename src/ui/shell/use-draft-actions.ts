import { useNavigate } from '@tanstack/react-router';
import { useActions } from '../actions/use-actions.tsx';
import { draftsOf } from '../platform/draft-list.ts';
import { ROUTES } from '../platform/route-table.ts';
import { useServices } from '../platform/services.ts';
import { useDocument } from '../platform/use-document.ts';

/** Each draft is a place to go to. */
export function useDraftActions(): void {
  const navigate = useNavigate();
  const { drafts } = useServices();
  const { state } = useDocument(drafts);
  useActions(
    draftsOf(state.body).map(({ id, name }) => ({
      id: `draft/${id}`,
      title: `Open draft ${name}`,
      group: 'Go to',
      run: () => void navigate({ to: ROUTES.draft, params: { draftId: id } }),
    })),
  );
}
