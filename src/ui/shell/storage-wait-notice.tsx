import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import type { StorageWait } from '../platform/services.ts';
import common from '../kit/common.module.css';
import styles from '../screens/storage/storage-banner.module.css';

const WAITS = {
  long: {
    title: 'Opening storage is taking longer than usual',
    text: 'The browser hasn’t responded for five seconds. Your data is safe, and drafts and editors open as soon as the browser responds.',
    steps: [
      'Wait a minute if you have a lot of data or the browser has just started.',
      'Close other Mapledger tabs: one of them may be using the storage.',
      'Reload this page. If that doesn’t help, restart the browser.',
    ],
  },
  blocked: {
    title: 'An older tab is blocking a storage update',
    text: 'Another tab is using an older version of the storage. No data is lost, and drafts and editors open as soon as that tab is closed.',
    steps: [
      'Save or export unsaved changes in other Mapledger tabs.',
      'Close all other Mapledger tabs, in every window of this browser.',
    ],
  },
} as const;

/** Why opening the storage takes longer than it should, and how to go on without it. */
export function StorageWaitNotice({ kind, giveUp }: StorageWait) {
  const { title, text, steps } = WAITS[kind];
  return (
    <div className={common['strip']}>
      <Banner
        kind="warning"
        title={title}
        actions={
          <>
            <Button size="small" onPress={() => window.location.reload()}>
              Reload
            </Button>
            <Button size="small" variant="quiet" onPress={giveUp}>
              Continue without storage
            </Button>
          </>
        }
      >
        <p>{text}</p>
        <ul className={styles['steps']}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <p>Without storage, changes are kept in this tab only.</p>
      </Banner>
    </div>
  );
}
