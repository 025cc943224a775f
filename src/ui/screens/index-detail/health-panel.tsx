import type { Allocation, Index } from '#domain/console';
import { HEALTH_REASONS } from '../../cluster/health-labels.ts';
import { TimeAgo } from '../../files/time-ago.tsx';
import { Button } from '../../kit/button.tsx';
import { Health } from '../../kit/health.tsx';
import { RotateCw } from '../../kit/icons/icons.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import type { ApiError } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useNow } from '../../platform/use-now.ts';
import { reasonLabel, ruleLabel } from './allocation-labels.ts';
import { Panel } from './panel.tsx';
import styles from './summary.module.css';

/** What the health of an index means for whoever uses it. */
const MEANINGS: Readonly<Record<string, string>> = {
  ...HEALTH_REASONS,
  red: 'A primary shard is not assigned. Searches miss its documents, and writes to it fail.',
};

/** How an index is doing, and why it is not green: the engine is asked only then. */
export function HealthPanel({ index: { name, health } }: { readonly index: Index }) {
  if (health === undefined) return null;
  const meaning = Object.hasOwn(MEANINGS, health) ? MEANINGS[health] : undefined;
  return (
    <Panel title="Health" aside={<Health health={health} />}>
      {meaning !== undefined && <p className={styles['text']}>{meaning}</p>}
      {(health === 'yellow' || health === 'red') && <Why name={name} />}
    </Panel>
  );
}

function Why({ name }: { readonly name: string }) {
  const { data, error, refetch, isFetching } = useApiQuery('allocation.get', { params: { name } });
  if (data === undefined && error === null) return <Skeleton width="80%" height="20px" />;
  return (
    <>
      {error !== null && <Refusal error={error} isPending={isFetching} onRetry={() => void refetch()} />}
      {data?.allocation && <Explanation allocation={data.allocation} />}
    </>
  );
}

interface RefusalProps {
  readonly error: ApiError;
  readonly isPending: boolean;
  readonly onRetry: () => void;
}

/** That the cluster does not say why. It is no failure of the page: the rest of the summary stands. */
function Refusal({ error, isPending, onRetry }: RefusalProps) {
  const isForbidden = error.statusCode === 403;
  return (
    <div className={styles['why']} role="note" aria-label="No explanation">
      <p className={styles['strong']}>
        {isForbidden ? 'You can’t see why: missing privileges' : 'The cluster did not explain why'}
      </p>
      {isForbidden && (
        <p>
          The allocation explain API requires the cluster privilege <code>monitor</code>.
        </p>
      )}
      <p className={styles['engine']}>{error.cluster?.reason ?? error.message}</p>
      {!isForbidden && (
        <span>
          <Button size="small" icon={RotateCw} isPending={isPending} onPress={onRetry}>
            Try again
          </Button>
        </span>
      )}
    </div>
  );
}

function Explanation({ allocation }: { readonly allocation: Allocation }) {
  const { shard, isPrimary, reason, since, details, explanation, causes } = allocation;
  const { clock } = useCore();
  const now = useNow(clock);
  const because = reasonLabel(reason) ?? reason;
  return (
    <div className={styles['why']}>
      <p className={styles['strong']}>
        Why {isPrimary ? 'the primary' : 'a replica'} of shard {shard} is not assigned
      </p>
      {because !== undefined && (
        <p>
          Unassigned since {since === undefined ? because : <TimeAgo at={since} now={now} />}
          {since !== undefined && `, when ${because}`}.
        </p>
      )}
      {details !== undefined && <p className={styles['engine']}>{details}</p>}
      {causes.length > 0 ? (
        <ul className={styles['causes']}>
          {causes.map((cause) => (
            <li key={cause.decider}>
              <p>
                {ruleLabel(cause.decider)} <span className={styles['muted']}>({nodeCount(cause.nodes)})</span>
              </p>
              <p className={styles['engine']}>
                <code>{cause.decider}</code> {cause.explanation}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        explanation !== undefined && <p className={styles['engine']}>{explanation}</p>
      )}
    </div>
  );
}

function nodeCount(nodes: number): string {
  return nodes === 1 ? '1 node' : `${nodes.toLocaleString('en')} nodes`;
}
