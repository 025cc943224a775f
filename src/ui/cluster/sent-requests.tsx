import { useMemo, useState } from 'react';
import { formatJson, parseJson } from '#domain/json';
import type { ClusterRequest } from '#domain/ports';
import common from '../kit/common.module.css';
import { CopyRequest } from './api-error-notice.tsx';
import styles from './cluster.module.css';
import { RequestBlock } from './request-block.tsx';

interface SentRequestsProps {
  /** In the order in which they are sent; with JSON bodies. */
  readonly requests: readonly ClusterRequest[];
  /** Whether they are unfolded at first. */
  readonly isOpen?: boolean;
}

/** The requests that a write sends, folded to one line; unfolded, each in whole and to be copied. */
export function SentRequests({ requests, isOpen: isFirstOpen = false }: SentRequestsProps) {
  const [isOpen, setIsOpen] = useState(isFirstOpen);
  const [first] = requests;
  if (first === undefined) return null;
  const isOne = requests.length === 1;
  return (
    <details
      className={styles['sent']}
      open={isFirstOpen || undefined}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <span>{isOne ? 'Request' : `${requests.length.toLocaleString('en')} requests`}</span>
        <code title={`${first.method} ${first.path}`}>
          {first.method} {first.path}
        </code>
      </summary>
      {isOpen && (
        <div className={common['stack3']}>
          {requests.map((request, at) => (
            <WholeRequest
              key={at}
              request={request}
              label={isOne ? 'Request' : `Request ${(at + 1).toLocaleString('en')}`}
            />
          ))}
        </div>
      )}
    </details>
  );
}

function WholeRequest({ request, label }: { readonly request: ClusterRequest; readonly label: string }) {
  const { method, path, body } = request;
  const readable = useMemo(
    () => (body === undefined ? { method, path } : { method, path, body: formatJson(parseJson(body), 2) }),
    [method, path, body],
  );
  return (
    <div className={common['stack2']}>
      <RequestBlock request={readable} label={label} />
      <div className={common['wrappedRow']}>
        <CopyRequest request={readable} />
      </div>
    </div>
  );
}
