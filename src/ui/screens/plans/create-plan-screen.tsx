import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '#domain/json';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useCluster, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { readDraftBody } from '../../files/draft-body.ts';
import { Screen } from '../../frame/screen.tsx';
import { Button } from '../../kit/button.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { Select } from '../../kit/select.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import { draftById, draftsOf } from '../../platform/draft-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useDocument } from '../../platform/use-document.ts';
import { nextName, readPlanForm, type PlanForm } from './create-plan-form.ts';
import type { CreatePlanSearch } from './create-plan-search.ts';
import styles from './plans.module.css';

const route = getRouteApi(ROUTES.createPlan);
const CURRENT = 'current';

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

/** The form begins when the indices are known, of which it suggests names. */
function Loading() {
  const { index } = route.useSearch();
  const { data } = useApiQuery('indices.list', {});
  if (data === undefined) return null;
  const rows = data.filter(({ data_stream: stream }) => stream === undefined);
  const row = rows.find(({ name }) => name === index);
  return (
    <CreatePlanForm
      // Another index has other names, and so has one that an older list did not have yet.
      key={row?.name}
      index={row?.name}
      names={rows.filter(({ hidden }) => !hidden).map(({ name }) => name)}
      taken={data.flatMap(({ name, aliases }) => [name, ...aliases])}
      hasAliases={(row?.aliases.length ?? 0) > 0}
    />
  );
}

interface CreatePlanFormProps {
  readonly index: string | undefined;
  readonly names: readonly string[];
  readonly taken: readonly string[];
  readonly hasAliases: boolean;
}

function CreatePlanForm({ index, names, taken, hasAliases }: CreatePlanFormProps) {
  const services = useServices();
  const isReadOnly = useIsReadOnly();
  const navigate = useNavigate();
  const { uuid, id: clusterId } = useCluster().data ?? {};
  const { draft: draftId } = route.useSearch();
  const [form, setForm] = useState<PlanForm>(() => ({
    newIndex: index === undefined ? '' : nextName(index, taken),
    // Without aliases, clients can use nothing else.
    keepsName: index !== undefined && !hasAliases,
    cloneAs: index === undefined ? '' : `${index}-old`,
    takesWrites: false,
    settings: '',
  }));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { mutate: propose, isPending, error } = useApiMutation('plans.create', { invalidates: ['plans.list'] });
  const drafts = draftsOf(useDocument(services.drafts).state.body);
  const change = (part: Partial<PlanForm>) => setForm((before) => ({ ...before, ...part }));
  const go = (search: CreatePlanSearch) => void navigate({ to: ROUTES.createPlan, search, replace: true });
  const { faults, settings } = readPlanForm(index, form);
  const shown = isSubmitted ? faults : {};

  const create = async () => {
    setIsSubmitted(true);
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
              ...(mappings !== undefined && { mappings }),
              ...(settings !== undefined && { settings }),
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
      showToast({ kind: 'danger', title: `Couldn’t read draft ${draft?.name ?? ''}`, text: errorText(cause) });
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
        <p className={styles['note']}>
          Creates a new index, copies the documents, compares them and puts the new index in the place of the old one.
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
        <Switch
          isSelected={form.keepsName}
          onChange={(keepsName) => change({ keepsName })}
          description={
            index === undefined
              ? 'The name becomes an alias of the new index.'
              : `${index} becomes an alias of the new index. The old index is cloned first.`
          }
        >
          Clients use the index name
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
          description={
            form.takesWrites
              ? 'Documents written, changed or deleted meanwhile may be missing or out of date in the new index.'
              : 'Writes are refused until the new index is in place, so that no document is lost.'
          }
        >
          Allow writes during reindex
        </Switch>
        <p className={styles['buttons']}>
          {isReadOnly && <span className={styles['note']}>This server is read-only.</span>}
          <Button variant="primary" type="submit" isDisabled={isReadOnly} isPending={isPending}>
            Create plan
          </Button>
        </p>
      </div>
    </form>
  );
}
