import { errorWords } from '../platform/error-words.ts';
import { summaryIn } from '#domain/log';
import type { TruncatedTail, TruncatedRecord } from '#domain/ports';
import type { DocumentSession } from '../../machines/document-session.ts';
import { useDocument } from '../platform/use-document.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { showToast } from '../kit/toast.tsx';
import { exportCut } from '../files/export-cut.ts';
import styles from './screen.module.css';

interface CutNoticeProps {
  readonly session: DocumentSession;
  /** The name of the document, for the file. */
  readonly name: string;
}

/** More lines would push the document out of sight; the file has all of them. */
const MOST_LINES = 5;

/** The damaged records of a log that were removed, or restored from the server, until the notice is dismissed. */
export function CutNotice({ session, name }: CutNoticeProps) {
  const { cuts } = useDocument(session);
  if (cuts.length === 0) return null;
  const dismiss = (cut: TruncatedTail) => {
    session.dismissCut(cut).catch((cause: unknown) => {
      showToast({ kind: 'danger', title: 'Couldn’t dismiss the notice', text: errorWords(cause) });
    });
  };
  return (
    <section className={styles['notices']} aria-label="Removed changes">
      {cuts.map((cut) => (
        <Banner
          key={cut.number}
          kind="warning"
          title={titleOf(cut)}
          actions={
            <>
              <Button size="small" onPress={() => exportCut(name, cut)}>
                Export removed records
              </Button>
              <Button size="small" variant="quiet" onPress={() => dismiss(cut)}>
                Dismiss
              </Button>
            </>
          }
        >
          <p>
            {cut.isRestored === true
              ? `Record ${cut.records[0]?.version} was damaged: ${cut.reason}. No change is lost: the server had the same records. The damaged ones are kept on this device.`
              : `Record ${cut.records[0]?.version} is damaged: ${cut.reason}. An interrupted write is the usual cause. All earlier changes are intact, and the removed records are kept on this device.`}
          </p>
          <ul className={styles['cuts']}>
            {cut.records.slice(0, MOST_LINES).map((record) => (
              <li key={record.version}>{lineOf(record)}</li>
            ))}
            {cut.records.length > MOST_LINES && <li>{(cut.records.length - MOST_LINES).toLocaleString('en')} more</li>}
          </ul>
        </Banner>
      ))}
    </section>
  );
}

function titleOf({ records, isRestored }: TruncatedTail): string {
  if (isRestored === true)
    return records.length === 1
      ? 'A damaged change was restored from the server'
      : `${records.length.toLocaleString('en')} damaged changes were restored from the server`;
  return records.length === 1
    ? 'The last change was damaged and has been removed'
    : `The last ${records.length.toLocaleString('en')} changes were damaged and have been removed`;
}

function lineOf({ version, record }: TruncatedRecord): string {
  if (record === null) return `Record ${version}: missing`;
  return `Record ${version}: ${summaryIn(record.text) ?? 'unreadable'}`;
}
