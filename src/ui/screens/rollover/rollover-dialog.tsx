import { indexNameProblem, type Rollover, type RolloverConditions } from '#domain/console';
import { rolloverCall } from '#domain/index-operations';
import { requestOf } from '#domain/ports';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { AwaitedNotice } from '../../cluster/awaited-notice.tsx';
import { READ_ONLY_REASON } from '../../cluster/cluster-words.tsx';
import { useClusterEngine, useClusterId, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { TypedFormDialog } from '../../frame/typed-form-dialog.tsx';
import { Banner } from '../../kit/banner.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import { typedFormStream, type TypedForm } from '../../platform/typed-forms.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery, useRetry } from '../../platform/use-api-query.ts';
import { typedOver, useTypedForm, type OpenForm } from '../../platform/use-typed-form.ts';
import common from '../../kit/common.module.css';
import styles from './rollover.module.css';

interface RolloverDialogProps {
  readonly name: string;
  readonly kind: 'alias' | 'data stream';
  /** The alias has a filter or routing, which Elasticsearch does not copy to the new index. */
  readonly hasOptions?: boolean;
  readonly onClose: () => void;
}

const AGE = /^\d+(?:d|h|m|s)$/;
const SIZE = /^\d+(?:b|kb|mb|gb|tb|pb)$/i;

const NOTHING: TypedForm<'rollover'> = { age: '', documents: null, size: '', newIndex: '' };

/** Rolls over an alias or a data stream, after showing the result of a dry run. */
export function RolloverDialog(props: RolloverDialogProps) {
  const { name, kind } = props;
  const opened = useTypedForm('rollover', typedFormStream('rollover', useClusterId(), kind, name));
  return opened === null ? null : <RolloverForm {...props} opened={opened} />;
}

interface RolloverFormProps extends RolloverDialogProps {
  readonly opened: OpenForm<TypedForm<'rollover'>>;
}

function RolloverForm({ name, kind, hasOptions = false, opened, onClose }: RolloverFormProps) {
  const [{ age, documents, size, newIndex }, edit] = typedOver(opened, NOTHING);
  const isReadOnly = useIsReadOnly();
  const isElasticsearch = useClusterEngine()?.distribution === 'elasticsearch';
  const ageFault = age === '' || AGE.test(age) ? undefined : 'A number and a unit: 7d, 12h, 30m.';
  const sizeFault = size === '' || SIZE.test(size) ? undefined : 'A number and a unit: 50gb, 500mb.';
  const nameFault = newIndex === '' ? undefined : (indexNameProblem(newIndex) ?? undefined);
  const documentsFault =
    documents === null || (documents >= 1 && Number.isSafeInteger(documents))
      ? undefined
      : 'Enter a whole number of 1 or more.';
  const isValid = [ageFault, documentsFault, sizeFault, nameFault].every((fault) => fault === undefined);
  const conditions: RolloverConditions = {
    ...(age !== '' && { max_age: age }),
    ...(documents !== null && { max_docs: documents }),
    ...(size !== '' && { max_size: size }),
  };
  const body = {
    ...(Object.keys(conditions).length > 0 && { conditions }),
    ...(newIndex !== '' && { newIndex }),
  };
  const preview = useApiQuery('rollover.preview', { params: { name }, body }, { isEnabled: isValid });
  const retry = useRetry('rollover.preview');
  const run = useApiMutation('rollover.run', {
    invalidates: [
      'rollover.preview',
      'all_aliases.list',
      'aliases.get',
      'indices.list',
      'indices.reload',
      'data_streams.list',
      'data_streams.get',
    ],
    sends: () => opened,
    onSuccess({ rolledOver, newIndex: made }) {
      if (rolledOver)
        showToast({ kind: 'success', title: `Rolled over “${name}”`, text: `New documents are written to “${made}”.` });
      else showToast({ kind: 'info', title: `“${name}” was not rolled over`, text: 'No condition is met.' });
    },
  });
  const found = isValid ? preview.data : undefined;
  const reason = useReason();
  const submit = () => {
    if (found === undefined || isReadOnly) return;
    const input = { params: { name }, body: { ...body, oldIndex: found.oldIndex } };
    reason.withReason((why) => run.mutate({ ...input, reason: why }, { onSuccess: onClose }));
  };
  return (
    <TypedFormDialog
      title={`Roll over ${kind} “${name}”`}
      size="medium"
      submitLabel="Roll over"
      isSubmitDisabled={isReadOnly || found === undefined}
      isPending={run.isPending}
      onSubmit={submit}
      onClose={onClose}
      opened={opened}
    >
      {isReadOnly && <p className={common['muted']}>{READ_ONLY_REASON}</p>}
      {run.error && <WriteErrorNotice title="Couldn’t roll over" error={run.error} readAgain={`the ${kind}`} />}
      <section className={styles['preview']} aria-label="Preview" aria-live="polite">
        {found !== undefined && <Preview rollover={found} />}
        <AwaitedNotice
          what="the preview"
          isLoading={isValid && found === undefined}
          error={isValid ? preview.error : null}
          failureTitle="This can’t be rolled over"
          onRetry={retry}
        />
        {!isValid && <p className={common['muted']}>Correct the conditions to see what would happen.</p>}
      </section>
      {hasOptions && isElasticsearch && (
        <Banner kind="warning" title="Filter and routing are not kept">
          Elasticsearch doesn’t give the new index the filter and routing of the alias. Set them again afterwards.
        </Banner>
      )}
      <div className={styles['conditions']}>
        <TextField
          label="Maximum age"
          value={age}
          onChange={(text) => edit({ age: text })}
          placeholder="7d"
          errorMessage={ageFault}
        />
        <NumberField
          label="Maximum documents"
          value={documents}
          onChange={(count) => edit({ documents: count })}
          errorMessage={documentsFault}
        />
        <TextField
          label="Maximum size"
          value={size}
          onChange={(text) => edit({ size: text })}
          placeholder="50gb"
          errorMessage={sizeFault}
        />
      </div>
      <p className={common['muted']}>Without conditions it rolls over at once; with several, one is enough.</p>
      {kind === 'alias' && (
        <TextField
          label="New index (optional)"
          isMono
          value={newIndex}
          onChange={(text) => edit({ newIndex: text })}
          errorMessage={nameFault}
          description="If empty, the number at the end of the current name is increased."
        />
      )}
      {found !== undefined && (
        <>
          <SentRequests requests={[requestOf(rolloverCall(name, body))]} />
          {reason.field}
        </>
      )}
    </TypedFormDialog>
  );
}

function Preview({ rollover: { oldIndex, newIndex, conditions } }: { readonly rollover: Rollover }) {
  const results = Object.entries(conditions);
  const isDue = results.length === 0 || results.some(([, isMet]) => isMet);
  return (
    <>
      {isDue ? (
        <p>
          Creates <span className={common['mono']}>{newIndex}</span> and writes to it instead of{' '}
          <span className={common['mono']}>{oldIndex}</span>.
        </p>
      ) : (
        <p>
          Nothing would change now: no condition is met. Writes stay with{' '}
          <span className={common['mono']}>{oldIndex}</span>.
        </p>
      )}
      {results.length > 0 && (
        <ul>
          {results.map(([text, isMet]) => (
            <li key={text}>
              <span className={common['mono']}>{text.replace(/^\[|\]$/g, '')}</span>: {isMet ? 'met' : 'not met'}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
