import type { ClusterRequest } from '#domain/ports';
import { ClipboardCopy, RotateCw } from '../kit/icons/icons.ts';
import { isOutcomeUnknown, type ApiError } from '../platform/console-api.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { copyText } from '../kit/copy-text.ts';
import styles from './cluster.module.css';
import { asConsole, asCurl } from './copy-request.ts';

interface ApiErrorNoticeProps {
  /** What was not done: "The indices can’t be listed". */
  readonly title: string;
  readonly error: ApiError;
  /** What to do about it, beside what the error says. */
  readonly advice?: string;
  readonly onRetry?: () => void;
  readonly onDismiss?: () => void;
}

/** A call that failed: what happened, the cluster's own reason, and the request, to be copied. */
export function ApiErrorNotice({ title, error, advice, onRetry, onDismiss }: ApiErrorNoticeProps) {
  const { cluster, message } = error;
  const isReasonSaid = cluster?.reason === undefined || message.includes(cluster.reason);
  return (
    <Banner
      kind="danger"
      title={title}
      {...(onDismiss && { onDismiss })}
      actions={
        <>
          {onRetry && (
            <Button size="small" icon={RotateCw} onPress={onRetry}>
              Try again
            </Button>
          )}
          {cluster?.request && <CopyRequest request={cluster.request} />}
        </>
      }
    >
      {advice !== undefined && <p>{advice}</p>}
      <p>{message}</p>
      {!isReasonSaid && (
        <p className={styles['reason']}>
          {cluster.type !== undefined && <code>{cluster.type}</code>} {cluster.reason}
        </p>
      )}
      {cluster?.request && (
        <p className={styles['request']}>
          <code>
            {cluster.request.method} {cluster.request.path}
          </code>
        </p>
      )}
    </Banner>
  );
}

interface WriteErrorNoticeProps extends ApiErrorNoticeProps {
  /** What to look at where the outcome is unknown: "the list of aliases", which is read again by then. */
  readonly readAgain: string;
}

/** A write that failed: that it was not done, or that nobody knows, because its answer was lost. */
export function WriteErrorNotice({ readAgain, title, error, ...props }: WriteErrorNoticeProps) {
  if (!isOutcomeUnknown(error)) return <ApiErrorNotice title={title} error={error} {...props} />;
  return (
    <ApiErrorNotice
      title="The result is unknown"
      error={error}
      advice={`The response was lost, so the change may have been made. Check ${readAgain} before retrying; it was read again.`}
      {...props}
    />
  );
}

/** Buttons that copy a request: as a command line, and for the Dev Tools console. */
export function CopyRequest({ request }: { readonly request: ClusterRequest }) {
  return (
    <>
      <Button size="small" icon={ClipboardCopy} onPress={() => void copyText(asCurl(request), 'Copied as curl')}>
        Copy as curl
      </Button>
      <Button
        size="small"
        icon={ClipboardCopy}
        onPress={() => void copyText(asConsole(request), 'Copied for the Dev Tools console')}
      >
        Copy for Dev Tools
      </Button>
    </>
  );
}
