import { useState } from 'react';
import { useOfferedActions } from '../actions/use-actions.tsx';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { keepPreference, keptPreference } from '../platform/device-preferences.ts';
import { useAuthor, useServices } from '../platform/services.ts';
import { useDocument } from '../platform/use-document.ts';
import type { DocumentSession } from '../../machines/document-session.ts';
import styles from './screen.module.css';

const ASKED = 'mapledger.name-asked';

/** Asks somebody without a name for one after the first edit; once on each device, and nothing waits for it. */
export function NameNotice({ session }: { readonly session: DocumentSession }) {
  const { identity } = useServices();
  const { name } = useAuthor();
  const setName = useOfferedActions().find(({ id }) => id === 'app.yourName');
  const { version } = useDocument(session).state.history;
  const [openedAt] = useState(version);
  const [isDismissed, setIsDismissed] = useState(() => keptPreference(ASKED) !== null);
  if (isDismissed || name !== identity.unnamed || version === openedAt || setName === undefined) return null;
  const dismiss = () => {
    keepPreference(ASKED, 'yes');
    setIsDismissed(true);
  };
  return (
    <div className={styles['ask']} role="status">
      <Banner
        kind="info"
        title="Add your name to your changes"
        actions={
          <>
            <Button
              size="small"
              onPress={() => {
                dismiss();
                setName.run();
              }}
            >
              Set your name
            </Button>
            <Button size="small" variant="quiet" onPress={dismiss}>
              Not now
            </Button>
          </>
        }
      >
        The history shows who made each change.
      </Banner>
    </div>
  );
}
