import { useNavigate } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { MAX_LAB_CASES, MAX_LAB_SECONDS, MAX_LAB_SEED } from '#domain/wire';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Button } from '../../kit/button.tsx';
import { Play } from '../../kit/icons/icons.ts';
import { NumberField } from '../../kit/number-field.tsx';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { Select } from '../../kit/select.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import styles from './fuzz-lab.module.css';
import { newRunForm, readRunForm, type LabOffer, type RunForm } from './run-form.ts';

const BUDGETS = [
  { id: 'cases', label: 'Cases' },
  { id: 'time', label: 'Time' },
] as const;

interface RunFormPanelProps {
  readonly offer: LabOffer;
  /** Why nothing can be started. */
  readonly refusal: string | undefined;
}

/** Starts a run, and goes to it. */
export function RunFormPanel({ offer, refusal }: RunFormPanelProps) {
  const navigate = useNavigate();
  const [form, setForm] = useState<RunForm>(() => newRunForm(offer));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { mutate, isPending, error } = useApiMutation('lab.start', { invalidates: ['lab.runs'] });
  const change = (part: Partial<RunForm>) => setForm((before) => ({ ...before, ...part }));
  const { input, faults } = readRunForm(form, offer);
  const shown = isSubmitted ? faults : {};
  const target = offer.targets.find(({ name }) => name === form.target);
  const lacksCluster = target?.needsCluster === true && offer.clusters.length === 0;
  const start = (event: SyntheticEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (input === null || refusal !== undefined) return;
    mutate({ body: input }, { onSuccess: ({ id }) => void navigate({ to: ROUTES.fuzzRun, params: { runId: id } }) });
  };
  return (
    <form className={styles['form']} onSubmit={start} noValidate>
      <div className={styles['fields']}>
        <Select
          label="Target"
          items={offer.targets.map(({ name }) => ({ id: name, label: name }))}
          value={form.target}
          onChange={(name) => change({ target: name })}
          {...(target && { description: target.about })}
        />
        {target?.needsCluster === true && !lacksCluster && (
          <Select
            label="Scratch cluster"
            items={offer.clusters}
            value={form.scratchCluster}
            onChange={(id) => change({ scratchCluster: id })}
            description="The run creates, changes and deletes indices and templates there."
            errorMessage={shown.scratchCluster}
          />
        )}
        <NumberField
          label="Seed"
          placeholder="Random"
          value={form.seed}
          onChange={(seed) => change({ seed })}
          minValue={0}
          maxValue={MAX_LAB_SEED}
          description="The same seed gives the same cases. Leave empty for a random one."
          errorMessage={shown.seed}
        />
        <div className={styles['budget']}>
          <span aria-hidden>Budget</span>
          <div>
            <SegmentedControl
              label="Budget"
              items={BUDGETS}
              value={form.budgetBy}
              onChange={(budgetBy) => change({ budgetBy })}
            />
          </div>
          {form.budgetBy === 'cases' ? (
            <NumberField
              label="Cases"
              isLabelHidden
              value={form.cases}
              onChange={(cases) => change({ cases })}
              minValue={1}
              maxValue={MAX_LAB_CASES}
              errorMessage={shown.cases}
            />
          ) : (
            <NumberField
              label="Minutes"
              value={form.minutes}
              onChange={(minutes) => change({ minutes })}
              minValue={1}
              maxValue={MAX_LAB_SECONDS / 60}
              errorMessage={shown.minutes}
            />
          )}
        </div>
        <NumberField
          label="Threads"
          value={form.threads}
          onChange={(threads) => change({ threads })}
          minValue={1}
          maxValue={offer.maxThreads}
          description={`This server allows up to ${offer.maxThreads}.`}
          errorMessage={shown.threads}
        />
      </div>
      {lacksCluster && (
        <p className={styles['words']}>
          This target needs a scratch cluster, and the settings mark none. Start the server with <code>--scratch</code>,
          or set <code>"scratch": true</code> in the clusters file.
        </p>
      )}
      {refusal !== undefined && <p className={styles['words']}>{refusal}</p>}
      {error !== null && <WriteErrorNotice title="Couldn’t start the run" error={error} readAgain="the list of runs" />}
      <div className={styles['buttons']}>
        <Button
          variant="primary"
          type="submit"
          icon={Play}
          isPending={isPending}
          isDisabled={refusal !== undefined || lacksCluster}
        >
          Start run
        </Button>
      </div>
    </form>
  );
}
