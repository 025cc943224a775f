import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { draftStream } from '#domain/commands';
import { templateStream, type TemplateStreamKind } from '#domain/document';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { useCluster, useClusterId } from '../../cluster/use-cluster.ts';
import { BackLink } from '../../editor/fields/back-link.tsx';
import { describeFault } from '../../files/describe-fault.ts';
import { readDraftBody } from '../../files/draft-body.ts';
import { createDraft } from '../../files/import-draft.ts';
import { Screen } from '../../frame/screen.tsx';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { SearchX } from '../../kit/icons/icons.ts';
import { BottomBar } from '../../kit/bottom-bar.tsx';
import { Button } from '../../kit/button.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { focusInvalid } from '../../kit/focus-invalid.ts';
import { Select } from '../../kit/select.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { TextList } from '../../kit/text-list.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { missingIn, missingSentence, capitalized } from '#domain/console';
import { KIND_NOUNS } from '#domain/template';
import { carryAlong } from '../../platform/carry-along.ts';
import { ApiError } from '../../platform/console-api.ts';
import { draftById, draftsOf } from '../../platform/draft-list.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { useDocument } from '../../platform/use-document.ts';
import { typedOver, useTypedForm, type OpenForm } from '../../platform/use-typed-form.ts';
import { faultsOf, initialForm, START_FROM, startingBody, type NewTemplateForm } from './new-template-form.ts';
import common from '../../kit/common.module.css';
import { ListedNames } from '../../lists/listed-names.tsx';
import styles from './template-editor.module.css';

interface Origin {
  readonly kind: TemplateStreamKind;
  /** Name of the cluster's template to clone. */
  readonly cloneOf?: string | undefined;
  /** Id of the draft of mappings that the template is created from. */
  readonly sourceDraft?: string | undefined;
}

/** Asks for the name of a new template and what it starts from. There is no draft before Continue. */
export function NewTemplateScreen(origin: Origin) {
  const { kind, cloneOf, sourceDraft } = origin;
  const about = cloneOf ?? sourceDraft;
  const status = useCluster();
  const isKnown = status.data !== undefined || status.error !== null;
  const stream = typedFormStream('newTemplate', useClusterId(), kind, ...(about === undefined ? [] : [about]));
  const opened = useTypedForm('newTemplate', isKnown ? stream : null);
  return (
    <Screen title={cloneOf === undefined ? `Create ${KIND_NOUNS[kind]}` : `Clone ${cloneOf}`}>
      {opened === null ? (
        <div className={styles['pane']}>
          <Skeleton width="64%" height="20px" />
        </div>
      ) : (
        <StartForm key={stream} origin={origin} opened={opened} />
      )}
    </Screen>
  );
}

type Input = 'name' | 'patterns' | 'from';

function StartForm({ origin, opened }: { readonly origin: Origin; readonly opened: OpenForm<NewTemplateForm> }) {
  const { kind, cloneOf, sourceDraft } = origin;
  const services = useServices();
  const { api } = useApi();
  const navigate = useNavigate();
  const cluster = useCluster().data;
  const engine = cluster?.engine ?? DEFAULT_ENGINE;
  const drafts = draftsOf(useDocument(services.drafts).state.body);
  const source = sourceDraft === undefined ? null : (drafts.find(({ id }) => id === sourceDraft) ?? null);
  const [form, change] = typedOver(opened, initialForm(kind, cloneOf, source));
  const { names: templates, ...listed } = useTemplateNames(kind);
  const indices = useApiQuery('indices.list', {}, { isEnabled: form.startFrom === 'index' });
  const choices = form.startFrom === 'template' ? templates : indices.data?.map(({ name }) => name);
  const unread = listed.error === null ? indices : listed;
  const [left, setLeft] = useState<ReadonlySet<Input>>(new Set());
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const isGone = useIsGone();
  const faults = faultsOf(form, { kind, templates, drafts: drafts.map(({ name }) => name) });
  const faultOf = (input: Input) => (left.has(input) ? faults[input] : undefined);
  const leave = (...inputs: readonly Input[]) => setLeft((before) => new Set([...before, ...inputs]));

  async function start() {
    const { name, startFrom, from } = form;
    const body = await startingBody(form, { kind, api, engine, mappings: source && (await mappingsOf(source)) });
    // A visit that is over creates no draft.
    if (isGone()) return;
    const id = await createDraft(services, body, {
      name,
      target: engine,
      ...(startFrom === 'template' && from !== null && { cloneOf: from }),
      ...(source !== null && { sourceDraft: source.id }),
    });
    const madeOf = source === null ? streamOfTemplate(form) : draftStream(source.id);
    if (madeOf !== null) void carryAlong(services, madeOf, () => draftStream(id));
    opened.setValues(null);
    await navigate({
      to: kind === 'component_template' ? ROUTES.createComponentTemplate : ROUTES.createTemplate,
      search: { id, ...(kind === 'legacy_template' && { legacy: true as const }) },
      replace: true,
    });
  }

  function streamOfTemplate({ startFrom, from }: NewTemplateForm): string | null {
    const clusterId = cluster?.uuid ?? cluster?.id;
    if (startFrom !== 'template' || from === null || clusterId === undefined) return null;
    return templateStream({ kind, cluster: clusterId, name: from });
  }

  async function mappingsOf({ id }: { readonly id: string }) {
    const listed = draftById(services.drafts.getSnapshot().state.body, id);
    return listed && (await readDraftBody(services.store, listed)).mappings;
  }

  const submit = () => {
    leave('name', 'patterns', 'from');
    setError(null);
    if (Object.keys(faults).length > 0) {
      focusInvalid();
      return;
    }
    setIsPending(true);
    start()
      .catch((cause: unknown) =>
        setError(cause instanceof ApiError ? cause : new ApiError(0, describeFault(cause, form.name).text)),
      )
      .finally(() => setIsPending(false));
  };

  const cancel = () => {
    opened.setValues(null);
    void navigate(
      kind === 'component_template'
        ? { to: ROUTES.componentTemplates }
        : { to: ROUTES.templates, search: kind === 'legacy_template' ? { kind: 'legacy' } : {} },
    );
  };

  if (cloneOf !== undefined && templates?.includes(cloneOf) === false)
    return (
      <EmptyState
        icon={SearchX}
        title={`The ${KIND_NOUNS[kind]} ${cloneOf} doesn’t exist on this cluster.`}
        actions={<BackLink back={{ templatesOf: kind }} className={styles['link']} />}
      />
    );
  const noun = KIND_NOUNS[kind];
  return (
    <>
      {form.startFrom === 'index' && <ListedNames error={indices.error} />}
      <form
        className={styles['start']}
        noValidate
        aria-label={`New ${noun}`}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={styles['step']}>
          <div className={styles['form']}>
            <UnreadableForms opened={opened} />
            {error !== null && <ApiErrorNotice title="Couldn’t start the template" error={error} onRetry={submit} />}
            <TextField
              label="Name"
              isMono
              autoFocus
              value={form.name}
              onChange={(name) => change({ name })}
              onBlur={() => leave('name')}
              description="Lowercase, without spaces."
              errorMessage={faultOf('name')}
            />
            {source !== null && <p>Starts with the mappings of draft {source.name}.</p>}
            {source === null && cloneOf === undefined && (
              <Select
                label="Start from"
                items={START_FROM.map((id) => ({ id, label: startLabel(id, noun) }))}
                value={form.startFrom}
                onChange={(startFrom) => {
                  change({ startFrom, from: null });
                  setLeft((before) => new Set([...before].filter((input) => input !== 'from')));
                }}
              />
            )}
            {cloneOf === undefined && form.startFrom !== 'nothing' && (
              <ComboBox
                key={form.startFrom}
                label={form.startFrom === 'index' ? 'Index' : capitalized(noun)}
                items={(choices ?? []).map((id) => ({ id, label: id }))}
                value={form.from}
                onChange={(from) => change({ from })}
                emptyText={
                  choices !== undefined ? 'No matches.' : unread.error === null ? 'Loading...' : 'Couldn’t load.'
                }
                description={
                  form.startFrom === 'index'
                    ? 'Its mappings and settings are copied, not its data or aliases.'
                    : 'Everything is copied but its name.'
                }
                errorMessage={faultOf('from')}
              />
            )}
            {unread.error !== null && (
              <ApiErrorNotice
                title={`Couldn’t load the ${unread === listed ? `${noun}s` : 'indices'}`}
                error={unread.error}
                onRetry={() => void unread.refetch()}
              />
            )}
            {kind !== 'component_template' && (
              <div
                onBlur={({ currentTarget, relatedTarget }) => {
                  if (!currentTarget.contains(relatedTarget)) leave('patterns');
                }}
              >
                <TextList
                  label="Index patterns"
                  placeholder="logs-*"
                  description={
                    form.startFrom === 'template'
                      ? 'Without any, those of the template that it starts from.'
                      : 'Names of indices and data streams that get this template; * is a wildcard.'
                  }
                  items={form.patterns}
                  onChange={(patterns) => change({ patterns: [...patterns] })}
                  errorMessage={faultOf('patterns')}
                />
              </div>
            )}
          </div>
        </div>
        {/* Apart from the inputs, so that no message of one moves a button while it is pressed. */}
        <BottomBar
          label="New template"
          words={
            <span className={common['explanation']}>
              Creates a draft on this device. Nothing is sent until you review and create the template.
            </span>
          }
        >
          <Button onPress={cancel}>Cancel</Button>
          <Button variant="primary" type="submit" isPending={isPending}>
            Continue
          </Button>
        </BottomBar>
      </form>
    </>
  );
}

function startLabel(id: (typeof START_FROM)[number], noun: string): string {
  if (id === 'nothing') return 'Nothing';
  return id === 'index' ? 'Existing index' : `Existing ${noun}`;
}

/** The templates of a kind on the cluster; without `names` while they are not known. */
function useTemplateNames(kind: TemplateStreamKind) {
  const isComponent = kind === 'component_template';
  const components = useApiQuery('component_templates.list', {}, { isEnabled: isComponent });
  const templates = useApiQuery('index_templates.list', {}, { isEnabled: !isComponent });
  const ofKind = kind === 'legacy_template' ? templates.data?.legacyTemplates : templates.data?.templates;
  const { error, refetch } = isComponent ? components : templates;
  const names = (isComponent ? components.data : ofKind)?.map(({ name }) => name);
  if (names !== undefined || templates.data === undefined) return { names, error, refetch };
  const unread = missingIn(templates.data).map(missingSentence).join(' ');
  return { names, error: error ?? new ApiError(424, unread), refetch };
}

/** Tells whether the component was removed from the page. */
function useIsGone(): () => boolean {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return () => isGone.current;
}
