import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import type { SentChanges } from '#domain/action';
import { draftStream } from '#domain/commands';
import { indexStream, openState } from '#domain/document';
import { formatJson, isObject, valueAt } from '#domain/json';
import { countOf } from '#domain/console';
import { errorWords } from '../../platform/error-words.ts';
import { openLog } from '#domain/log';
import { refusedFields, type RefusedField } from '#domain/mapping';
import { requestOf } from '#domain/ports';
import { useApi } from '../../platform/api-provider.tsx';
import { carryAlong } from '../../platform/carry-along.ts';
import type { ApiError } from '../../platform/console-api.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { Screen } from '../../frame/screen.tsx';
import { UnreadableForms } from '../../frame/unreadable-forms.tsx';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { typedOver, useTypedForm, type OpenForm } from '../../platform/use-typed-form.ts';
import { gatherChanges } from '../../platform/sent-changes.ts';
import { useServices, type Services } from '../../platform/services.ts';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { ClusterGate } from '../../cluster/cluster-gate.tsx';
import { useCluster, useClusterEngine, useClusterId, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { describeFault } from '../../files/describe-fault.ts';
import { draftById, draftsOf } from '../../platform/draft-list.ts';
import { assertReadable } from '../../files/import-draft.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { ForeseenNotice } from '../../editor/mapping-options/foreseen-notice.tsx';
import { FILE_TYPES, readMappingsOf } from '../../editor/fields/load-mappings.ts';
import type { LoadFault } from '../../../machines/load-json-machine.ts';
import { useDocument } from '../../platform/use-document.ts';
import common from '../../kit/common.module.css';
import styles from '../index-detail/index-detail.module.css';
import { readUuid } from '../index-detail/use-live-reading.ts';
import { RefusedFields } from '../index-detail/refused-fields.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { ChooseFile, FileDrop, type GivenText } from '../../kit/file-drop.tsx';
import { JsonEditor, type TextFault } from '../../kit/json-editor.tsx';
import { focusInvalid } from '../../kit/focus-invalid.ts';
import { Modal } from '../../kit/modal.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { Select } from '../../kit/select.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import {
  bodyWithout,
  EMPTY_FORM,
  readForm,
  refusalsOf,
  type IndexBody,
  type IndexForm,
  type PartFault,
} from './create-index-form.ts';

const route = getRouteApi(ROUTES.createIndex);
const NO_DRAFT = 'none';
const SHOWN_WARNINGS = 20;
const NAMED_FIELDS = 5;

/**
 * Error types of engines that refuse a name: an index, an alias or a data stream has it, or it breaks a naming rule.
 */
const NAME_FAULTS: readonly (string | undefined)[] = [
  'resource_already_exists_exception',
  'invalid_index_name_exception',
];

function isOfName({ cluster }: ApiError): boolean {
  return NAME_FAULTS.includes(cluster?.type);
}

/** The fields of a request that a refusal names. */
function refusedIn(body: IndexBody, { cluster }: ApiError): readonly RefusedField[] {
  return cluster?.cause === 'refused' && body.mappings !== undefined ? refusedFields(body.mappings, cluster) : [];
}

function namesOf(fields: readonly RefusedField[]): string {
  const named = fields.slice(0, NAMED_FIELDS).map(({ path }) => path);
  const more = fields.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}`;
}

/** A new index, with settings, mappings and aliases. */
export function CreateIndexScreen() {
  return (
    <Screen title="Create index">
      <ClusterGate>
        <KeptForm />
      </ClusterGate>
    </Screen>
  );
}

function KeptForm() {
  const opened = useTypedForm('createIndex', typedFormStream('createIndex', useClusterId()));
  if (opened === null) return <Skeleton width="64%" height="20px" />;
  return (
    <>
      <UnreadableForms opened={opened} />
      <CreateIndexForm opened={opened} />
    </>
  );
}

function CreateIndexForm({ opened }: { readonly opened: OpenForm<IndexForm> }) {
  const services = useServices();
  const { api } = useApi();
  const isReadOnly = useIsReadOnly();
  const navigate = useNavigate();
  const { draft: draftId } = route.useSearch();
  const { uuid, id: clusterId } = useCluster().data ?? {};
  const [form, change] = typedOver(opened, EMPTY_FORM);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isReviewing, setIsReviewing] = useState(false);
  /** Fields that the cluster has refused in this review; the index is created without them. */
  const [leftOut, setLeftOut] = useState<readonly RefusedField[]>([]);
  const {
    mutate: create,
    reset: forgetError,
    isPending,
    error,
  } = useApiMutation('indices.create', {
    invalidates: ['indices.list'],
    changesOf: () => changesOfDraft(services, draftId),
    sends: () => opened,
    onSuccess({ acknowledged, shardsStarted, index }, { params }) {
      const name = index ?? params.name;
      if (draftId !== undefined) {
        const became = {
          what: 'index',
          cluster: uuid ?? clusterId ?? '',
          name,
          at: services.clock.now(),
        } as const;
        services.drafts.dispatch({ type: 'draft.link', payload: { id: draftId, became } });
        void carryAlong(services, draftStream(draftId), () => streamOf(name));
      }
      const isWaiting = acknowledged && shardsStarted === false;
      showToast({
        kind: isWaiting ? 'warning' : 'success',
        title: `Created index ${name}${isWaiting ? ', but not all of its primary shards have started' : ''}`,
        ...(leftOut.length > 0 && { text: `Left out: ${namesOf(leftOut)}.` }),
        ...(isWaiting && {
          action: { label: 'See why', onAction: () => void navigate({ to: ROUTES.index, params: { name } }) },
        }),
      });
    },
  });
  async function streamOf(name: string): Promise<string> {
    const made = await readUuid(api, name);
    const cluster = uuid ?? clusterId;
    if (made === null || cluster === undefined) throw new Error(`Index ${name} was not found.`);
    return indexStream({ cluster, name, uuid: made });
  }
  const [loadFault, setLoadFault] = useState<LoadFault | null>(null);
  const nameInput = useRef<HTMLDivElement>(null);
  const engine = useClusterEngine();
  const target = engine ?? DEFAULT_ENGINE;
  // Once for each chosen draft: later edits in the form are kept.
  useMappingsOfDraft(draftId === form.draft ? undefined : draftId, (mappings) =>
    change({ mappings, draft: draftId ?? null }),
  );
  const read = readForm(form, target, Date.parse(services.clock.now()));
  const { faults, warnings, body: wanted } = read;
  const { name, providedName } = read.name;
  const body = bodyWithout(wanted, leftOut);
  const request =
    form.name === '' || form.name === '.' || form.name === '..'
      ? null
      : requestOf({ method: 'PUT', path: [form.name], body: formatJson(body) });
  const reset = () => {
    opened.setValues(null);
    // Otherwise the mappings of the draft would be put into the form again.
    if (draftId !== undefined) void navigate({ to: ROUTES.createIndex, search: {}, replace: true });
  };
  const review = () => {
    setIsSubmitted(true);
    forgetError();
    setLeftOut([]);
    if (Object.keys(faults).length === 0) setIsReviewing(true);
    else focusInvalid();
  };
  const reason = useReason();
  const send = (why: string | undefined) =>
    create(
      { params: { name }, query: { ...(providedName !== undefined && { providedName }) }, body, reason: why },
      {
        onSuccess: ({ index = name }) => void navigate({ to: ROUTES.index, params: { name: index } }),
        onError(failure) {
          if (refusedIn(body, failure).length === 0) setIsReviewing(false);
        },
      },
    );
  const take = async (given: GivenText) => {
    setLoadFault(null);
    try {
      assertReadable(given.sizeBytes);
      change({ mappings: formatJson(readMappingsOf(await given.read()).mappings, 2) });
    } catch (cause) {
      setLoadFault(describeFault(cause, given.fileName));
    }
  };
  const foreseen = isReviewing && engine !== null ? refusalsOf(body, engine) : [];
  const refused = isReviewing && error !== null ? refusedIn(body, error) : [];
  const nameRefusal = error !== null && isOfName(error) ? (error.cluster?.reason ?? error.message) : undefined;
  const isNameRefused = nameRefusal !== undefined;
  useEffect(() => {
    if (!isNameRefused) return undefined;
    // The dialog first returns the focus to the button that opened it.
    const frame = requestAnimationFrame(() => nameInput.current?.querySelector('input')?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isNameRefused]);
  const drafts = draftsOf(useDocument(services.drafts).state.body);
  return (
    <form
      className={`${styles['page'] ?? ''} ${styles['pane'] ?? ''}`}
      noValidate
      aria-label="New index"
      onSubmit={(event) => {
        event.preventDefault();
        review();
      }}
    >
      {error !== null && nameRefusal === undefined && refused.length === 0 && (
        <WriteErrorNotice
          title={`Couldn’t create ${name}`}
          error={error}
          readAgain="the list of indices"
          onDismiss={forgetError}
        />
      )}
      <div ref={nameInput}>
        <TextField
          label="Name"
          isMono
          value={form.name}
          onChange={(typed) => {
            change({ name: typed });
            if (nameRefusal !== undefined) forgetError();
          }}
          description={read.name.note ?? 'Lowercase, without spaces, or with date math: <logs-{now/d}-000001>.'}
          errorMessage={nameRefusal ?? (isSubmitted || form.name !== '' ? faults.name : undefined)}
        />
      </div>
      <div className={common['centredRow']}>
        <NumberField
          label="Primary shards"
          value={form.shards}
          onChange={(shards) => change({ shards })}
          minValue={1}
          description="Default: 1. Can’t be changed later."
        />
        <NumberField
          label="Replicas"
          value={form.replicas}
          onChange={(replicas) => change({ replicas })}
          minValue={0}
          description="Default: 1."
        />
      </div>
      <JsonPart
        label="More settings"
        lead="JSON, nested or flat."
        value={form.settings}
        onChange={(settings) => change({ settings })}
        fault={faults.settings}
      />
      <Select
        label="Copy mappings from draft"
        items={[{ id: NO_DRAFT, label: 'None' }, ...drafts.map(({ id, name }) => ({ id, label: name }))]}
        value={draftId ?? NO_DRAFT}
        onChange={(id) =>
          void navigate({ to: ROUTES.createIndex, search: id === NO_DRAFT ? {} : { draft: id }, replace: true })
        }
      />
      <FileDrop
        hint="Drop a mapping or template to copy its mappings"
        onGiven={(given) => void take(given)}
        isDisabled={isReviewing}
      >
        <JsonPart
          label="Mappings"
          lead="Paste a mappings object, a template, a GET _mapping response or an exported log."
          value={form.mappings}
          onChange={(mappings) => change({ mappings })}
          fault={faults.mappings}
          end={
            <ChooseFile accept={FILE_TYPES} onGiven={(given) => void take(given)}>
              Choose file
            </ChooseFile>
          }
        />
      </FileDrop>
      {loadFault !== null && (
        <Banner kind="danger" title={loadFault.title} onDismiss={() => setLoadFault(null)}>
          {loadFault.text} The mappings were not changed.
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner
          kind="warning"
          title={countOf(warnings.length, 'mapping option looks wrong', 'mapping options look wrong')}
        >
          <ul className={styles['list']}>
            {warnings.slice(0, SHOWN_WARNINGS).map((warning, at) => (
              <li key={at}>{warning}</li>
            ))}
          </ul>
          {warnings.length > SHOWN_WARNINGS && (
            <p>And {(warnings.length - SHOWN_WARNINGS).toLocaleString('en')} more.</p>
          )}
          <p>They will be sent unchanged; the engine may reject them.</p>
        </Banner>
      )}
      <JsonPart
        label="Aliases"
        lead={'JSON, for example {"all-logs": {}}'}
        value={form.aliases}
        onChange={(aliases) => change({ aliases })}
        fault={faults.aliases}
      />
      <div className={common['centredRow']}>
        {isReadOnly && <p className={common['explanation']}>This server is read-only. Indices can’t be created.</p>}
        <span className={common['spacer']} />
        <Button onPress={reset}>Reset</Button>
        <Button variant="primary" type="submit" isDisabled={isReadOnly}>
          Review and save
        </Button>
      </div>
      {isReviewing && request !== null && (
        <Modal
          title={`Create ${name}?`}
          size="large"
          onClose={() => setIsReviewing(false)}
          footer={
            <>
              {foreseen.length > 0 && <span>The cluster will refuse this index.</span>}
              <Button onPress={() => setIsReviewing(false)}>Cancel</Button>
              {/* Takes the focus again when the button that left a field out has gone. */}
              <Button
                key={leftOut.length}
                variant="primary"
                autoFocus
                isDisabled={foreseen.length > 0}
                isPending={isPending}
                onPress={() => reason.withReason(send)}
              >
                Create index
              </Button>
            </>
          }
        >
          <div className={common['stack3']}>
            {error !== null && refused.length > 0 && (
              <>
                <WriteErrorNotice title={`Couldn’t create ${name}`} error={error} readAgain="the list of indices" />
                <RefusedFields
                  fields={refused}
                  isLeftOut={false}
                  actions={
                    <Button
                      size="small"
                      onPress={() => {
                        setLeftOut((before) => [...before, ...refused]);
                        forgetError();
                      }}
                    >
                      {refused.length === 1 ? 'Leave out this field' : 'Leave out these fields'}
                    </Button>
                  }
                >
                  The index was not created.
                </RefusedFields>
              </>
            )}
            <ForeseenNotice
              target={engine}
              verdict="reject"
              findings={foreseen}
              advice="Correct it in the form first."
            />
            {leftOut.length > 0 && (
              <RefusedFields fields={leftOut} isLeftOut>
                Omitted parts stay in the form until the index is created.
              </RefusedFields>
            )}
            <SentRequests requests={[request]} isOpen />
            {foreseen.length === 0 && reason.field}
          </div>
        </Modal>
      )}
    </form>
  );
}

interface JsonPartProps {
  readonly label: string;
  readonly lead: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly fault: PartFault | undefined;
  /** Shown beside the intro. */
  readonly end?: ReactNode;
}

const NO_FAULTS: readonly TextFault[] = [];

function JsonPart({ label, lead, value, onChange, fault, end }: JsonPartProps) {
  const place = fault?.place;
  const errors = useMemo(() => (place === undefined ? NO_FAULTS : [place]), [place]);
  return (
    <section className={common['stack3']} aria-label={label}>
      <h2 className={styles['title']}>{label}</h2>
      <div className={common['centredRow']}>
        <p className={common['explanation']}>{lead}</p>
        <span className={common['spacer']} />
        {end}
      </div>
      <JsonEditor
        ariaLabel={label}
        value={value}
        onChange={onChange}
        height="180px"
        hasTabKey={false}
        errors={errors}
        isInvalid={fault !== undefined}
      />
      {fault !== undefined && <p role="alert">{fault.message}</p>}
    </section>
  );
}

/** A draft of the list as this device has it; null where the list has none of this id. */
async function readDraft({ store, drafts }: Pick<Services, 'store' | 'drafts'>, draftId: string | undefined) {
  const listed = draftId === undefined ? null : draftById(drafts.getSnapshot().state.body, draftId);
  if (listed === null) return null;
  const stream = draftStream(listed.id);
  const { events } = openLog(await store.read(stream));
  return { stream, state: openState({ body: undefined, mappingsAt: listed.mappingsAt }, events) };
}

/** The changes of the draft whose mappings an index is created with; the server keeps those that are in the request. */
async function changesOfDraft(services: Services, draftId: string | undefined): Promise<SentChanges | undefined> {
  const draft = await readDraft(services, draftId).catch(() => null);
  if (draft === null) return undefined;
  const { stream, state } = draft;
  const { changes } = await gatherChanges(services, { stream, getSnapshot: () => ({ state, readings: 0 }) });
  return changes;
}

/** Puts the mappings of a draft into the form when the address contains the draft's id. */
function useMappingsOfDraft(draftId: string | undefined, take: (text: string) => void): void {
  const services = useServices();
  const { drafts } = services;
  const onRead = useEffectEvent(take);
  useEffect(() => {
    const listed = draftId === undefined ? null : draftById(drafts.getSnapshot().state.body, draftId);
    if (listed === null) return undefined;
    let isGone = false;
    readDraft(services, draftId).then(
      (draft) => {
        const mappings = draft === null ? undefined : valueAt(draft.state.body, listed.mappingsAt);
        if (!isGone && isObject(mappings)) onRead(formatJson(mappings, 2));
      },
      (cause: unknown) =>
        showToast({ kind: 'danger', title: `Couldn’t read draft ${listed.name}`, text: errorWords(cause) }),
    );
    return () => {
      isGone = true;
    };
  }, [draftId, services, drafts]);
}
