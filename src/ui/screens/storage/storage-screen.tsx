import { useRef, type RefObject } from 'react';
import { useActions } from '../../actions/use-actions.tsx';
import { Screen } from '../../frame/screen.tsx';
import { ScreenTabs } from '../../frame/screen-tabs.tsx';
import { useServices } from '../../platform/services.ts';
import { FileDrop, ChooseFile } from '../../kit/file-drop.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Download, Upload } from '../../kit/icons/icons.ts';
import { ServerPanel } from './server-panel.tsx';
import { SpacePanel } from './space-panel.tsx';
import { StoredTable } from './stored-table.tsx';
import { useBackup, type BackupCommands } from './use-backup.ts';
import common from '../../kit/common.module.css';
import styles from './storage-screen.module.css';

/** The data that this device stores, how safely it is stored, and how to export it. */
export function StorageScreen() {
  const { drafts } = useServices();
  const backup = useBackup();
  const chooser = useRef<HTMLDivElement>(null);
  useActions([
    { id: 'storage.export', isEnabled: !backup.isBusy, run: () => void backup.exportAll() },
    { id: 'storage.import', isEnabled: !backup.isBusy, run: () => chooser.current?.querySelector('button')?.click() },
  ]);
  return (
    <Screen title="Storage" session={drafts} hasUndo={false} tabs={<ScreenTabs of="settings" />}>
      <FileDrop hint="Drop a backup file" onGiven={(given) => void backup.importFile(given)} isDisabled={backup.isBusy}>
        <div className={common['page']} aria-busy={backup.isBusy}>
          <section className={styles['section']} aria-labelledby="storage-room">
            <h2 id="storage-room">Disk usage</h2>
            <SpacePanel />
          </section>
          <section className={styles['section']} aria-labelledby="storage-backup">
            <h2 id="storage-backup">Backup</h2>
            <BackupPanel commands={backup} chooser={chooser} />
          </section>
          <section className={styles['section']} aria-labelledby="storage-stored">
            <h2 id="storage-stored">Stored data</h2>
            <StoredTable />
          </section>
          <section className={styles['section']} aria-labelledby="storage-server">
            <h2 id="storage-server">Server</h2>
            <ServerPanel />
          </section>
        </div>
      </FileDrop>
    </Screen>
  );
}

interface BackupPanelProps {
  readonly commands: BackupCommands;
  /** The element that contains the button to choose a file. */
  readonly chooser: RefObject<HTMLDivElement | null>;
}

/** Exports and imports a backup and shows the result. */
function BackupPanel({ commands, chooser }: BackupPanelProps) {
  const { report } = commands;
  return (
    <div className={common['stack3']}>
      <div className={styles['row']}>
        <p className={styles['words']}>
          A backup contains all drafts, the index mappings and templates edited on this device, and their histories.
          Importing only adds what is missing; importing twice is safe.
        </p>
        <div className={common['wrappedRow']} ref={chooser}>
          <ChooseFile
            accept={['.ndjson', '.jsonl', '.txt', 'application/x-ndjson']}
            icon={Upload}
            onGiven={(given) => void commands.importFile(given)}
          >
            Import backup
          </ChooseFile>
          <Button
            variant="primary"
            icon={Download}
            isPending={commands.isBusy}
            onPress={() => void commands.exportAll()}
          >
            Export backup
          </Button>
        </div>
      </div>
      {report !== null && (
        <div {...((report.kind === 'success' || report.kind === 'info') && { role: 'status' })}>
          <Banner kind={report.kind} title={report.title} onDismiss={commands.dismiss}>
            {report.lines.length > 0 && (
              <ul className={styles['lines']} aria-label="Details" tabIndex={0}>
                {report.lines.map((line, index) => (
                  <li key={index}>{line}</li>
                ))}
              </ul>
            )}
          </Banner>
        </div>
      )}
    </div>
  );
}
