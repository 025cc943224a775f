import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RouteAnswer } from '#domain/wire';
import { useClusterEngine } from '../../cluster/use-cluster.ts';
import { describeFault } from '../../files/describe-fault.ts';
import { importGiven, readGiven } from '../../files/import-draft.ts';
import { saveFile } from '../../kit/save-file.ts';
import { showToast } from '../../kit/toast.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { asApiError } from '../../platform/console-api.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';

/** The actions on a failed case. */
export interface CaseCommands {
  /** Whether the case is being read. */
  readonly isBusy: boolean;
  /** Reads the file of the case; null where that failed, which is shown. */
  read(number: number): Promise<RouteAnswer<'lab.case'> | null>;
  /** Imports the case as a draft, with its history where it has one, and opens the draft. */
  open(number: number): Promise<void>;
  download(number: number): Promise<void>;
}

export function useCaseCommands(runId: string): CaseCommands {
  const services = useServices();
  const { api } = useApi();
  const navigate = useNavigate();
  const target = useClusterEngine() ?? DEFAULT_ENGINE;
  const [isBusy, setIsBusy] = useState(false);

  async function read(number: number) {
    setIsBusy(true);
    try {
      return await api.call('lab.case', { params: { name: runId }, query: { case: number } });
    } catch (error) {
      showToast({ kind: 'danger', title: `Couldn’t load case ${number}`, text: asApiError(error).message });
      return null;
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isBusy,
    read,
    async open(number) {
      const found = await read(number);
      if (found === null) return;
      const offer = { action: { label: 'Download case', onAction: () => save(found) } };
      if (found.draft === null) {
        showToast({
          kind: 'warning',
          title: `Case ${number} can’t be opened in the editor`,
          text: 'It isn’t about one mapping or template. Download it to replay it.',
          ...offer,
        });
        return;
      }
      const { name, text } = found.draft;
      try {
        const { draftId } = await importGiven(services, readGiven(text), { name, target });
        await navigate({ to: ROUTES.draft, params: { draftId } });
      } catch (error) {
        showToast({ kind: 'danger', ...describeFault(error, name), ...offer });
      }
    },
    async download(number) {
      const found = await read(number);
      if (found !== null) save(found);
    },
  };
}

function save({ fileName, file }: { readonly fileName: string; readonly file: string }): void {
  saveFile(fileName, file, 'application/json');
}
