import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { copyText } from '../kit/copy-text.ts';
import { Copy } from '../kit/icons/icons.ts';
import styles from './stranded-banner.module.css';

interface StrandedBannerProps {
  /** What was changed, within a sentence. */
  readonly label: string;
  /** Why its form does not take it, as a sentence. */
  readonly reason: string;
  readonly text: string;
  readonly onDiscard: () => void;
}

/** What was typed and no form takes any more: it can be copied, or discarded. */
export function StrandedBanner({ label, reason, text, onDiscard }: StrandedBannerProps) {
  return (
    <Banner
      kind="warning"
      title={`Not applied: changes to ${label}`}
      actions={
        <>
          <Button
            size="small"
            icon={Copy}
            aria-label={`Copy changes to ${label}`}
            onPress={() => void copyText(text, 'Copied')}
          >
            Copy
          </Button>
          <Button size="small" variant="quiet" aria-label={`Discard changes to ${label}`} onPress={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      <p>{reason} The text is kept until you discard it.</p>
      <pre className={styles['text']} tabIndex={0} aria-label={`Changes to ${label}`}>
        {text}
      </pre>
    </Banner>
  );
}
