import type { DocumentSession } from '../../machines/document-session.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import styles from './screen.module.css';
import { useSetAside } from './use-set-aside.ts';

/** Changes that could not be kept, because somebody else was first: each can be applied again, or let go. */
export function SetAside({ session }: { readonly session: DocumentSession }) {
  const waiting = useSetAside(session);
  if (waiting.length === 0) return null;
  return (
    <section className={styles['notices']} aria-label="Changes not applied">
      {waiting.map(({ item, reason, attempts, applyAgain, dismiss }) => (
        <Banner
          key={item.id}
          kind="warning"
          title={`Not applied: ${item.summary}`}
          actions={
            <>
              <Button size="small" aria-label={`Apply again: ${item.summary}`} onPress={applyAgain}>
                Apply again
              </Button>
              <Button size="small" variant="quiet" aria-label={`Dismiss: ${item.summary}`} onPress={dismiss}>
                Dismiss
              </Button>
            </>
          }
        >
          {attempts > 0 && <strong>{attempts === 1 ? 'Retried: ' : `Retried ${attempts} times: `}</strong>}
          {reason}{' '}
          {attempts === 0 ? 'Someone else changed this first. Your other changes were kept.' : 'Nothing was changed.'}
        </Banner>
      ))}
    </section>
  );
}
