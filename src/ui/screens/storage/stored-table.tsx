import { Link } from '@tanstack/react-router';
import { errorWords } from '../../platform/error-words.ts';
import { dispatchWithFeedback } from '../../actions/dispatch-with-feedback.ts';
import { Undo2 } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { templateEditorOf } from '../../platform/template-links.ts';
import { useServices } from '../../platform/services.ts';
import { useDocument } from '../../platform/use-document.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { showToast } from '../../kit/toast.tsx';
import { Banner } from '../../kit/banner.tsx';
import hidden from '../../kit/visually-hidden.module.css';
import { entryToBringBack, storedLogs, type StoredLog } from '../../files/stored-logs.ts';
import styles from './stored-table.module.css';
import { useStoredStreams } from '../../platform/use-stored-streams.ts';

const KINDS: Readonly<Record<StoredLog['kind'], string>> = {
  draft: 'Draft',
  index: 'Live mapping',
  template: 'Live template',
  deleted: 'Deleted, log kept',
  list: 'Draft list',
  tests: 'Document tests',
  lint: 'Switched off lint rules',
  other: 'Other log',
};

/** The stored data of this device, log by log. */
export function StoredTable() {
  const { store, clock, drafts } = useServices();
  const { state, readOnly } = useDocument(drafts);
  const stored = useStoredStreams(store);
  if (stored.kind === 'reading') return <Skeleton height="132px" />;
  if (stored.kind === 'failed') {
    return (
      <Banner kind="danger" title="Couldn’t list the stored data">
        {stored.reason}. Open documents are still complete: export them, then reload the page.
      </Banner>
    );
  }
  const bringBack = async (log: StoredLog) => {
    try {
      const draft = await entryToBringBack(store, clock, drafts.getSnapshot().state, log);
      dispatchWithFeedback(
        drafts,
        { type: 'draft.add', payload: { id: log.id, draft } },
        `Restored draft ${draft.name}`,
      );
    } catch (error) {
      showToast({
        kind: 'danger',
        title: `Couldn’t restore “${log.name}”`,
        text: `${errorWords(error)}. Its log was not changed.`,
      });
    }
  };
  const logs = storedLogs(stored.streams, state);
  const canBringBack = readOnly === null && logs.some(({ kind }) => kind === 'deleted');
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className={styles['kind']}>
            Type
          </th>
          <th scope="col" className={styles['events']}>
            Events
          </th>
          {canBringBack && (
            <th scope="col" className={styles['action']}>
              <span className={hidden['text']}>Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {logs.map((log) => (
          <tr key={log.stream}>
            <th scope="row">
              {log.kind === 'draft' ? (
                <Link className={styles['link']} to={ROUTES.draft} params={{ draftId: log.id }}>
                  {log.name}
                </Link>
              ) : log.kind === 'index' ? (
                <Link
                  className={styles['link']}
                  to={ROUTES.indexMapping}
                  params={{ name: log.name }}
                  search={{ uuid: log.id }}
                >
                  Mapping of index {log.name}
                </Link>
              ) : log.template !== undefined ? (
                <Link className={styles['link']} {...templateEditorOf(log.template)}>
                  Template {log.name}
                </Link>
              ) : (
                log.name
              )}
            </th>
            <td className={styles['kind']}>
              <Chip {...(log.kind === 'deleted' && { tone: 'warning' as const })}>{KINDS[log.kind]}</Chip>
            </td>
            <td className={styles['events']}>{log.version.toLocaleString('en')}</td>
            {canBringBack && (
              <td className={styles['action']}>
                {log.kind === 'deleted' && (
                  <Button
                    size="small"
                    icon={Undo2}
                    aria-label={`Restore ${log.name}`}
                    onPress={() => void bringBack(log)}
                  >
                    Restore
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
