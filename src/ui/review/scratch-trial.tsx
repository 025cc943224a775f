import { use, useMemo } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { classifyChanges, trialsOf, type ClassedChange } from '#domain/impact';
import type { TriedIndex } from '#domain/documents';
import type { JsonObject } from '#domain/json';
import { foreseenRefusals, planMappingUpdate } from '#domain/mapping';
import type { RouteAnswer } from '#domain/wire';
import { countOf } from '#domain/console';
import { WriteErrorNotice } from '../cluster/api-error-notice.tsx';
import { ReasonContext } from '../cluster/use-reason.tsx';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { FlaskConical } from '../kit/icons/icons.ts';
import { useApiMutation } from '../platform/use-api-mutation.ts';
import { useApiQuery } from '../platform/use-api-query.ts';
import { ChangeList, type ListedChange } from './change-list.tsx';
import common from '../kit/common.module.css';
import styles from './review.module.css';

interface ScratchTrialProps {
  /** The name of the live index. */
  readonly name: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly target: TargetEngine;
  /** The settings of the index, flat, with their defaults; undefined until they are known. */
  readonly settings: JsonObject | undefined;
  /** The index with its own settings. */
  readonly index: TriedIndex;
  /** Why nothing can be sent to the cluster. */
  readonly obstacle: string | null;
}

/** Tests which changes the cluster accepts, on an index that is created for the test and then removed. */
export function ScratchTrial({ name, before, after, target, settings, index, obstacle }: ScratchTrialProps) {
  const changes = useMemo(() => {
    const plan = planMappingUpdate(before, after, target);
    return classifyChanges(plan, foreseenRefusals(before, plan.body, target, settings), { index, after });
  }, [before, after, settings, target, index]);
  const trials = useMemo(() => trialsOf(before, after, target), [before, after, target]);
  const leftovers = useApiQuery('scratch_indices.list', {});
  const trial = useApiMutation('mapping.try', { invalidates: ['scratch_indices.list', 'indices.list'] });
  const reason = use(ReasonContext);
  const needsNewIndex = changes.some(
    ({ at, impact }) => impact === 'new_index' && trials.some((each) => each.at === at),
  );
  const left = leftovers.data?.indices ?? [];
  if (trials.length === 0 && left.length === 0) return null;
  return (
    <section className={common['framed']} aria-label="Test on a scratch index">
      <div className={styles['row']}>
        <div className={styles['words']}>
          <strong>Test on a scratch index</strong>
          <p className={styles['muted']}>
            This writes to the cluster: it creates a hidden index with this mapping, tests{' '}
            {countOf(trials.length, 'change')} on it{needsNewIndex && ', including what requires a new index,'} and
            deletes it. {name} isn’t touched.
            {trials.length < changes.length &&
              ` ${countOf(changes.length - trials.length, 'other change isn’t', 'other changes aren’t')} tested.`}
          </p>
        </div>
        <Button
          size="small"
          icon={FlaskConical}
          isPending={trial.isPending}
          isDisabled={obstacle !== null || trials.length === 0}
          onPress={() => trial.mutate({ params: { name }, body: { updates: trials.map(({ body }) => body) }, reason })}
        >
          Create and test
        </Button>
      </div>
      {trial.error !== null && (
        <WriteErrorNotice
          title="The changes couldn’t be tested"
          error={trial.error}
          readAgain="the list of scratch indices"
        />
      )}
      {trial.data !== undefined && (
        <ChangeList label="Tested changes" changes={testedChanges(changes, trials, trial.data)} />
      )}
      {left.length > 0 && (
        <Banner
          kind="warning"
          title={`${countOf(left.length, 'scratch index is', 'scratch indices are')} still on the cluster`}
        >
          <span className={common['monoBreaking']}>{left.map((index) => index.name).join(', ')}</span> couldn’t be
          deleted. It is tried again at the next test, sign-in or server start.
        </Banner>
      )}
    </section>
  );
}

/** The cluster's response to each change, and whether it is the expected one. */
function testedChanges(
  changes: readonly ClassedChange[],
  trials: readonly { readonly at: string }[],
  { results }: RouteAnswer<'mapping.try'>,
): readonly ListedChange[] {
  return trials.flatMap(({ at }, index): readonly ListedChange[] => {
    const [change, result] = [changes.find((each) => each.at === at), results[index]];
    if (change === undefined || result === undefined) return [];
    const isExpected = result.isTaken === (change.impact !== 'new_index' && change.impact !== 'refused');
    const why = result.reason === undefined ? '' : `: ${result.reason}`;
    return [
      {
        key: at,
        mark: result.isTaken ? 'Accepted' : 'Rejected',
        tone: isExpected ? (result.isTaken ? 'success' : 'neutral') : 'warning',
        text: `${change.text}${why}${isExpected ? '' : ' (not as expected)'}`,
      },
    ];
  });
}
