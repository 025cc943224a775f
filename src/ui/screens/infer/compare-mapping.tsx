import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import { engineTitle } from '#domain/catalogue';
import {
  checkFinding,
  definitionText,
  ignoredFinding,
  missingFields,
  unmappedOutcomes,
  unmappedText,
  unseenFields,
  type DocumentCheck,
  type InferredField,
  type InferredMapping,
} from '#domain/infer';
import type { JsonObject } from '#domain/json';
import { countOf, capitalized } from '#domain/console';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { AwaitedNotice } from '../../cluster/awaited-notice.tsx';
import { MissingNotice } from '../../cluster/missing-notice.tsx';
import { useCluster } from '../../cluster/use-cluster.ts';
import { shownName } from '../../files/shown-name.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import common from '../../kit/common.module.css';
import { RotateCw } from '../../kit/icons/icons.ts';
import { LineList } from '../../kit/line-list.tsx';
import { showToast } from '../../kit/toast.tsx';
import { ListedNames } from '../../lists/listed-names.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError } from '../../platform/console-api.ts';
import { draftsOf } from '../../platform/draft-list.ts';
import { errorWords } from '../../platform/error-words.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { templateEditorOf } from '../../platform/template-links.ts';
import { useApiQuery, useRetry } from '../../platform/use-api-query.ts';
import { useDocument } from '../../platform/use-document.ts';
import { addMissingFields } from './add-missing.ts';
import {
  checkedMappingOf,
  comparedTitle,
  readCompared,
  type ComparedChoice,
  type ComparedReading,
} from './compared-mapping.ts';
import type { Proposal } from './infer-messages.ts';
import styles from './infer-screen.module.css';
import { ListedFinding } from './listed-finding.tsx';
import { chooseMissing } from './missing-choice.ts';
import type { useInference, Trial } from './use-inference.ts';

interface CompareMappingProps {
  /** Where the documents come from. */
  readonly origin: string;
  readonly proposal: Proposal;
  /** The proposal with what was chosen in place of it. */
  readonly mapping: InferredMapping;
  readonly trial: Trial;
  readonly onCompare: ReturnType<typeof useInference>['compareWith'];
}

/** Compares the documents with a mapping that exists, and adds the fields that it lacks. */
export function CompareMapping(props: CompareMappingProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  if (!isOpen)
    return (
      <div>
        <Button onPress={() => setIsOpen(true)}>Compare with…</Button>
      </div>
    );
  return (
    <section className={styles['compare']} aria-label="Compare with a mapping">
      <ChooseMapping value={chosen} onChange={setChosen}>
        {(choice) => <Compared key={chosen} choice={choice} {...props} />}
      </ChooseMapping>
    </section>
  );
}

const KIND_LABELS: Readonly<Record<ComparedChoice['kind'], string>> = {
  index: 'Index',
  index_template: 'Index template',
  legacy_template: 'Legacy template',
  component_template: 'Component template',
  draft: 'Draft',
};

interface ChooseMappingProps {
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly children: (choice: ComparedChoice) => ReactNode;
}

/** The mappings of this device and of the cluster; what can't be listed is named, and the others can be chosen. */
function ChooseMapping({ value, onChange, children }: ChooseMappingProps) {
  const { drafts } = useServices();
  const { body } = useDocument(drafts).state;
  const indices = useApiQuery('indices.list', {});
  const templates = useApiQuery('index_templates.list', {});
  const components = useApiQuery('component_templates.list', {});
  const retry = useRetry('indices.list', 'index_templates.list', 'component_templates.list');
  const choices = useMemo(() => {
    const named = (kind: Exclude<ComparedChoice['kind'], 'draft'>, list: readonly { readonly name: string }[] = []) =>
      list.map(({ name }): readonly [string, ComparedChoice] => [`${kind} ${name}`, { kind, name }]);
    return new Map<string, ComparedChoice>([
      ...draftsOf(body).map(({ id, name }) => [`draft ${id}`, { kind: 'draft', name, id }] as const),
      ...named('index', indices.data),
      ...named('index_template', templates.data?.templates),
      ...named('component_template', components.data),
      ...named('legacy_template', templates.data?.legacyTemplates),
    ]);
  }, [body, indices.data, templates.data, components.data]);
  // A choice that was deleted meanwhile stays, so that its reading says so.
  const [kept, setKept] = useState<ComparedChoice | null>(null);
  const choice = value === null ? null : (choices.get(value) ?? kept);
  const items = [...choices].map(([id, { kind, name }]) => ({
    id,
    label: shownName(name),
    description: KIND_LABELS[kind],
    keywords: KIND_LABELS[kind],
  }));
  const lists = [indices, templates, components];
  return (
    <>
      <div className={styles['engine']}>
        <ComboBox
          label="Compare with"
          items={items}
          value={value}
          onChange={(id) => {
            setKept(choices.get(id) ?? null);
            onChange(id);
          }}
          placeholder="Choose an index, template or draft"
          emptyText="No index, template or draft of this name."
          autoFocus
        />
      </div>
      <AwaitedNotice
        what="the indices and templates"
        isLoading={lists.some(({ isPending }) => isPending)}
        error={lists.find(({ error }) => error !== null)?.error ?? null}
        onRetry={retry}
      />
      <ListedNames error={indices.error} />
      <MissingNotice answer={templates.data} />
      {choice !== null && children(choice)}
    </>
  );
}

function Compared({ choice, ...props }: CompareMappingProps & { readonly choice: ComparedChoice }) {
  const { proposal, trial, onCompare } = props;
  const services = useServices();
  const { api, clusterId } = useApi();
  const { data, error, refetch } = useQuery<ComparedReading>({
    queryKey: [clusterId, 'infer.compared', choice],
    queryFn: ({ signal }) => readCompared(services, api, choice, signal),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const { target } = proposal;
  const existing = useMemo(() => (data === undefined ? null : checkedMappingOf(data, target)), [data, target]);
  const compare = useEffectEvent(() => onCompare(existing));
  useEffect(() => compare(), [existing]);
  const title = comparedTitle({ ...choice, name: shownName(choice.name) });
  if (error !== null) {
    const notice = { title: `The mapping of ${title} can’t be read`, onRetry: () => void refetch() };
    if (error instanceof ApiError) return <ApiErrorNotice error={error} {...notice} />;
    return (
      <Banner
        kind="danger"
        title={notice.title}
        actions={
          <Button size="small" icon={RotateCw} onPress={notice.onRetry}>
            Try again
          </Button>
        }
      >
        {errorWords(error)}
      </Banner>
    );
  }
  if (data === undefined || existing === null) return <p role="status">Loading the mapping of {title}...</p>;
  if (trial.kind === 'running') return <p role="status">Comparing the documents with {title}...</p>;
  if (trial.kind !== 'done' || trial.against === null) return null;
  return (
    <Comparison
      key={engineTitle(target)}
      {...props}
      title={title}
      reading={data}
      compared={existing.mappings}
      check={trial.against}
    />
  );
}

interface ComparisonProps extends CompareMappingProps {
  readonly title: string;
  readonly reading: ComparedReading;
  /** The mappings that the documents were tried on. */
  readonly compared: JsonObject;
  readonly check: DocumentCheck;
}

function Comparison({ title, reading, compared, check, origin, proposal, mapping }: ComparisonProps) {
  const { documents, target } = proposal;
  const missing = useMemo(() => missingFields(mapping.fields, compared), [mapping, compared]);
  const unseen = useMemo(() => unseenFields(proposal.mapping, compared), [proposal, compared]);
  const ignored = ignoredFinding(title, check);
  return (
    <>
      <ListedFinding kind={check.refusedCount > 0 ? 'warning' : 'success'} {...checkFinding(title, check, documents)} />
      {ignored.lines.length > 0 && <ListedFinding kind="warning" {...ignored} />}
      <MissingFields title={title} missing={missing} {...{ reading, compared, check, origin, documents }} />
      {unseen.length > 0 && (
        <details className={common['framed']}>
          <summary>
            {countOf(unseen.length, 'field')} of {title} {unseen.length === 1 ? 'is' : 'are'} in no document
          </summary>
          <LineList label="Fields that are in no document" count={unseen.length}>
            {(index) => shownName(unseen[index] ?? '')}
          </LineList>
        </details>
      )}
      <p className={common['muted']}>
        Missing fields are by every value that was read, for {engineTitle(target)}; what is refused or ignored by the
        documents that were tried.
      </p>
    </>
  );
}

interface MissingFieldsProps extends Pick<ComparisonProps, 'title' | 'reading' | 'compared' | 'check' | 'origin'> {
  readonly missing: readonly InferredField[];
  readonly documents: number;
}

function MissingFields({ title, missing, reading, compared, check, origin, documents }: MissingFieldsProps) {
  const services = useServices();
  const { api } = useApi();
  const { data: cluster } = useCluster();
  const navigate = useNavigate();
  /** Paths of the fields that are not to be added. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isPending, setIsPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const outcomeOf = useMemo(() => unmappedOutcomes(check), [check]);
  const { choice, readOnlyReason } = reading;
  const isLive = choice.kind !== 'draft';
  const clusterKey = cluster?.uuid ?? cluster?.id;
  const fields = missing.filter(({ path }) => !left.has(path.join('.')));
  if (missing.length === 0)
    return <Banner kind="success" title={`${capitalized(title)} has every field of the documents.`} />;
  const add = async () => {
    setIsPending(true);
    try {
      const options = { reading, fields, compared, cluster: clusterKey ?? '', origin, documents };
      const count = await addMissingFields(services, api, options);
      showToast({
        kind: 'info',
        title: count === 0 ? `${capitalized(title)} has these fields already` : `Added fields to ${title}`,
        ...(count > 0 && { text: `${isLive ? 'Nothing was sent. Review the changes. ' : ''}You can undo this.` }),
      });
      if (choice.kind === 'draft') await navigate({ to: ROUTES.draft, params: { draftId: choice.id } });
      else if (choice.kind === 'index') await navigate({ to: ROUTES.indexMapping, params: { name: choice.name } });
      else await navigate(templateEditorOf({ kind: choice.kind, name: choice.name }));
    } catch (error) {
      setFault(errorWords(error));
      setIsPending(false);
    }
  };
  const allLeft = () => new Set(missing.map(({ path }) => path.join('.')));
  return (
    <section className={styles['fields']} aria-label="Missing fields">
      <h3 className={common['heading']}>
        {capitalized(title)} lacks {countOf(missing.length, 'field')}
      </h3>
      <Checkbox
        isSelected={fields.length === missing.length}
        isIndeterminate={fields.length > 0 && fields.length < missing.length}
        onChange={(isSelected) => setLeft(isSelected ? new Set() : allLeft())}
      >
        Select all missing fields
      </Checkbox>
      <LineList label="Missing fields" count={missing.length} isTall={missing.length > 8}>
        {(index) => {
          const field = missing[index];
          if (field === undefined) return null;
          const path = field.path.join('.');
          return (
            <div className={styles['field']}>
              <Checkbox
                isSelected={!left.has(path)}
                onChange={(isSelected) => setLeft(chooseMissing(missing, left, field, isSelected))}
              >
                <span className={styles['name']}>{shownName(path)}</span> {definitionText(field.definition)}
              </Checkbox>
              <p className={styles['reason']}>{field.reason}</p>
              <p className={styles['seen']}>{shownName(unmappedText(outcomeOf(field.path)))}</p>
            </div>
          );
        }}
      </LineList>
      {fault !== null && (
        <Banner kind="danger" title="The fields were not added" onDismiss={() => setFault(null)}>
          {fault}
        </Banner>
      )}
      {readOnlyReason !== undefined && <p className={common['muted']}>{readOnlyReason}</p>}
      <div>
        <Button
          isPending={isPending}
          isDisabled={fields.length === 0 || readOnlyReason !== undefined || (isLive && clusterKey === undefined)}
          onPress={() => void add()}
        >
          {isLive
            ? `Add ${countOf(fields.length, 'field')} in the editor of ${title}`
            : `Add ${countOf(fields.length, 'field')} to ${title}`}
        </Button>
      </div>
    </section>
  );
}
