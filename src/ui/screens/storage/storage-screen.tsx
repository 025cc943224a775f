import { useRef } from 'react';
import { useActions } from '../../actions/use-actions.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useServices } from '../../platform/services.ts';
import { FileDrop } from '../../kit/file-drop.tsx';
import { BackupPanel } from './backup-panel.tsx';
import { ServerPanel } from './server-panel.tsx';
import { SpacePanel } from './space-panel.tsx';
import styles from './storage-screen.module.css';
import { StoredTable } from './stored-table.tsx';
import { useBackup } from './use-backup.ts';

/** What this device stores, how safe it is there, and how to take it elsewhere. */
export function StorageScreen() {
  const { drafts } = useServices();
  const backup = useBackup();
  const chooser = useRef<HTMLDivElement>(null);
  useActions([
    { id: 'storage.export', isEnabled: !backup.isBusy, run: () => void backup.exportAll() },
    { id: 'storage.import', isEnabled: !backup.isBusy, run: () => chooser.current?.querySelector('button')?.click() },
  ]);
  return (
    <Screen title="Storage" session={drafts} hasUndo={false}>
      <FileDrop hint="Drop a backup file" onGiven={(given) => void backup.importFile(given)} isDisabled={backup.isBusy}>
        <div className={styles['page']} aria-busy={backup.isBusy}>
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
