import type { ClusterRequest } from '#domain/ports';
import { ClipboardCopy, RotateCw } from '../kit/icons/icons.ts';
import { isOutcomeUnknown, type ApiError } from '../platform/console-api.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { copyText } from '../kit/copy-text.ts';
import { shellQuoted } from '../platform/shell-quoted.ts';
import styles from './cluster.module.css';

interface ApiErrorNoticeProps {
  /** What was not done: "The indices can’t be listed". */
  readonly title: string;
  readonly error: ApiError;
  /** What to do about it, in addition to the error's own message. */
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
  /** What to check where the outcome is unknown: "the list of aliases", which is refreshed by then. */
  readonly readAgain: string;
}

/** A write that failed, or whose outcome is unknown because its response was lost. */
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

/** Replaces the address of the cluster in a copied request: the browser does not know it. */
const ADDRESS = '$CLUSTER_URL';

/** The request as a command line. Without credentials: whoever runs it adds their own. */
function asCurl({ method, path, body }: ClusterRequest): string {
  const data = body === undefined ? '' : ` \\\n  -H 'content-type: application/json' \\\n  -d ${shellQuoted(body)}`;
  return `curl -X ${method} "${ADDRESS}"${shellQuoted(path)}${data}`;
}

/** The request as the Dev Tools console takes it. */
function asConsole({ method, path, body }: ClusterRequest): string {
  return body === undefined ? `${method} ${path}` : `${method} ${path}\n${body}`;
}
