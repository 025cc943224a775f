import { Suspense, useState } from 'react';
import {
  BUNDLE_LIMITS,
  BundleError,
  collectBundle,
  formatBundle,
  parseBundle,
  unreadTemplates,
  type Bundle,
} from '#domain/template-move';
import { countOf } from '#domain/console';
import { Button } from '../../kit/button.tsx';
import { ChooseFile, type GivenText } from '../../kit/file-drop.tsx';
import { Download } from '../../kit/icons/icons.ts';
import { FileUp, Send } from '../../kit/icons/screen-icons.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { showToast } from '../../kit/toast.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError, asApiError } from '../../platform/console-api.ts';

const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog);

/** The selection in a list. */
interface Chosen {
  readonly templates?: readonly { readonly name: string; readonly isLegacy: boolean }[];
  readonly components?: readonly string[];
}

/**
 * Buttons that export the selected templates, with the templates that they use, and promote them to another cluster.
 */
export function MoveButtons({ templates = [], components = [] }: Chosen) {
  const { api } = useApi();
  const [bundle, setBundle] = useState<Bundle | null>(null);
  const [isReading, setIsReading] = useState(false);
  const count = templates.length + components.length;
  if (count === 0) return null;
  const read = async (onRead: (bundle: Bundle) => void) => {
    setIsReading(true);
    try {
      const [all, every] = await Promise.all([
        api.call('index_templates.list', {}),
        api.call('component_templates.list', {}),
      ]);
      const wanted = new Set(templates.map(({ name, isLegacy }) => `${String(isLegacy)} ${name}`));
      const unread = unreadTemplates(
        all,
        templates.map(({ isLegacy }) => (isLegacy ? 'legacy_template' : 'index_template')),
      );
      if (unread !== null) throw new ApiError(424, unread);
      const found = [...(all.templates ?? []), ...(all.legacyTemplates ?? [])].filter(({ name, isLegacy }) =>
        wanted.has(`${String(isLegacy)} ${name}`),
      );
      onRead(collectBundle(found, components, every));
    } catch (cause) {
      showToast({ kind: 'danger', title: 'Couldn’t read the templates', text: asApiError(cause).message });
    } finally {
      setIsReading(false);
    }
  };
  const save = (found: Bundle) => {
    saveFile('templates.ndjson', formatBundle(found), 'application/x-ndjson');
    const missing = [...new Set(found.missing.map(({ name }) => name))];
    showToast(
      missing.length === 0
        ? { kind: 'success', title: `Exported ${counted(found.items.length)}` }
        : {
            kind: 'warning',
            title: `Exported ${counted(found.items.length)}, some component templates are missing`,
            text: missing.join(', '),
          },
    );
  };
  return (
    <>
      <Button icon={Download} isPending={isReading} onPress={() => void read(save)}>
        Export
      </Button>
      <Button icon={Send} isDisabled={isReading} onPress={() => void read(setBundle)}>
        Promote
      </Button>
      {bundle !== null && (
        <Suspense>
          <MoveDialog bundle={bundle} onClose={() => setBundle(null)} />
        </Suspense>
      )}
    </>
  );
}

/** A button that imports a file of templates. */
export function ImportTemplates() {
  const [given, setGiven] = useState<{ readonly bundle: Bundle; readonly file: string } | null>(null);
  const open = async ({ fileName, sizeBytes, read }: GivenText) => {
    const what = fileName ?? 'The file';
    if (sizeBytes > BUNDLE_LIMITS.maxBytes) {
      const text = `At most ${BUNDLE_LIMITS.maxBytes / 1024 / 1024} MB.`;
      showToast({ kind: 'danger', title: `${what} is too large`, text });
      return;
    }
    try {
      setGiven({ bundle: parseBundle(await read()), file: fileName ?? 'templates' });
    } catch (error) {
      if (!(error instanceof BundleError)) throw error;
      showToast({ kind: 'danger', title: `${what} can’t be imported`, text: error.message });
    }
  };
  return (
    <>
      <ChooseFile icon={FileUp} accept={['.ndjson', '.json']} onGiven={(text) => void open(text)}>
        Import
      </ChooseFile>
      {given !== null && (
        <Suspense>
          <MoveDialog {...given} onClose={() => setGiven(null)} />
        </Suspense>
      )}
    </>
  );
}

function counted(count: number): string {
  return countOf(count, 'template');
}
