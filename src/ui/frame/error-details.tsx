import { errorWords } from '../platform/error-words.ts';
import { Button } from '../kit/button.tsx';
import { copyText } from '../kit/copy-text.ts';
import { ClipboardCopy, RefreshCw } from '../kit/icons/icons.ts';
import { ChunkError } from '../kit/load-chunk.ts';
import styles from './error-details.module.css';
import { errorReport } from './error-report.ts';

interface ErrorPartProps {
  readonly error: unknown;
}

/** The words for an error: as text where they are ours, as code where a program wrote them. */
export function ErrorMessage({ error }: ErrorPartProps) {
  const words = errorWords(error);
  const isOurs = error instanceof ChunkError || (error instanceof Error && error.message !== words);
  return isOurs ? <p>{words}</p> : <code className={styles['message']}>{words}</code>;
}

interface ErrorButtonsProps extends ErrorPartProps {
  readonly onRetry: () => void;
  readonly isPending?: boolean;
  readonly size?: 'medium' | 'small';
}

/** The next steps after an error: retry, reload the page, copy the error. */
export function ErrorButtons({ error, onRetry, isPending = false, size = 'medium' }: ErrorButtonsProps) {
  return (
    <>
      <Button variant="primary" size={size} isPending={isPending} onPress={onRetry}>
        Retry
      </Button>
      <Button icon={RefreshCw} size={size} onPress={() => window.location.reload()}>
        Reload page
      </Button>
      <Button icon={ClipboardCopy} size={size} onPress={() => void copyText(errorReport(error), 'Copied the error')}>
        Copy error
      </Button>
    </>
  );
}
