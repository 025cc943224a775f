import type { RefObject } from 'react';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { ChooseFile } from '../../kit/file-drop.tsx';
import { Download, Upload } from '../../kit/icons/icons.ts';
import styles from './storage-screen.module.css';
import type { BackupCommands } from './use-backup.ts';

interface BackupPanelProps {
  readonly commands: BackupCommands;
  /** What holds the button that chooses a file. */
  readonly chooser: RefObject<HTMLDivElement | null>;
}

/** Exports and imports a backup and shows the result. */
export function BackupPanel({ commands, chooser }: BackupPanelProps) {
  const { report } = commands;
  return (
    <div className={styles['panel']}>
      <div className={styles['row']}>
        <p className={styles['words']}>
          A backup contains all drafts, the index mappings and templates edited on this device, and their histories.
          Importing only adds what is missing; importing twice is safe.
        </p>
        <div className={styles['buttons']} ref={chooser}>
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
