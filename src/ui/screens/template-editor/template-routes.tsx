import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TemplateStreamKind } from '#domain/document';
import { formatJson } from '#domain/json';
import { useApi } from '../../platform/api-provider.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { EditorScreen } from '../../document-editor/editor-screen.tsx';
import type { ListedDraft } from '../../platform/draft-list.ts';
import { kindOfNoun } from '../../platform/template-calls.ts';
import { LiveTemplateScreen } from './live-template-screen.tsx';
import { NewTemplateScreen } from './new-template-screen.tsx';
import { DraftBar, DraftSteps } from './draft-template.tsx';

const editTemplate = getRouteApi(ROUTES.editTemplate);
const cloneTemplate = getRouteApi(ROUTES.cloneTemplate);
const createTemplate = getRouteApi(ROUTES.createTemplate);
const editComponent = getRouteApi(ROUTES.editComponentTemplate);
const cloneComponent = getRouteApi(ROUTES.cloneComponentTemplate);
const createComponent = getRouteApi(ROUTES.createComponentTemplate);

function kindOf({ legacy }: { readonly legacy?: true }): TemplateStreamKind {
  return legacy === true ? 'legacy_template' : 'index_template';
}

/** The index template in the address, in steps. */
export function EditTemplateRoute() {
  const { name } = editTemplate.useParams();
  return <Live kind={kindOf(editTemplate.useSearch())} name={name} />;
}

export function EditComponentTemplateRoute() {
  const { name } = editComponent.useParams();
  return <Live kind="component_template" name={name} />;
}

function Live(props: { readonly kind: TemplateStreamKind; readonly name: string }) {
  const { clusterId } = useApi();
  return <LiveTemplateScreen key={formatJson([clusterId, props.kind, props.name])} {...props} />;
}

export function CloneTemplateRoute() {
  const { name } = cloneTemplate.useParams();
  return <NewTemplateScreen kind={kindOf(cloneTemplate.useSearch())} cloneOf={name} />;
}

export function CloneComponentTemplateRoute() {
  const { name } = cloneComponent.useParams();
  return <NewTemplateScreen kind="component_template" cloneOf={name} />;
}

export function CreateTemplateRoute() {
  const { legacy, draft, id } = createTemplate.useSearch();
  return <Created kind={kindOf({ ...(legacy && { legacy }) })} sourceDraft={draft} draftId={id} />;
}

export function CreateComponentTemplateRoute() {
  const { draft, id } = createComponent.useSearch();
  return <Created kind="component_template" sourceDraft={draft} draftId={id} />;
}

interface CreatedProps {
  readonly kind: TemplateStreamKind;
  readonly sourceDraft: string | undefined;
  readonly draftId: string | undefined;
}

/** A new template: what it starts from, and then its draft. */
function Created({ kind, sourceDraft, draftId }: CreatedProps) {
  return draftId === undefined ? (
    <NewTemplateScreen key={`${kind} ${sourceDraft ?? ''}`} kind={kind} sourceDraft={sourceDraft} />
  ) : (
    <NewTemplateDraft kind={kind} draftId={draftId} />
  );
}

interface NewTemplateDraftProps {
  /** The kind of the template that was started. */
  readonly kind: TemplateStreamKind;
  readonly draftId: string;
}

/** The draft of a new template, among the templates that it was started from. */
function NewTemplateDraft({ kind, draftId }: NewTemplateDraftProps) {
  return <EditorScreen key={draftId} draftId={draftId} back={{ templatesOf: kind }} partsOf={parts} />;
}

function parts(draft: ListedDraft) {
  const kind = kindOfNoun(draft.kind);
  if (kind === undefined) return {};
  return {
    firstStep: 'logistics' as const,
    content: (mappings: ReactNode) => <DraftSteps kind={kind} draft={draft} mappings={mappings} />,
    footer: <DraftBar kind={kind} draft={draft} />,
  };
}
