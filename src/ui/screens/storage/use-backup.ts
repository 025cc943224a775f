import { useState } from 'react';
import { countOf } from '#domain/console';
import { errorWords } from '../../platform/error-words.ts';
import { useServices } from '../../platform/services.ts';
import { NotABackupError, parseBackup } from '../../files/backup-file.ts';
import { importBackup } from '../../files/import-backup.ts';
import { reportLines, reportTitle } from '../../files/report-labels.ts';
import type { GivenText } from '../../kit/file-drop.tsx';
import type { MessageKind } from '../../kit/message-kind.tsx';
import { exportEverything } from '../../files/export-everything.ts';

/** The result of an export or an import. */
export interface BackupReport {
  readonly kind: MessageKind;
  readonly title: string;
  readonly lines: readonly string[];
}

export interface BackupCommands {
  readonly report: BackupReport | null;
  readonly isBusy: boolean;
  readonly exportAll: () => Promise<void>;
  readonly importFile: (given: GivenText) => Promise<void>;
  readonly dismiss: () => void;
}

/** Export and import of a backup, with the result. */
export function useBackup(): BackupCommands {
  const services = useServices();
  const [report, setReport] = useState<BackupReport | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (work: () => Promise<BackupReport>) => {
    setIsBusy(true);
    setReport(await work());
    setIsBusy(false);
  };
  return {
    report,
    isBusy,
    dismiss: () => setReport(null),
    exportAll: () =>
      run(async () => {
        const { drafts, mappings, missing } = await exportEverything(services);
        const title = `Exported ${countOf(drafts, 'draft')}${mappings === 0 ? '' : ` and ${countOf(mappings, 'index mapping', 'index mappings')}`}`;
        if (missing.length === 0) return { kind: 'success', title, lines: [] };
        return { kind: 'warning', title: `${title}: the backup is incomplete`, lines: missing };
      }),
    importFile: (given) =>
      run(async () => {
        const what = given.fileName ?? 'The pasted text';
        try {
          const results = await importBackup(services, parseBackup(await given.read()));
          await services.drafts.whenSaved();
          return {
            kind: results.some(({ outcome }) => outcome === 'refused') ? 'warning' : 'success',
            title: reportTitle(results),
            lines: reportLines(results),
          };
        } catch (error) {
          const message = errorWords(error);
          if (error instanceof NotABackupError)
            return {
              kind: 'danger',
              title: `${what} is not a valid backup`,
              lines: [message, 'Nothing was changed.'],
            };
          return {
            kind: 'danger',
            title: `${what} was only partly imported`,
            lines: [message, 'Imported data is kept. Import the file again to add the rest.'],
          };
        }
      }),
  };
}
