import { getRouteApi } from '@tanstack/react-router';
import type { TemplateStreamKind } from '#domain/document';
import { useApi } from '../../platform/api-provider.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { LiveTemplateScreen } from './live-template-screen.tsx';
import { NewTemplateScreen } from './new-template-screen.tsx';

const editTemplate = getRouteApi(ROUTES.editTemplate);
const cloneTemplate = getRouteApi(ROUTES.cloneTemplate);
const createTemplate = getRouteApi(ROUTES.createTemplate);
const editComponent = getRouteApi(ROUTES.editComponentTemplate);
const cloneComponent = getRouteApi(ROUTES.cloneComponentTemplate);
const createComponent = getRouteApi(ROUTES.createComponentTemplate);

function kindOf({ legacy }: { readonly legacy?: true }): TemplateStreamKind {
  return legacy === true ? 'legacy_template' : 'index_template';
}

/** The index template that the address names, in steps. */
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
  return <LiveTemplateScreen key={JSON.stringify([clusterId, props.kind, props.name])} {...props} />;
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
  const { legacy, draft } = createTemplate.useSearch();
  return (
    <NewTemplateScreen
      kind={kindOf({ ...(legacy && { legacy }) })}
      {...(draft !== undefined && { sourceDraft: draft })}
    />
  );
}

export function CreateComponentTemplateRoute() {
  const { draft } = createComponent.useSearch();
  return <NewTemplateScreen kind="component_template" {...(draft !== undefined && { sourceDraft: draft })} />;
}
