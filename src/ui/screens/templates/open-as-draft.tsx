import { useNavigate } from '@tanstack/react-router';
import { isObject } from '#domain/json';
import { locateMappings } from '#domain/template';
import { useActions } from '../../actions/use-actions.tsx';
import { useClusterEngine } from '../../cluster/use-cluster.ts';
import { describeFault } from '../../files/describe-fault.ts';
import { importGiven } from '../../files/import-draft.ts';
import { Button } from '../../kit/button.tsx';
import { FilePen } from '../../kit/icons/icons.ts';
import { showToast } from '../../kit/toast.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';

/** Makes a draft of a body as the cluster has it, for the engine of the cluster, and opens it. Nothing is sent. */
export function OpenAsDraft({ name, body }: { readonly name: string; readonly body: unknown }) {
  const services = useServices();
  const target = useClusterEngine() ?? DEFAULT_ENGINE;
  const navigate = useNavigate();
  const open = async () => {
    const given = isObject(body) ? body : {};
    try {
      const { draftId } = await importGiven(
        services,
        { kind: 'body', body: given, place: locateMappings(given), notices: [] },
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
