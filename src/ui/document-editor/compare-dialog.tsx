import { useState } from 'react';
import { isObject, type JsonObject } from '#domain/json';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { AwaitedNotice } from '../cluster/awaited-notice.tsx';
import { ListedNames } from '../lists/listed-names.tsx';
import { ComboBox } from '../kit/combo-box.tsx';
import { JsonDiff } from '../kit/json-diff.tsx';
import { Modal } from '../kit/modal.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { useApiQuery, useRetry } from '../platform/use-api-query.ts';
import styles from './compare-dialog.module.css';

interface CompareDialogProps {
  /** The name of the draft; an index of the same name is preselected. */
  readonly name: string;
  readonly mappings: JsonObject;
  readonly onClose: () => void;
}

/** Compares the mappings of a draft with those of an index. Nothing is changed. */
export function CompareDialog({ name, mappings, onClose }: CompareDialogProps) {
  const { data: indices, error } = useApiQuery('indices.list', {});
  const retry = useRetry('indices.list');
  const [chosen, setChosen] = useState<string | null>(null);
  const index = chosen ?? indices?.find((each) => each.name === name)?.name ?? null;
  const items = (indices ?? []).map((each) => ({ id: each.name, label: each.name }));
  return (
    <Modal title={`Compare ${name} with an index`} size="large" onClose={onClose}>
      <div className={styles['parts']}>
        <AwaitedNotice what="the indices" isLoading={indices === undefined} error={error} onRetry={retry} />
        <ListedNames error={error} />
        <ComboBox
          label="Index"
          items={items}
          value={index}
          onChange={setChosen}
          placeholder="Choose an index"
          emptyText="No index of this name."
          autoFocus
        />
        {index !== null && <Comparison key={index} index={index} draft={name} mappings={mappings} />}
      </div>
    </Modal>
  );
}

interface ComparisonProps {
  readonly index: string;
  readonly draft: string;
  readonly mappings: JsonObject;
}

function Comparison({ index, draft, mappings }: ComparisonProps) {
  const { data, error, refetch } = useApiQuery('mapping.get', { params: { name: index } });
  if (error !== null)
    return (
      <ApiErrorNotice title={`The mapping of ${index} can’t be read`} error={error} onRetry={() => void refetch()} />
    );
  if (data === undefined) return <Skeleton height="240px" />;
  const live = isObject(data.mappings) ? data.mappings : {};
  return <JsonDiff before={live} after={mappings} beforeLabel={`Index ${index}`} afterLabel={`Draft ${draft}`} />;
}
