import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { errorText, formatJson, isObject, openLog, replay, draftStream, requestOf, valueAt } from '../../domain/index.ts';
import { useApi } from '../api/api-provider.tsx';
import { asApiError, type ApiError } from '../api/console-api.ts';
import { useRefetch } from '../api/use-api-query.ts';
import { APP_BASE } from '../app/app-base.ts';
import { Screen } from '../app/screen.tsx';
import { useServices } from '../app/services.ts';
import { ApiErrorNotice, CopyRequest } from '../cluster/api-error-notice.tsx';
import { ClusterGate } from '../cluster/cluster-gate.tsx';
import { useIsReadOnly } from '../cluster/use-cluster.ts';
import { draftById, draftsOf } from '../drafts/draft-list.ts';
import { useDocument } from '../hooks/use-document.ts';
import styles from '../index-detail/index-detail.module.css';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { JsonEditor } from '../kit/json-editor.tsx';
import { Modal } from '../kit/modal.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { Select } from '../kit/select.tsx';
import { TextField } from '../kit/text-field.tsx';
import { showToast } from '../kit/toast.tsx';
import { EMPTY_FORM, keepForm, keptForm, readForm, type IndexForm } from './create-index-form.ts';

const ROUTE = `${APP_BASE}/create_index` as const;
const NO_DRAFT = 'none';

/** A new index, with settings, mappings and aliases. */
export function CreateIndexScreen() {
  return (
    <Screen title="Create index">
      <ClusterGate>
        <CreateIndexForm />
      </ClusterGate>
    </Screen>
  );
}

function CreateIndexForm() {
  const services = useServices();
  const { api } = useApi();
  const refetch = useRefetch();
  const isReadOnly = useIsReadOnly();
  const navigate = useNavigate();
  const { draft: draftId } = useSearch({ from: ROUTE });
  const [form, setForm] = useState<IndexForm>(() => keptForm() ?? EMPTY_FORM);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isReviewing, setIsReviewing] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const change = (part: Partial<IndexForm>) =>
    setForm((before) => {
      const after = { ...before, ...part };
      keepForm(after);
      return after;
    });
  useMappingsOfDraft(draftId, (mappings) => change({ mappings }));
  const { faults, warnings, body } = readForm(form);
  const request = form.name === '' || form.name === '.' || form.name === '..' ? null : requestOf({ method: 'PUT', path: [form.name], body: formatJson(body, 2) });
  const review = () => {
    setIsSubmitted(true);
    setError(null);
    if (Object.keys(faults).length === 0) setIsReviewing(true);
  };
  const create = async () => {
    setIsPending(true);
    try {
      await api.call('indices.create', { params: { name: form.name }, body });
      keepForm(null);
      void refetch('indices.list');
      showToast({ kind: 'success', title: `Created index ${form.name}` });
      void navigate({ to: `${APP_BASE}/indices/$name`, params: { name: form.name } });
    } catch (cause) {
      setError(asApiError(cause));
      setIsReviewing(false);
    } finally {
      setIsPending(false);
    }
  };
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
      {error !== null && <ApiErrorNotice title={`${form.name} was not created`} error={error} onDismiss={() => setError(null)} />}
      <TextField label="Name" isMono value={form.name} onChange={(name) => change({ name })} description="Lower case, without spaces." errorMessage={isSubmitted || form.name !== '' ? faults.name : undefined} />
      <div className={styles['row']}>
        <NumberField label="Primary shards" value={form.shards} onChange={(shards) => change({ shards })} minValue={1} description="1 where it is left empty. Fixed once the index is made." />
        <NumberField label="Replicas" value={form.replicas} onChange={(replicas) => change({ replicas })} minValue={0} description="1 where it is left empty." />
      </div>
      <JsonPart label="More settings" lead="As JSON, nested or flat." value={form.settings} onChange={(settings) => change({ settings })} fault={faults.settings} />
      <Select
        label="Mappings of a draft"
        items={[{ id: NO_DRAFT, label: 'None' }, ...drafts.map(({ id, name }) => ({ id, label: name }))]}
        value={draftId ?? NO_DRAFT}
        onChange={(id) => void navigate({ to: ROUTE, search: id === NO_DRAFT ? {} : { draft: id }, replace: true })}
      />
      <JsonPart label="Mappings" lead="A mappings object; a template or an engine’s answer will do too." value={form.mappings} onChange={(mappings) => change({ mappings })} fault={faults.mappings} />
      {warnings.length > 0 && (
        <Banner kind="warning" title={warnings.length === 1 ? 'One option in the mappings looks wrong' : `${warnings.length} options in the mappings look wrong`}>
          <ul className={styles['list']}>
            {warnings.slice(0, 20).map((warning, at) => (
              <li key={at}>{warning}</li>
            ))}
          </ul>
          <p>They are sent as they are; the engine decides.</p>
        </Banner>
      )}
      <JsonPart label="Aliases" lead={'As JSON: {"all-logs": {}}'} value={form.aliases} onChange={(aliases) => change({ aliases })} fault={faults.aliases} />
      <div className={styles['row']}>
        {isReadOnly && <p className={styles['lead']}>This server is read-only: no index can be made.</p>}
        <span className={styles['spring']} />
        <Button onPress={() => change(EMPTY_FORM)}>Start over</Button>
        <Button variant="primary" type="submit" isDisabled={isReadOnly}>
          Review
        </Button>
      </div>
      {isReviewing && request !== null && (
        <Modal
          title={`Create ${form.name}?`}
          size="large"
          onClose={() => setIsReviewing(false)}
          footer={
            <>
              <CopyRequest request={request} />
              <Button onPress={() => setIsReviewing(false)}>Cancel</Button>
              <Button variant="primary" autoFocus isPending={isPending} onPress={() => void create()}>
                Create index
              </Button>
            </>
          }
        >
          <pre className={styles['request']} tabIndex={0} aria-label="Request">
            {`${request.method} ${request.path}\n${request.body ?? ''}`}
          </pre>
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
  readonly fault: string | undefined;
}

function JsonPart({ label, lead, value, onChange, fault }: JsonPartProps) {
  return (
    <section className={styles['form']} aria-label={label}>
      <h2 className={styles['title']}>{label}</h2>
      <p className={styles['lead']}>{lead}</p>
      <JsonEditor ariaLabel={label} value={value} onChange={onChange} height="180px" hasTabKey={false} />
      {fault !== undefined && <p role="alert">{fault}</p>}
    </section>
  );
}

/** Puts the mappings of a draft into the form when the address names one. */
function useMappingsOfDraft(draftId: string | undefined, take: (text: string) => void): void {
  const { store, drafts } = useServices();
  const onRead = useEffectEvent(take);
  useEffect(() => {
    const listed = draftId === undefined ? null : draftById(drafts.getSnapshot().state.body, draftId);
    if (listed === null) return undefined;
    let isGone = false;
    store.read(draftStream(listed.id)).then(
      (records) => {
        const mappings = valueAt(replay(undefined, openLog(records).events), listed.mappingsAt);
        if (!isGone && isObject(mappings)) onRead(formatJson(mappings, 2));
      },
      (cause: unknown) => showToast({ kind: 'danger', title: `The draft ${listed.name} can’t be read`, text: errorText(cause) }),
    );
    return () => {
      isGone = true;
    };
    // Once for each draft that is chosen: what is typed afterwards stays.
  }, [draftId, store, drafts]);
}
