import { useQuery, useQueryClient } from '@tanstack/react-query';
import { describeAction, stateOfAction, type ActionRef, type LoggedCall, type LoggedText } from '#domain/action';
import { whoOf } from '#domain/history';
import { formatJson, JsonTextError, parseJson } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { exactTime } from '../../files/relative-time.ts';
import { Chip } from '../../kit/chip.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { Flyout } from '../../kit/flyout.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Facts } from '../../lists/facts.tsx';
import { clusterApi } from '../../platform/api-provider.tsx';
import { apiQueryOptions } from '../../platform/api-queries.ts';
import { useCore } from '../../platform/services.ts';
import { ACTION_STATES } from './actions.ts';
import common from '../../kit/common.module.css';
import styles from './entry-flyout.module.css';
import { Who } from './who.tsx';

type ActionDetails = RouteAnswer<'actions.get'>;

interface ActionFlyoutProps {
  readonly action: ActionRef;
  /** Label of the cluster, for display. */
  readonly clusterLabel: string;
  readonly onClose: () => void;
}

/** One call to a cluster: who requested it and why, what was sent, what the cluster answered, and the outcome. */
export function ActionFlyout({ action: { cluster, id }, clusterLabel, onClose }: ActionFlyoutProps) {
  const { http } = useCore();
  const api = clusterApi({ http, queries: useQueryClient() }, cluster);
  const { data, error } = useQuery(apiQueryOptions(api, 'actions.get', { params: { name: id } }));
  return (
    <Flyout title={data === undefined ? 'Action' : describeAction(data, data)} onClose={onClose}>
      {data === undefined && error === null && <Skeleton height="240px" />}
      {error !== null && <ApiErrorNotice title="Couldn’t read this action" error={error} />}
      {data !== undefined && <Details action={data} clusterLabel={clusterLabel} />}
    </Flyout>
  );
}

function Details({ action, clusterLabel }: { readonly action: ActionDetails; readonly clusterLabel: string }) {
  const { author, at, reason, names, outcome, settled, address, requestId, route, id, body } = action;
  const { calls = [], moreCalls = 0 } = action;
  const { label, tone } = ACTION_STATES[stateOfAction(action)];
  const failed = outcome?.results?.filter((result) => result.outcome !== 'done') ?? [];
  return (
    <div className={styles['entry']}>
      <Facts
        facts={[
          ['Who', <Who name={whoOf(action)} author={author} />],
          ['When', <time dateTime={at}>{exactTime(at)}</time>],
          ['Why', reason ?? 'No reason given'],
          ['Cluster', clusterLabel],
          ['Outcome', <Chip tone={tone}>{label}</Chip>],
          ['Finished', outcome !== undefined && <time dateTime={outcome.at}>{exactTime(outcome.at)}</time>],
          ['Error', outcome?.error?.message],
          ['Stored differently', outcome?.storedOtherwise?.join(' ')],
          ['Found later', settled?.note],
          ['Names', names.length > 0 && <NameList names={names} />],
          [
            'Not done',
            failed.length > 0 && failed.map(({ name, error }) => `${name}: ${error?.message ?? 'not sent'}`).join('; '),
          ],
          ['Remote address', address],
          ['Event', <code className={styles['id']}>{`${route} ${id}, request ${requestId}`}</code>],
        ]}
      />
      <section aria-label="Sent to the cluster">
        <h3 className={common['textSize']}>Sent to the cluster</h3>
        {calls.length === 0 ? (
          <p>No request that changes the cluster is recorded.</p>
        ) : (
          <ol className={styles['calls']}>
            {calls.map((call, index) => (
              <li key={index}>
                <Call call={call} />
              </li>
            ))}
          </ol>
        )}
        {moreCalls > 0 && <p>{moreCalls.toLocaleString('en')} more requests were sent and are not kept.</p>}
      </section>
      {body !== undefined && (
        <section aria-label="Request to Mapledger">
          <h3 className={common['textSize']}>Request to Mapledger</h3>
          <Logged text={body} label="Request body" />
        </section>
      )}
    </div>
  );
}

/** Maximum number of names shown. */
const NAMES_LIMIT = 50;

function NameList({ names }: { readonly names: readonly string[] }) {
  const more = names.length - NAMES_LIMIT;
  return `${names.slice(0, NAMES_LIMIT).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}

function Call({ call: { method, path, status, body, answer, fault } }: { readonly call: LoggedCall }) {
  return (
    <>
      <p>
        <code className={styles['request']}>{`${method} ${path}`}</code>{' '}
        {status !== undefined && <Chip tone={status < 400 ? 'green' : 'danger'}>{status}</Chip>}
      </p>
      {fault !== undefined && <p>{fault}</p>}
      {body !== undefined && <Logged text={body} label="Sent" />}
      {answer !== undefined && <Logged text={answer} label="Response" />}
    </>
  );
}

function Logged({ text: { text, length }, label }: { readonly text: LoggedText; readonly label: string }) {
  return (
    <figure className={styles['logged']}>
      <figcaption>
        {label}
        {length !== undefined &&
          `, the first ${text.length.toLocaleString('en')} of ${length.toLocaleString('en')} characters`}
      </figcaption>
      <CodeBlock label={label} isWrapped>
        {pretty(text)}
      </CodeBlock>
    </figure>
  );
}

/** JSON on separate lines; other text and truncated JSON are unchanged. */
function pretty(text: string): string {
  try {
    return formatJson(parseJson(text), 2);
  } catch (error) {
    if (error instanceof JsonTextError) return text;
    throw error;
  }
}
