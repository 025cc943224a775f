import { getRouteApi } from '@tanstack/react-router';
import { EditorScreen } from '../document-editor/editor-screen.tsx';
import { ROUTES } from '../platform/route-table.ts';

const route = getRouteApi(ROUTES.draft);

/** The editor of the draft that the address names. */
export function DraftRoute() {
  const { draftId } = route.useParams();
  return <EditorScreen key={draftId} draftId={draftId} />;
}
