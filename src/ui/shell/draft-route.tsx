import { getRouteApi } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { EditorScreen } from '../document-editor/editor-screen.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { ROUTES } from '../platform/route-table.ts';
import type { ListedDraft } from '../platform/draft-list.ts';
import { kindOfNoun } from '../platform/template-calls.ts';

const route = getRouteApi(ROUTES.draft);

// The steps of a template are not needed for mappings.
const load = () => import('../screens/template-editor/draft-template.tsx');
const DraftSteps = lazyPart(async () => (await load()).DraftSteps);
const DraftBar = lazyPart(async () => (await load()).DraftBar);

/** The editor of the draft in the address; a template is shown in steps. */
export function DraftRoute() {
  const { draftId } = route.useParams();
  return <EditorScreen key={draftId} draftId={draftId} partsOf={templateParts} />;
}

function templateParts(draft: ListedDraft) {
  const kind = kindOfNoun(draft.kind);
  if (kind === undefined) return {};
  return {
    firstStep: 'mappings' as const,
    content: (mappings: ReactNode) => (
      <Suspense>
        <DraftSteps kind={kind} draft={draft} mappings={mappings} />
      </Suspense>
    ),
    footer: (
      <Suspense>
        <DraftBar kind={kind} draft={draft} />
      </Suspense>
    ),
  };
}
