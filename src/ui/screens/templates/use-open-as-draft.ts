import { useNavigate } from '@tanstack/react-router';
import { isObject } from '#domain/json';
import { locateMappings } from '#domain/template';
import { APP_BASE } from '../../platform/app-base.ts';
import { useServices } from '../../platform/services.ts';
import { useClusterEngine } from '../../cluster/use-cluster.ts';
import { describeFault } from '../../files/describe-fault.ts';
import { importGiven } from '../../files/import-draft.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { showToast } from '../../kit/toast.tsx';

/** Makes a draft of a body as the cluster has it, for the engine of the cluster, and opens it. Nothing is sent. */
export function useOpenAsDraft(): (name: string, body: unknown) => Promise<void> {
  const services = useServices();
  const target = useClusterEngine() ?? DEFAULT_ENGINE;
  const navigate = useNavigate();
  return async (name, body) => {
    const given = isObject(body) ? body : {};
    try {
      const { draftId } = await importGiven(
        services,
        { kind: 'body', body: given, place: locateMappings(given), notices: [] },
        { name, target },
      );
      await navigate({ to: `${APP_BASE}/drafts/$draftId`, params: { draftId } });
    } catch (error) {
      showToast({ kind: 'danger', ...describeFault(error, `“${name}”`) });
    }
  };
}
