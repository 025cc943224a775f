import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { indexNameProblem, type ResizeSource } from '#domain/console';
import { resizeTargets, routingShards, type ResizeKind } from '#domain/index-operations';
import { WriteErrorNotice } from '../../cluster/api-error-notice.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { Modal } from '../../kit/modal.tsx';
import { NumberField } from '../../kit/number-field.tsx';
import { Select } from '../../kit/select.tsx';
import { Switch } from '../../kit/switch.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import styles from './index-detail.module.css';
import { Loaded } from './loaded.tsx';

interface ResizeDialogProps {
  readonly name: string;
  readonly kind: ResizeKind;
  readonly onClose: () => void;
}

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

/** Proposes a plan that clones, shrinks or splits an index, with what has to be done before and afterwards. */
export function ResizeDialog({ name, kind, onClose }: ResizeDialogProps) {
  const query = useApiQuery('resize.get', { params: { name } });
  // What the form was made of stays: a reading that comes later would change it under the fingers.
  const [first, setFirst] = useState<ResizeSource | null>(null);
  if (first === null && query.data !== undefined && !query.isFetching) setFirst(query.data);
  if (first !== null) return <ResizeForm name={name} kind={kind} source={first} onClose={onClose} />;
  return (
    <Modal title={`${TITLES[kind]} “${name}”`} onClose={onClose} footer={<Button onPress={onClose}>Cancel</Button>}>
      <Loaded query={query} what="the index">
        {() => null}
      </Loaded>
    </Modal>
  );
}

function ResizeForm({ name, kind, source, onClose }: ResizeDialogProps & { readonly source: ResizeSource }) {
  const navigate = useNavigate();
  const isReadOnly = useIsReadOnly();
  const { primaries, nodes, nodesWithAll, isWriteBlocked, writeIndexOf } = source;
  const targets = resizeTargets(kind, primaries, routingShards(primaries, source.routingShards));
  const needsNode = kind === 'shrink' && nodesWithAll.length === 0;
  const [target, setTarget] = useState('');
  const [shards, setShards] = useState(String((kind === 'shrink' ? targets.at(-1) : targets[0]) ?? ''));
  const [replicas, setReplicas] = useState<number | null>(source.replicas);
  const [node, setNode] = useState<string | null>(needsNode ? (nodes[0] ?? null) : null);
  const [allowsWrites, setAllowsWrites] = useState(true);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const {
    mutate: propose,
    isPending,
    error,
  } = useApiMutation('plans.create', {
    invalidates: ['plans.list'],
    onSuccess: ({ id }) => {
      onClose();
      void navigate({ to: ROUTES.plan, params: { planId: id } });
    },
  });
  const problem = indexNameProblem(target);
  const reason = impossibleReason({ kind, primaries, targets, writeIndexOf, hasNode: !needsNode || node !== null });
  const submit = () => {
    setIsSubmitted(true);
    if (problem !== null) return;
    propose({
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
    });
  };
  return (
    <FormDialog
      title={`${TITLES[kind]} “${name}”`}
      size="medium"
      submitLabel="Create plan"
      isSubmitDisabled={reason !== null || isReadOnly}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles['intro']}>
        {INTROS[kind]} “{name}” has {primaries.toLocaleString('en')} primary {primaries === 1 ? 'shard' : 'shards'}.
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
            onChange={setTarget}
            errorMessage={isSubmitted ? (problem ?? undefined) : undefined}
          />
          {kind !== 'clone' && (
            <Select
              label="Primary shards"
              items={targets.map((number) => ({ id: String(number), label: number.toLocaleString('en') }))}
              value={shards}
              onChange={setShards}
            />
          )}
          <NumberField
            label="Replicas"
            value={replicas}
            onChange={setReplicas}
            minValue={0}
            maxValue={100}
            step={1}
            description="They are not copied: without a number the cluster’s default applies."
          />
          {needsNode && (
            <Select
              label="Node for the source’s shards"
              items={nodes.map((each) => ({ id: each, label: each }))}
              value={node}
              onChange={setNode}
              description="A shrink needs a copy of every shard on one node. Moving them can take long."
            />
          )}
          {!isWriteBlocked && (
            <Switch isSelected={allowsWrites} onChange={setAllowsWrites}>
              Allow writes to the source again
            </Switch>
          )}
          <p className={styles['intro']}>
            Settings and mappings are copied. Aliases and the write block are not; templates don’t apply. The steps of
            the plan are shown before anything is sent.
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** Why nothing can be made of the index in this way; null where it can. */
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
