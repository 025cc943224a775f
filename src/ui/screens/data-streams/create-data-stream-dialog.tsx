import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { dataStreamNameProblem } from '#domain/console';
import { ApiErrorNotice, WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Banner } from '../../kit/banner.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import { TemplateLink } from '../../lists/links.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import styles from './data-streams.module.css';

/** Creates a data stream: which template makes it is shown before. */
export function CreateDataStreamDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problem = dataStreamNameProblem(name);
  const create = useApiMutation('data_streams.create', {
    invalidates: ['data_streams.list', 'data_streams.get', 'indices.list'],
    onSuccess: (_, { params }) => void showToast({ kind: 'success', title: `Created data stream “${params.name}”` }),
  });
  const submit = () => {
    setIsSubmitted(true);
    if (problem !== null) return;
    create.mutate(
      { params: { name } },
      {
        onSuccess: () => {
          onClose();
          void navigate({ to: ROUTES.dataStream, params: { name }, search: (before: object) => before });
        },
      },
    );
  };
  return (
    <FormDialog
      title="Create data stream"
      size="medium"
      submitLabel="Create data stream"
      isPending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {create.error && (
        <WriteErrorNotice
          title="Couldn’t create the data stream"
          error={create.error}
          readAgain="the list of data streams"
        />
      )}
      <TextField
        label="Name"
        isMono
        autoFocus
        value={name}
        onChange={setName}
        errorMessage={isSubmitted ? (problem ?? undefined) : undefined}
      />
      <div aria-live="polite">
        {problem === null ? (
          <MatchingTemplate name={name} />
        ) : (
          <p className={styles['muted']}>Settings and mappings come from the index template that matches the name.</p>
        )}
      </div>
    </FormDialog>
  );
}

/** The template that a stream of the name is made by, or why none is. */
function MatchingTemplate({ name: typed }: { readonly name: string }) {
  const name = useDeferredValue(typed);
  const match = useApiQuery('index_templates.match', { params: { name }, query: {} });
  const list = useApiQuery('index_templates.list', {});
  const error = match.error ?? list.error;
  if (error !== null) return <ApiErrorNotice title="Couldn’t look up the template" error={error} />;
  if (match.data === undefined || list.data === undefined) return <Skeleton width="80%" height="20px" />;
  const { template } = match.data;
  if (template === undefined)
    return (
      <Banner kind="warning" title="No index template matches this name">
        A data stream needs an index template with data streams enabled whose pattern matches its name.
      </Banner>
    );
  const body = list.data.templates.find((each) => each.name === template)?.body;
  const isForStreams = body !== undefined && Object.hasOwn(body, 'data_stream');
  if (isForStreams)
    return (
      <p>
        Created from index template <TemplateLink name={template} />.
      </p>
    );
  return (
    <Banner kind="warning" title="The matching template creates indices">
      Index template <TemplateLink name={template} /> matches this name with the highest priority, but data streams are
      not enabled in it.
    </Banner>
  );
}
