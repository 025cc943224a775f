import { useNavigate } from '@tanstack/react-router';
import type { TemplateAddress } from '#domain/code';
import type { CodeClaim } from '../../cluster/use-code-claims.ts';
import { Download, History, PencilLine } from '../../kit/icons/icons.ts';
import { RowMenu } from '../../lists/row-menu.tsx';
import { showToast } from '../../kit/toast.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { asApiError } from '../../platform/console-api.ts';
import { editorOf, historyOf } from './claim-links.ts';
import { STATE_WORDS } from './claim-states.ts';
import { downloadTemplate } from './download-template.ts';

/** What can be done with the object of a row. */
export function ClaimMenu({ claim }: { readonly claim: CodeClaim }) {
  const navigate = useNavigate();
  const { api } = useApi();
  const { kind, name, state } = claim;
  const missing = state === 'missing' && { isDisabled: true, description: STATE_WORDS.missing.description };
  const download = async (template: TemplateAddress) => {
    try {
      await downloadTemplate(api, template);
    } catch (cause) {
      showToast({ kind: 'danger', title: `Couldn’t read ${name}`, text: asApiError(cause).message });
    }
  };
  return (
    <RowMenu
      name={name}
      item={claim}
      entries={[
        {
          id: 'edit',
          label: kind === 'index' ? 'Edit mapping' : 'Edit',
          icon: PencilLine,
          ...missing,
          onAction: () => void navigate(editorOf(claim)),
        },
        { id: 'history', label: 'History', icon: History, onAction: () => void navigate(historyOf(claim)) },
        // Into a file of an index pull writes only what the file names, which is not recorded.
        ...(kind === 'index'
          ? []
          : [
              {
                id: 'download',
                label: 'Download as file',
                icon: Download,
                ...missing,
                onAction: () => void download({ kind, name }),
              },
            ]),
      ]}
    />
  );
}
