import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { dataStreamNameProblem } from '#domain/console';
import { createDataStreamCall } from '#domain/index-operations';
import { requestOf } from '#domain/ports';
import { ApiErrorNotice, WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { SentRequests } from '../../cluster/sent-requests.tsx';
import { useReason } from '../../cluster/use-reason.tsx';
import { useClusterId } from '../../cluster/use-cluster.ts';
import { TypedFormDialog } from '../../frame/typed-form-dialog.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { showToast } from '../../kit/toast.tsx';
import { TemplateLink } from '../../lists/links.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { typedFormStream } from '../../platform/typed-forms.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { typedOver, useTypedForm } from '../../platform/use-typed-form.ts';
import common from '../../kit/common.module.css';

const NOTHING = { name: '' };

/** Creates a data stream; shows the matching template first. */
export function CreateDataStreamDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const opened = useTypedForm('createDataStream', typedFormStream('createDataStream', useClusterId()));
  const [{ name }, edit] = typedOver(opened, NOTHING);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problem = dataStreamNameProblem(name);
  const create = useApiMutation('data_streams.create', {
    invalidates: ['data_streams.list', 'data_streams.get', 'indices.list'],
    sends: () => opened,
    onSuccess: (_, { params }) => void showToast({ kind: 'success', title: `Created data stream “${params.name}”` }),
  });
  const reason = useReason();
  const submit = () => {
    setIsSubmitted(true);
    if (problem !== null) return;
    reason.withReason((why) =>
      create.mutate(
        { params: { name }, reason: why },
        {
          onSuccess: () => {
            onClose();
            void navigate({ to: ROUTES.dataStream, params: { name }, search: (before: object) => before });
          },
        },
      ),
    );
  };
  if (opened === null) return null;
  return (
    <TypedFormDialog
      title="Create data stream"
      size="medium"
      submitLabel="Create data stream"
      isPending={create.isPending}
      onSubmit={submit}
      onClose={onClose}
      opened={opened}
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
        onChange={(text) => edit({ name: text })}
        errorMessage={name !== '' || isSubmitted ? (problem ?? undefined) : undefined}
      />
      <div aria-live="polite">
        {problem === null ? (
          <MatchingTemplate name={name} />
        ) : (
          <p className={common['muted']}>Settings and mappings come from the index template that matches the name.</p>
        )}
      </div>
      {problem === null && (
        <>
          <SentRequests requests={[requestOf(createDataStreamCall(name))]} />
          {reason.field}
        </>
      )}
    </TypedFormDialog>
  );
}

/** The template that a data stream with the name gets, or why there is none. */
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
  const body = list.data.templates?.find((each) => each.name === template)?.body;
  // Where the templates can't be read, the engine decides.
  const isForStreams = list.data.templates === undefined || (body !== undefined && Object.hasOwn(body, 'data_stream'));
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
