import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorWords } from '../../platform/error-words.ts';
import type { Index } from '#domain/console';
import { WRITE_BLOCK } from '#domain/index-operations';
import { placementSettings } from '#domain/plan';
import { ApiErrorNotice, WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { AwaitedNotice } from '../../cluster/awaited-notice.tsx';
import { MissingNotice } from '../../cluster/missing-notice.tsx';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useCluster, useClusterId, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { readDraftBody } from '../../files/draft-body.ts';
import { Screen } from '../../frame/screen.tsx';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { typedOver, useTypedForm, type OpenForm } from '../../platform/use-typed-form.ts';
import { focusInvalid } from '../../kit/focus-invalid.ts';
import { Button } from '../../kit/button.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { Select } from '../../kit/select.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import { draftById, draftsOf } from '../../platform/draft-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery, useRetry } from '../../platform/use-api-query.ts';
import { useDocument } from '../../platform/use-document.ts';
import {
  blocksWrites,
  nextName,
  readPlanForm,
  readSlices,
  swapsAliases,
  type PlanFaults,
  type PlanForm,
} from './create-plan-form.ts';
import type { CreatePlanSearch } from './plans-search.ts';
import common from '../../kit/common.module.css';
import { ListedNames } from '../../lists/listed-names.tsx';
import styles from './plans.module.css';

const route = getRouteApi(ROUTES.createPlan);
const CURRENT = 'current';

const AFTERWARDS = [
  { id: 'blocked', label: 'Stay blocked' },
  { id: 'allowed', label: 'Allowed again' },
] as const;

const PLACEMENTS = [
  { id: 'keep', label: 'As the index' },
  { id: 'anywhere', label: 'On any node' },
] as const;

/** Proposes a plan that replaces an index. */
export function CreatePlanScreen() {
  return (
    <Screen title="New plan">
      <ClusterGate>
        <Loading />
      </ClusterGate>
    </Screen>
  );
}

/** The form is shown once the indices are known, because it suggests names based on theirs. */
function Loading() {
  const { data, error, refetch } = useApiQuery('indices.list', {});
  return (
    <>
      {data === undefined && error !== null && (
        <ApiErrorNotice title="Couldn’t load the indices" error={error} onRetry={() => void refetch()} />
      )}
      <MissingNotice answer={data} />
      <ListedNames error={error} />
      {data !== undefined && <FormOfIndex indices={data} />}
    </>
  );
}

function FormOfIndex({ indices }: { readonly indices: readonly Index[] }) {
  const { index } = route.useSearch();
  const rows = indices.filter(({ data_stream: stream }) => stream === undefined);
  const row = rows.find(({ name }) => name === index);
  return (
    <KeptForm
      // Starts a new form for another index, and for an index that an older list did not contain: its names differ.
      key={row?.name}
      index={row?.name}
      names={rows.filter(({ hidden }) => !hidden).map(({ name }) => name)}
      taken={indices.flatMap(({ name, aliases = [] }) => [name, ...aliases])}
      hasAliases={(row?.aliases?.length ?? 0) > 0}
    />
  );
}

interface CreatePlanFormProps {
  readonly index: string | undefined;
  readonly names: readonly string[];
  readonly taken: readonly string[];
  readonly hasAliases: boolean;
}

function KeptForm(props: CreatePlanFormProps) {
  const opened = useTypedForm('createPlan', typedFormStream('createPlan', useClusterId(), props.index ?? ''));
  if (opened === null) return <Skeleton width="64%" height="20px" />;
  return (
    <>
      <UnreadableForms opened={opened} />
      <CreatePlanForm {...props} opened={opened} />
    </>
  );
}

function CreatePlanForm({
  index,
  names,
  taken,
  hasAliases,
  opened,
}: CreatePlanFormProps & { readonly opened: OpenForm<PlanForm> }) {
  const services = useServices();
  const isReadOnly = useIsReadOnly();
  const navigate = useNavigate();
  const { uuid, id: clusterId, features } = useCluster().data ?? {};
  const { draft: draftId } = route.useSearch();
  const [initial] = useState<PlanForm>(() => ({
    newIndex: index === undefined ? '' : nextName(index, taken),
    // Without aliases, clients can use only the index name.
    keepsName: index !== undefined && !hasAliases,
    cloneAs: index === undefined ? '' : `${index}-old`,
    takesWrites: false,
    settings: '',
    slices: 'auto',
    docsPerSecond: null,
    fastCopy: false,
  }));
  const [form, change] = typedOver(opened, initial);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const {
    mutate: propose,
    isPending,
    error,
  } = useApiMutation('plans.create', {
    invalidates: ['plans.list'],
    sends: () => opened,
  });
  const drafts = draftsOf(useDocument(services.drafts).state.body);
  const go = (search: CreatePlanSearch) => void navigate({ to: ROUTES.createPlan, search, replace: true });
  const { reading, isReading, retry, skip } = useSettingsOf(index);
  const placed = Object.keys(placementSettings(reading.data?.settings ?? {}));
  const isUnknown = index !== undefined && reading.data === undefined;
  // Without the settings, all choices are asked that they could decide.
  const asksPlacement = placed.length > 0 || (isUnknown && !isReading);
  const isReindexed = features?.reindex?.has === true;
  const block = reading.data?.settings[WRITE_BLOCK];
  const planned = { isPlaced: asksPlacement, isBlocked: block === true || block === 'true', hasAliases, isReindexed };
  const { faults, settings } = readPlanForm(index, form, planned);
  const isSwapped = swapsAliases(form, planned);
  const blocks = index !== undefined && blocksWrites(form, planned);
  const shown = isSubmitted ? faults : {};

  const create = async () => {
    setIsSubmitted(true);
    if (Object.keys(faults).length > 0) focusInvalid();
    if (index === undefined || Object.keys(faults).length > 0) return;
    const draft = draftId === undefined ? null : draftById(services.drafts.getSnapshot().state.body, draftId);
    try {
      const mappings = draft === null ? undefined : (await readDraftBody(services.store, draft)).mappings;
      propose(
        {
          body: {
            name: index,
            ...(draft !== null && { draft: draft.id }),
            replaceIndex: {
              newIndex: form.newIndex,
              takesWrites: form.takesWrites,
              ...(form.keepsName && { cloneAs: form.cloneAs }),
              ...(blocks && { allowsWrites: form.allowsWrites === true }),
              ...(mappings !== undefined && { mappings }),
              ...(settings !== undefined && { settings }),
              ...(asksPlacement && form.placement !== undefined && { placement: form.placement }),
              ...(isReindexed && reindexOptions(form)),
            },
          },
        },
        {
          onSuccess({ id, plan: { title, createdAt } }) {
            const became = { what: 'plan', cluster: uuid ?? clusterId ?? '', name: title, id, at: createdAt } as const;
            if (draft !== null) services.drafts.dispatch({ type: 'draft.link', payload: { id: draft.id, became } });
            void navigate({ to: ROUTES.plan, params: { planId: id } });
          },
        },
      );
    } catch (cause) {
      showToast({ kind: 'danger', title: `Couldn’t read draft ${draft?.name ?? ''}`, text: errorWords(cause) });
    }
  };

  return (
    <form
      className={styles['page']}
      noValidate
      aria-label="New plan"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <div className={styles['form']}>
        <p className={common['mutedBreaking']}>
          {isSwapped || index === undefined
            ? 'Reindexes into a new index, verifies it and swaps the aliases.'
            : 'Reindexes into a new index and verifies it.'}{' '}
          Nothing is sent until you approve the plan.
        </p>
        {error !== null && <WriteErrorNotice title="Couldn’t create the plan" error={error} readAgain="the plans" />}
        <ComboBox
          label="Index to replace"
          items={names.map((name) => ({ id: name, label: name }))}
          value={index ?? null}
          onChange={(name) => go({ index: name, ...(draftId !== undefined && { draft: draftId }) })}
          errorMessage={shown.index}
          emptyText="No matching indices"
        />
        <TextField
          label="New index"
          isMono
          value={form.newIndex}
          onChange={(newIndex) => change({ newIndex })}
          errorMessage={shown.newIndex}
        />
        <Select
          label="Mappings of the new index"
          items={[
            { id: CURRENT, label: index === undefined ? 'Current mappings' : `Current mappings of ${index}` },
            ...drafts.map(({ id, name }) => ({ id, label: `Draft ${name}` })),
          ]}
          value={draftId ?? CURRENT}
          onChange={(id) => go({ ...(index !== undefined && { index }), ...(id !== CURRENT && { draft: id }) })}
        />
        <TextField
          label="Settings to change"
          isMono
          isMultiline
          value={form.settings}
          onChange={(value) => change({ settings: value })}
          description="Optional JSON. Other settings are copied from the index."
          errorMessage={shown.settings}
        />
        {asksPlacement && (
          <Select
            label="Shard allocation of the new index"
            items={PLACEMENTS}
            value={form.placement ?? null}
            placeholder="Choose"
            onChange={(placement) => change({ placement })}
            description={
              isUnknown
                ? `The settings of ${index} are not known. They may limit where its shards may be allocated.`
                : `${index ?? ''} limits where its shards may be allocated: ${placed.join(', ')}.`
            }
            errorMessage={shown.placement}
          />
        )}
        <Switch
          isSelected={form.keepsName}
          onChange={(keepsName) => change({ keepsName })}
          description={
            index === undefined ? 'The name becomes an alias of the new index.' : nameWords(index, form, isSwapped)
          }
        >
          Keep the old name as an alias
        </Switch>
        {form.keepsName && (
          <TextField
            label="Name of the clone"
            isMono
            value={form.cloneAs}
            onChange={(cloneAs) => change({ cloneAs })}
            errorMessage={shown.cloneAs}
          />
        )}
        <Switch
          isSelected={form.takesWrites}
          onChange={(takesWrites) => change({ takesWrites })}
          description="Clients can write to the index while it is copied. What they write, change or delete meanwhile may be missing or out of date in the new index. If off, writes are refused while the plan runs."
        >
          Allow writes during reindex
        </Switch>
        {blocks && (
          <Select
            label={`Writes to ${form.keepsName ? form.cloneAs : index} afterwards`}
            items={AFTERWARDS}
            value={
              form.allowsWrites === undefined
                ? isSwapped
                  ? 'blocked'
                  : null
                : form.allowsWrites
                  ? 'allowed'
                  : 'blocked'
            }
            placeholder="Choose"
            onChange={(id) => change({ allowsWrites: id === 'allowed' })}
            description={`While blocked, writes are refused (403). Once allowed, what is written there is missing in ${form.newIndex}.`}
            errorMessage={shown.allowsWrites}
          />
        )}
        {isReindexed && <ReindexOptions form={form} shown={shown} onChange={change} />}
        <p className={styles['buttons']}>
          {isReadOnly && <span className={common['mutedBreaking']}>This server is read-only.</span>}
          <Button onPress={() => opened.setValues(null)} isDisabled={opened.values === null}>
            Reset
          </Button>
          <Button variant="primary" type="submit" isDisabled={isReadOnly || isReading} isPending={isPending}>
            Create plan
          </Button>
        </p>
        {/* Below the buttons, which do not move when the settings are there. */}
        <AwaitedNotice
          what={`the settings of ${index ?? ''}`}
          isLoading={isUnknown}
          error={isUnknown ? reading.error : null}
          onRetry={retry}
          onSkip={isReading ? skip : undefined}
        >
          They decide what has to be chosen for the plan.
        </AwaitedNotice>
      </div>
    </form>
  );
}

interface ReindexOptionsProps {
  readonly form: PlanForm;
  readonly shown: PlanFaults;
  readonly onChange: (part: Partial<PlanForm>) => void;
}

/** How the documents are copied, folded until it is changed or wrong. */
function ReindexOptions({
  form: { slices = 'auto', docsPerSecond = null, fastCopy = false, pipeline = '', script = '', leavesOut = false },
  shown,
  onChange,
}: ReindexOptionsProps) {
  const isWrong = [shown.slices, shown.docsPerSecond, shown.script].some((fault) => fault !== undefined);
  const isTransformed = isTransforming({ pipeline, script });
  // Once nothing transforms the documents, nothing can leave any out: the choice is not kept where nobody sees it.
  const transform = (part: Pick<PlanForm, 'pipeline' | 'script'>) =>
    onChange(isTransforming({ pipeline, script, ...part }) ? part : { ...part, leavesOut: false });
  const [isOpen, setIsOpen] = useState(slices !== 'auto' || docsPerSecond !== null || fastCopy || isTransformed);
  return (
    <details
      className={styles['advanced']}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => {
        // What is wrong stays in view.
        if (isWrong) currentTarget.open = true;
        setIsOpen(currentTarget.open);
      }}
    >
      <summary>Reindex options</summary>
      <div className={styles['form']}>
        <TextField
          label="Slices"
          isMono
          value={slices}
          onChange={(text) => onChange({ slices: text })}
          description="Parts that are copied at the same time. auto: one for each shard."
          errorMessage={shown.slices}
        />
        <NumberField
          label="Documents per second (optional)"
          value={docsPerSecond}
          onChange={(limit) => onChange({ docsPerSecond: limit })}
          description="Throttles the copy. You can change it while the plan runs. If empty, there is no throttle."
          errorMessage={shown.docsPerSecond}
        />
        <Switch
          isSelected={fastCopy}
          onChange={(isFast) => onChange({ fastCopy: isFast })}
          description="Copies faster. A step before the comparison gives the new index its replicas and refresh interval."
        >
          No replicas and no refresh while copying
        </Switch>
        <TextField
          label="Ingest pipeline (optional)"
          isMono
          value={pipeline}
          onChange={(name) => transform({ pipeline: name })}
          description="Each document goes through it, in place of the default pipeline of the index."
        />
        <TextField
          label="Script (optional)"
          isMono
          isMultiline
          value={script}
          onChange={(text) => transform({ script: text })}
          description="Painless, run on each document. For example: ctx._source.remove('debug')"
          errorMessage={shown.script}
        />
        {isTransformed && (
          <Switch
            isSelected={leavesOut}
            onChange={(isLess) => onChange({ leavesOut: isLess })}
            description="If off, the plan stops where the new index has another number of documents. Their content is not compared."
          >
            The pipeline or script may leave documents out
          </Switch>
        )}
      </div>
    </details>
  );
}

function isTransforming({ pipeline = '', script = '' }: Pick<PlanForm, 'pipeline' | 'script'>): boolean {
  return pipeline.trim() !== '' || script.trim() !== '';
}

function reindexOptions({
  slices = '',
  docsPerSecond,
  fastCopy,
  pipeline = '',
  script = '',
  leavesOut = false,
}: PlanForm) {
  const [name, source] = [pipeline.trim(), script.trim()];
  return {
    slices: readSlices(slices) ?? 'auto',
    ...(docsPerSecond != null && { docsPerSecond }),
    ...(fastCopy === true && { fastCopy }),
    ...(name !== '' && { pipeline: name }),
    ...(source !== '' && { script: source }),
    ...(leavesOut && (name !== '' || source !== '') && { leavesOut }),
  } as const;
}

/** The settings of the index, where there is one; `skip` ends the waiting for them, `retry` requests them anew. */
function useSettingsOf(index: string | undefined) {
  const reading = useApiQuery('settings.get', { params: { name: index ?? '' } }, { isEnabled: index !== undefined });
  /** The index whose settings are not waited for. */
  const [skipped, setSkipped] = useState<string>();
  return {
    reading,
    isReading: index !== undefined && reading.data === undefined && reading.error === null && skipped !== index,
    retry: useRetry('settings.get'),
    skip: () => setSkipped(index),
  };
}

/** What becomes of the name of the index. */
function nameWords(index: string, { keepsName, newIndex }: PlanForm, isSwapped: boolean): string {
  if (keepsName) return `${index} becomes an alias of the new index. The old index is cloned first.`;
  if (isSwapped) return `The aliases of ${index} are swapped. ${index} keeps its name and its documents.`;
  return `${index} has no aliases, so it is not replaced: clients reach it until you point them to ${newIndex}.`;
}
