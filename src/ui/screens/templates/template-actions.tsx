import { Link, useNavigate } from '@tanstack/react-router';
import type { TemplateStreamKind } from '#domain/document';
import { isObject } from '#domain/json';
import { locateMappings } from '#domain/template';
import { useActions } from '../../actions/use-actions.tsx';
import { buttonClass, Button } from '../../kit/button.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { Copy, FlaskConical, PencilLine, FilePen } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useClusterEngine } from '../../cluster/use-cluster.ts';
import { describeFault } from '../../files/describe-fault.ts';
import { importGiven } from '../../files/import-draft.ts';
import { showToast } from '../../kit/toast.tsx';
import { useServices } from '../../platform/services.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';

interface TemplateActionsProps {
  readonly kind: TemplateStreamKind;
  readonly name: string;
  readonly body: unknown;
}

/** The actions on a template besides its deletion. */
export function TemplateActions({ kind, name, body }: TemplateActionsProps) {
  const navigate = useNavigate();
  const isComponent = kind === 'component_template';
  const search = kind === 'legacy_template' ? { legacy: true as const } : {};
  const edit = { to: isComponent ? ROUTES.editComponentTemplate : ROUTES.editTemplate, params: { name }, search };
  const clone = { to: isComponent ? ROUTES.cloneComponentTemplate : ROUTES.cloneTemplate, params: { name }, search };
  const fuzz = () =>
    void navigate({
      to: ROUTES.fuzzLab,
      search: { template: name, ...(kind !== 'index_template' && { kind }) },
    });
  useActions([
    { id: `open/edit/${name}`, title: 'Edit template', group: name, run: () => void navigate(edit) },
    { id: `open/clone/${name}`, title: 'Clone template', group: name, run: () => void navigate(clone) },
    { id: `open/fuzz/${name}`, title: 'Fuzz this template', group: name, run: fuzz },
  ]);
  return (
    <>
      <IconButton icon={FlaskConical} label="Fuzz this template" onPress={fuzz} />
      <OpenAsDraft name={name} body={body} />
      <Link className={buttonClass()} {...clone}>
        <Copy size={16} aria-hidden />
        Clone
      </Link>
      <Link className={buttonClass('primary')} {...edit}>
        <PencilLine size={16} aria-hidden />
        Edit
      </Link>
    </>
  );
}

/** Creates a draft from the cluster's body, for the engine of the cluster, and opens it. Nothing is sent. */
function OpenAsDraft({ name, body }: { readonly name: string; readonly body: unknown }) {
  const services = useServices();
  const target = useClusterEngine() ?? DEFAULT_ENGINE;
  const navigate = useNavigate();
  const open = async () => {
    const given = isObject(body) ? body : {};
    try {
      const { draftId } = await importGiven(
        services,
        { kind: 'body', body: given, place: locateMappings(given) },
        { name, target },
      );
      await navigate({ to: ROUTES.draft, params: { draftId } });
    } catch (error) {
      showToast({ kind: 'danger', ...describeFault(error, `“${name}”`) });
    }
  };
  useActions([{ id: `open/draft/${name}`, title: 'Open as draft', group: name, run: () => void open() }]);
  return (
    <Button icon={FilePen} onPress={() => void open()}>
      Open as draft
    </Button>
  );
}
