import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { MAX_LAB_CASES, MAX_LAB_SECONDS, MAX_LAB_SEED } from '#domain/wire';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { Button } from '../../kit/button.tsx';
import { Play } from '../../kit/icons/screen-icons.ts';
import { NumberField } from '../../kit/number-field.tsx';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { Select } from '../../kit/select.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { typedOver, useTypedForm } from '../../platform/use-typed-form.ts';
import common from '../../kit/common.module.css';
import styles from './fuzz-lab.module.css';
import { BeginsWithField, useBeginsWith } from './begins-with-field.tsx';
import { enginesFor, newRunForm, ON_SANDBOX, readRunForm, type LabOffer, type RunForm } from './run-form.ts';

const route = getRouteApi(ROUTES.fuzzLab);
const BUDGETS = [
  { id: 'time', label: 'Time' },
  { id: 'cases', label: 'Cases' },
] as const;

interface RunFormPanelProps {
  readonly offer: LabOffer;
  /** Why no run can be started. */
  readonly refusal: string | undefined;
}

/** Starts a run, and opens it. */
export function RunFormPanel({ offer, refusal }: RunFormPanelProps) {
  const navigate = useNavigate();
  const opened = useTypedForm('fuzzRun', typedFormStream('fuzzRun'));
  const [initial] = useState<RunForm>(() => newRunForm(offer));
  const [form, change] = typedOver(opened, initial);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { mutate, isPending, error } = useApiMutation('lab.start', {
    invalidates: ['lab.runs'],
    sends: () => opened,
  });
  const { input, faults } = readRunForm(form, offer);
  const begin = useBeginsWith(
    route.useSearch(),
    (search) => void navigate({ to: ROUTES.fuzzLab, search, replace: true }),
  );
  const target = offer.targets.find(({ name }) => name === form.target);
  const engines = target === undefined ? [] : enginesFor(target, offer.clusters);
  const lacksCluster = target?.needsCluster === true && engines.length === 0;
  const start = async () => {
    setIsSubmitted(true);
    if (input === null || refusal !== undefined) return;
    const document = target?.takesFiles === true ? await begin.read() : undefined;
    if (document === null) return;
    const { input: body } = readRunForm(form, offer, document);
    if (body === null) return;
    mutate({ body }, { onSuccess: ({ id }) => void navigate({ to: ROUTES.fuzzRun, params: { runId: id } }) });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void start();
  };
  if (opened === null) return null;
  return (
    <form className={common['stack3']} onSubmit={submit} noValidate>
      <UnreadableForms opened={opened} />
      <div className={styles['fields']}>
        <Select
          label="Target"
          items={offer.targets.map(({ name, about }) => ({ id: name, label: name, description: about }))}
          value={form.target}
          onChange={(name) => change({ target: name })}
          {...(target && { description: target.about })}
        />
        {target?.needsCluster === true && !lacksCluster && (
          <Select
            label="Scratch cluster"
            items={engines}
            value={engines.some(({ id }) => id === form.scratchCluster) ? form.scratchCluster : null}
            onChange={(id) => change({ scratchCluster: id })}
            description={
              form.scratchCluster === ON_SANDBOX && target.takesSandbox
                ? 'Tests the sandbox, not an engine.'
                : 'The run creates, changes and deletes indices and templates there.'
            }
            errorMessage={isSubmitted ? faults.scratchCluster : undefined}
          />
        )}
        {target?.takesFiles === true && <BeginsWithField choice={begin} />}
        <NumberField
          label="Seed"
          placeholder="Random"
          value={form.seed}
          onChange={(seed) => change({ seed })}
          minValue={0}
          maxValue={MAX_LAB_SEED}
          description="The same seed gives the same cases. Leave empty for a random one."
          errorMessage={faults.seed}
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
              errorMessage={faults.cases}
            />
          ) : (
            <NumberField
              label="Minutes"
              value={form.minutes}
              onChange={(minutes) => change({ minutes })}
              minValue={1}
              maxValue={MAX_LAB_SECONDS / 60}
              errorMessage={faults.minutes}
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
          errorMessage={faults.threads}
        />
      </div>
      {lacksCluster && (
        <p className={styles['words']}>
          This target compares with an engine: it needs a scratch cluster, and the settings mark none. Start the server
          with <code>--scratch</code>, or set <code>"scratch": true</code> in the clusters file.
        </p>
      )}
      {refusal !== undefined && <p className={styles['words']}>{refusal}</p>}
      {error !== null && <WriteErrorNotice title="Couldn’t start the run" error={error} readAgain="the list of runs" />}
      <div className={common['wrappedRow']}>
        <Button
          data-tour="start-run"
          variant="primary"
          type="submit"
          icon={Play}
          isPending={isPending}
          isDisabled={refusal !== undefined || lacksCluster}
        >
          Start run
        </Button>
        {opened.values !== null && <Button onPress={() => opened.setValues(null)}>Reset</Button>}
      </div>
    </form>
  );
}
