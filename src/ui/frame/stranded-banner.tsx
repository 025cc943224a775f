import { ADD_AS_NEW } from './add-as-new.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { copyText } from '../kit/copy-text.ts';
import { Copy } from '../kit/icons/icons.ts';
import styles from './stranded-banner.module.css';

interface StrandedBannerProps {
  /** The subject of the changes, within a sentence. */
  readonly label: string;
  /** Why the form does not accept the content, as a sentence. */
  readonly reason: string;
  readonly text: string;
  /** Moves the content into the form for a new field; only for content about a removed field. */
  readonly onAddNew?: (() => void) | undefined;
  readonly onDiscard: () => void;
}

/** Typed content that no form accepts any more: it can be copied, or discarded. */
export function StrandedBanner({ label, reason, text, onAddNew, onDiscard }: StrandedBannerProps) {
  return (
    <Banner
      kind="warning"
      title={`Not applied: changes to ${label}`}
      actions={
        <>
          {onAddNew && (
            <Button size="small" aria-label={`${ADD_AS_NEW}: ${label}`} onPress={onAddNew}>
              {ADD_AS_NEW}
            </Button>
          )}
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
