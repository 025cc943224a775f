import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { indexNameProblem, missingSentence, type ResizeSource, countOf } from '#domain/console';
import { resizeTargets, routingShards, type ResizeKind } from '#domain/index-operations';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { AwaitedNotice } from '../../cluster/awaited-notice.tsx';
import { useClusterId, useIsReadOnly } from '../../cluster/use-cluster.ts';
import { TypedFormDialog } from '../../frame/typed-form-dialog.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { focusInvalid } from '../../kit/focus-invalid.ts';
import { Modal } from '../../kit/modal.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { numberFault } from '../../kit/number-fault.ts';
import { Select } from '../../kit/select.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { typedFormStream, type TypedForm } from '../../platform/typed-forms.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery, useRetry } from '../../platform/use-api-query.ts';
import { typedOver, useTypedForm, type OpenForm } from '../../platform/use-typed-form.ts';
import common from '../../kit/common.module.css';

interface ResizeDialogProps {
  readonly name: string;
  readonly kind: ResizeKind;
  readonly onClose: () => void;
}

const MAX_REPLICAS = 100;

const TITLES: Readonly<Record<ResizeKind, string>> = {
  clone: 'Clone index',
  shrink: 'Shrink index',
  split: 'Split index',
};
const INTROS: Readonly<Record<ResizeKind, string>> = {
  clone: 'Creates a copy with as many primary shards.',
  shrink: 'Creates a copy with fewer primary shards: a factor of the current number.',
  split: 'Creates a copy with more primary shards: a multiple of the current number.',
};

/** Proposes a plan that clones, shrinks or splits an index, with the steps needed before and afterwards. */
export function ResizeDialog({ name, kind, onClose }: ResizeDialogProps) {
  const query = useApiQuery('resize.get', { params: { name } });
  const retry = useRetry('resize.get');
  const opened = useTypedForm('resizeIndex', typedFormStream('resizeIndex', useClusterId(), kind, name));
  // The form keeps the data it was opened with: data that arrives later would change it during editing.
  const [first, setFirst] = useState<ResizeSource | null>(null);
  if (first === null && query.data !== undefined && !query.isFetching) setFirst(query.data);
  if (first !== null && opened !== null)
    return <ResizeForm name={name} kind={kind} source={first} opened={opened} onClose={onClose} />;
  return (
    <Modal title={`${TITLES[kind]} “${name}”`} onClose={onClose} footer={<Button onPress={onClose}>Cancel</Button>}>
      <AwaitedNotice what="the index" isLoading={query.isFetching} error={query.error} onRetry={retry} />
    </Modal>
  );
}

interface ResizeFormProps extends ResizeDialogProps {
  readonly source: ResizeSource;
  readonly opened: OpenForm<TypedForm<'resizeIndex'>>;
}

function ResizeForm({ name, kind, source, opened, onClose }: ResizeFormProps) {
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const { primaries, nodes = [], nodesWithAll = [], isWriteBlocked, writeIndexOf, missing } = source;
  const targets = resizeTargets(kind, primaries, routingShards(primaries, source.routingShards));
  const needsNode = kind === 'shrink' && nodesWithAll.length === 0;
  const initial: TypedForm<'resizeIndex'> = {
    target: '',
    shards: String((kind === 'shrink' ? targets.at(-1) : targets[0]) ?? ''),
    replicas: source.replicas,
    node: needsNode ? (nodes[0] ?? null) : null,
    allowsWrites: true,
  };
  const [form, edit] = typedOver(opened, initial);
  const { target, replicas, allowsWrites } = form;
  // The earlier choice may no longer be offered.
  const shards = targets.map(String).includes(form.shards) ? form.shards : initial.shards;
  const node = form.node !== null && nodes.includes(form.node) ? form.node : initial.node;
  const [isSubmitted, setIsSubmitted] = useState(false);
  const {
    mutate: propose,
    isPending,
    error,
  } = useApiMutation('plans.create', {
    invalidates: ['plans.list'],
    sends: () => opened,
  });
  const problem = indexNameProblem(target);
  // What decides whether it is possible has to be known: a plan that was wrong about it would stop halfway.
  const reason =
    missing === undefined
      ? impossibleReason({ kind, primaries, targets, writeIndexOf, hasNode: !needsNode || node !== null })
      : missing.map(missingSentence).join(' ');
  const submit = () => {
    setIsSubmitted(true);
    if (problem !== null || numberFault(replicas, 0, MAX_REPLICAS) !== undefined) {
      focusInvalid();
      return;
    }
    propose(
      {
        body: {
          name,
          resize: {
            method: kind,
            newIndex: target,
            settings: {
              ...(kind !== 'clone' && { 'index.number_of_shards': Number(shards) }),
              ...(replicas !== null && { 'index.number_of_replicas': replicas }),
            },
            ...(needsNode && node !== null && { node }),
            allowsWrites,
          },
        },
      },
      {
        onSuccess({ id }) {
          onClose();
          void navigate({ to: ROUTES.plan, params: { planId: id } });
        },
      },
    );
  };
  return (
    <TypedFormDialog
      title={`${TITLES[kind]} “${name}”`}
      size="medium"
      submitLabel="Create plan"
      isSubmitDisabled={reason !== null || isReadOnly}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
      opened={opened}
    >
      <p className={common['explanation']}>
        {INTROS[kind]} “{name}” has {countOf(primaries, 'primary shard')}.
      </p>
      {reason !== null && (
        <Banner kind="warning" title="This isn’t possible">
          {reason}
        </Banner>
      )}
      {error !== null && <WriteErrorNotice title="Couldn’t create the plan" error={error} readAgain="the plans" />}
      {reason === null && (
        <>
          <TextField
            label="New index"
            isMono
            autoFocus
            value={target}
            onChange={(text) => edit({ target: text })}
            errorMessage={isSubmitted ? (problem ?? undefined) : undefined}
          />
          {kind !== 'clone' && (
            <Select
              label="Primary shards"
              items={targets.map((number) => ({ id: String(number), label: number.toLocaleString('en') }))}
              value={shards}
              onChange={(count) => edit({ shards: count })}
            />
          )}
          <NumberField
            label="Replicas"
            value={replicas}
            onChange={(count) => edit({ replicas: count })}
            minValue={0}
            maxValue={MAX_REPLICAS}
            step={1}
            description="They are not copied: without a number the cluster’s default applies."
          />
          {needsNode && (
            <Select
              label="Node for the source’s shards"
              items={nodes.map((each) => ({ id: each, label: each }))}
              value={node}
              onChange={(each) => edit({ node: each })}
              description="A shrink needs a copy of every shard on one node. Moving them can take long."
            />
          )}
          {!isWriteBlocked && (
            <Switch isSelected={allowsWrites} onChange={(isOn) => edit({ allowsWrites: isOn })}>
              Allow writes to the source again
            </Switch>
          )}
          <p className={common['explanation']}>
            Settings and mappings are copied. Aliases and the write block are not; templates don’t apply. The steps of
            the plan are shown before anything is sent.
          </p>
        </>
      )}
    </TypedFormDialog>
  );
}

/** Why the index can't be resized this way; null where it can. */
function impossibleReason({
  kind,
  primaries,
  targets,
  writeIndexOf,
  hasNode,
}: {
  readonly kind: ResizeKind;
  readonly primaries: number;
  readonly targets: readonly number[];
  readonly writeIndexOf: string | undefined;
  readonly hasNode: boolean;
}): string | null {
  if (writeIndexOf !== undefined)
    return `It is the write index of data stream “${writeIndexOf}”. Roll the data stream over first.`;
  if (targets.length === 0)
    return kind === 'shrink'
      ? 'It has one primary shard, and can’t have fewer.'
      : `${primaries.toLocaleString('en')} primary shards can’t be split further: no larger number fits how its documents are routed.`;
  return hasNode ? null : 'No node is known that could hold a copy of every shard.';
}
