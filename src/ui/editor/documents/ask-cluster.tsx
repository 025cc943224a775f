import { useMemo } from 'react';
import { mappingsOfNewIndex } from '#domain/documents';
import { formatJson, isObject, type JsonObject } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import { countOf } from '#domain/console';
import { ApiErrorNotice, WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useCluster } from '../../cluster/use-cluster.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import common from '../../kit/common.module.css';
import { FlaskConical } from '../../kit/icons/icons.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { clusterDifferences, type ClusterOutcome } from './cluster-differences.ts';
import type { DocumentRun } from './document-run.ts';
import styles from './documents-pane.module.css';
import { AddedFields, addsWords } from './trial-result.tsx';

type Tried = Extract<DocumentRun, { readonly kind: 'tried' }>;

interface AskClusterProps {
  readonly run: Tried;
  /** The live index whose mappings are tried; its settings are taken. */
  readonly liveIndex: string | undefined;
}

/** Asks the cluster about the document, on request: without an index where it can, or on a scratch index. */
export function AskCluster({ run, liveIndex }: AskClusterProps) {
  const { data: cluster } = useCluster();
  const simulation = useApiMutation('documents.simulate');
  const trial = useApiMutation('documents.try', { invalidates: ['scratch_indices.list', 'indices.list'] });
  if (cluster === undefined) return null;
  const obstacle = cluster.state !== 'up' ? `${cluster.label} is unavailable.` : null;
  const { settings } = run.index;
  const body = {
    mappings: mappingsOfNewIndex(run.index),
    ...(liveIndex === undefined ? settings !== undefined && { settings } : { index: liveIndex }),
    document: run.document,
  };
  // Each run has its own document: the response about an earlier one is not about this.
  const isOfThisRun = (asked: { readonly body: { readonly document: unknown } } | undefined) =>
    asked?.body.document === run.document;
  const simulated = isOfThisRun(simulation.variables) ? simulation : null;
  const tested = isOfThisRun(trial.variables) ? trial : null;
  return (
    <section className={styles['cluster']} aria-label="Ask the cluster">
      <h2 className={styles['heading']}>Ask the cluster</h2>
      <div className={styles['ask']}>
        <p className={common['muted']}>
          Asks {cluster.label} to check the document against these mappings. Nothing is created.
        </p>
        <Button
          size="small"
          isPending={simulation.isPending}
          isDisabled={obstacle !== null}
          onPress={() => simulation.mutate({ body })}
        >
          Ask the cluster
        </Button>
      </div>
      {simulated !== null && simulated.error !== null && (
        <ApiErrorNotice title="The cluster couldn’t be asked" error={simulated.error} />
      )}
      {simulated?.data !== undefined && <Simulated run={run} answer={simulated.data} />}
      <div className={styles['ask']}>
        <p className={common['muted']}>
          This writes to {cluster.label}: it creates a hidden index with these mappings, indexes this document, reads
          its tokens and values, and deletes the index. The document isn’t recorded.
        </p>
        <Button
          size="small"
          icon={FlaskConical}
          isPending={trial.isPending}
          isDisabled={obstacle !== null || cluster.isReadOnly}
          onPress={() => trial.mutate({ body })}
        >
          Create and test
        </Button>
      </div>
      {cluster.isReadOnly && <p className={common['mutedSmall']}>{READ_ONLY_REASON}</p>}
      {obstacle !== null && <p className={common['mutedSmall']}>{obstacle}</p>}
      {tested !== null && tested.error !== null && (
        <WriteErrorNotice
          title="The document couldn’t be tested"
          error={tested.error}
          readAgain="the list of scratch indices"
        />
      )}
      {tested?.data !== undefined && <ScratchResult run={run} answer={tested.data} />}
    </section>
  );
}

function Simulated({ run, answer }: { readonly run: Tried; readonly answer: RouteAnswer<'documents.simulate'> }) {
  if (answer.outcome === undefined)
    return (
      <Banner kind="info" title={answer.reason}>
        Test it on a scratch index instead.
      </Banner>
    );
  return <Compared label="Response of the cluster" run={run} outcome={answer.outcome} />;
}

function ScratchResult({ run, answer }: { readonly run: Tried; readonly answer: RouteAnswer<'documents.try'> }) {
  const { tokens, missing = [], fields, docValues, isRemoved, index } = answer;
  return (
    <>
      <Compared label="Result on the scratch index" run={run} outcome={answer} />
      {!isRemoved && (
        <Banner kind="warning" title="The scratch index is still on the cluster">
          <span className={common['monoBreaking']}>{index}</span> couldn’t be deleted. It is tried again at the next
          test, sign-in or server start.
        </Banner>
      )}
      {tokens.length > 0 && (
        <>
          <h3 className={common['label']}>Tokens</h3>
          <ul className={styles['tokens']} aria-label="Tokens">
            {tokens.map(({ field, tokens: found, count }) => (
              <li key={field}>
                <code>{field}</code>
                {found.map((token, at) => (
                  <Chip key={at} isMono>
                    {token}
                  </Chip>
                ))}
                {count > found.length && (
                  <span className={common['mutedSmall']}>{countOf(count - found.length, 'more')}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <Values label="Values by fields" value={fields} />
      <Values label="Doc values" value={docValues} />
      {missing.map(({ part, reason }) => (
        <p key={part} className={common['mutedBreaking']}>
          No {part}: {reason}
        </p>
      ))}
    </>
  );
}

/** JSON that the cluster responded with; nothing where it is empty. */
function Values({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = useMemo(() => (isObject(value) && Object.keys(value).length > 0 ? formatJson(value, 2) : null), [value]);
  if (text === null) return null;
  return (
    <details>
      <summary>{label}</summary>
      <CodeBlock label={label} isWrapped>
        {text}
      </CodeBlock>
    </details>
  );
}

interface ComparedProps {
  readonly label: string;
  readonly run: Tried;
  readonly outcome: ClusterOutcome;
}

/** What the cluster made of the document, and where that is not what was foreseen. */
function Compared({ label, run, outcome }: ComparedProps) {
  const differences = useMemo(() => clusterDifferences(run.after, outcome), [run, outcome]);
  const added = (outcome.added ?? []).flatMap(({ path, definition }): { path: string; definition: JsonObject }[] =>
    isObject(definition) ? [{ path, definition }] : [],
  );
  return (
    <section className={common['stack2']} aria-label={label}>
      <p className={common['centredRow']} role="status">
        <Chip tone={outcome.isTaken ? 'success' : 'danger'}>{outcome.isTaken ? 'Accepted' : 'Refused'}</Chip>
        <span>{wordsOf(outcome, differences.length, run.after.outcome === 'unknown')}</span>
      </p>
      {outcome.reason !== undefined && <p className={common['mutedBreaking']}>{outcome.reason}</p>}
      {outcome.ignored !== undefined && outcome.ignored.length > 0 && (
        <p className={common['mutedBreaking']}>Ignored (_ignored): {outcome.ignored.join(', ')}</p>
      )}
      {added.length > 0 && <AddedFields label="Fields added by the cluster" added={added} />}
      {differences.length > 0 && (
        <Banner kind="warning" title="The cluster and Mapledger disagree">
          <ul className={styles['reasons']}>
            {differences.map(({ about, expected, actual }) => (
              <li key={about}>
                <strong>{about}</strong>
                <p>Mapledger: {expected}</p>
                <p>Cluster: {actual}</p>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </section>
  );
}

function wordsOf({ isTaken, added }: ClusterOutcome, differences: number, isUnknown: boolean): string {
  const agreed = isUnknown ? '' : differences === 0 ? ', as Mapledger expected' : ', not as Mapledger expected';
  const fields = !isTaken || added === undefined ? '' : `. ${addsWords(added.length)}`;
  return `By the cluster${agreed}${fields}`;
}
