import { useEffect, useRef, useState } from 'react';
import { countOf, dataStreamOf, writeIndexOf } from '#domain/console';
import { SAMPLE_SIZES } from '#domain/wire';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { AwaitedNotice } from '../../cluster/awaited-notice.tsx';
import { useFeature } from '../../cluster/use-cluster.ts';
import { MissingNotice } from '../../cluster/missing-notice.tsx';
import { shownName } from '../../files/shown-name.ts';
import { Button } from '../../kit/button.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import common from '../../kit/common.module.css';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { ListedNames } from '../../lists/listed-names.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { asApiError, type ApiError } from '../../platform/console-api.ts';
import { useApiQuery, useRetry } from '../../platform/use-api-query.ts';
import { sampleInput, type InferInput } from './infer-input.ts';
import styles from './infer-screen.module.css';

type Size = (typeof SAMPLE_SIZES)[number];

const SIZES = SAMPLE_SIZES.map((size) => ({ id: `${size}` as const, label: size.toLocaleString('en') }));

interface IndexSampleProps {
  /** The chosen index, as in the address. */
  readonly index: string | undefined;
  readonly onIndex: (index: string) => void;
  readonly onSample: (sample: InferInput) => void;
}

/** Chooses an index of the cluster, and reads a sample of its documents. */
export function IndexSample({ index, onIndex, onSample }: IndexSampleProps) {
  const indices = useApiQuery('indices.list', {});
  const retry = useRetry('indices.list');
  const feature = useFeature('data_streams');
  // Where it isn't known whether the cluster has them, the request for their list says why.
  const hasStreams = feature?.has === true || feature?.unknown !== undefined;
  const streams = useApiQuery('data_streams.list', { query: {} }, { isEnabled: hasStreams });
  const retryStreams = useRetry('data_streams.list');
  const aliases = useApiQuery('all_aliases.list', {});
  const retryAliases = useRetry('all_aliases.list');
  const aliasesOf = new Map<string, string[]>();
  for (const { index: of, alias } of aliases.data ?? []) {
    const others = aliasesOf.get(of);
    if (others === undefined) aliasesOf.set(of, [shownName(alias)]);
    else others.push(shownName(alias));
  }
  const streamOf = new Map(streams.data?.map((stream) => [writeIndexOf(dataStreamOf(stream)) ?? '', stream.name]));
  const names = [...streamOf.keys(), ...(indices.data?.map(({ name }) => name) ?? [])].filter((name) => name !== '');
  // One of an address may be hidden, or deleted meanwhile: reading it says so.
  const items = [...new Set([...(index === undefined ? [] : [index]), ...names])].map((name) => {
    const stream = streamOf.get(name);
    const label = stream === undefined ? shownName(name) : `${shownName(stream)} (newest index)`;
    const own = aliasesOf.get(name);
    return { id: name, label, ...(own && { description: `Aliases: ${own.join(', ')}`, keywords: own.join(' ') }) };
  });
  return (
    <section className={styles['sample']} aria-label="Sample of an index">
      <h2 className={common['heading']}>Or read a sample of an index</h2>
      <p className={common['muted']}>
        The newest documents are read with your privileges. They are not recorded or stored, and a reload forgets them.
      </p>
      <ComboBox
        label="Index or data stream"
        items={items}
        value={index ?? null}
        onChange={onIndex}
        placeholder="Choose an index or a data stream"
        emptyText="No index, alias or data stream of this name."
      />
      <AwaitedNotice what="the indices" isLoading={indices.isPending} error={indices.error} onRetry={retry} />
      <MissingNotice answer={indices.data} />
      <AwaitedNotice what="the aliases" isLoading={aliases.isPending} error={aliases.error} onRetry={retryAliases} />
      {hasStreams && (
        <AwaitedNotice
          what="the data streams"
          isLoading={streams.isPending}
          error={streams.error}
          onRetry={retryStreams}
        />
      )}
      <ListedNames error={indices.error ?? streams.error ?? aliases.error} />
      {index !== undefined && <ReadSample key={index} index={index} onSample={onSample} />}
    </section>
  );
}

type Reading =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly error: ApiError };

function ReadSample({ index, onSample }: { readonly index: string; readonly onSample: IndexSampleProps['onSample'] }) {
  const { api } = useApi();
  const [size, setSize] = useState<`${Size}`>('1000');
  const [reading, setReading] = useState<Reading>({ kind: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  // Whether documents of the index can be read at all is known before they are.
  const count = useApiQuery('documents.search', { params: { name: index }, body: { size: 0 } });
  const retry = useRetry('documents.search');
  const title = `index ${shownName(index)}`;
  const start = async () => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setReading({ kind: 'running' });
    try {
      const input = { params: { name: index }, body: { documents: Number(size) as Size } };
      const sample = await api.call('documents.sample', input, { signal });
      if (!signal.aborted) onSample(sampleInput(index, sample));
    } catch (error) {
      if (!signal.aborted) setReading({ kind: 'failed', error: asApiError(error) });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setReading({ kind: 'none' });
  };
  return (
    <>
      <AwaitedNotice
        what={`the number of documents of ${title}`}
        failureTitle={`Documents of ${title} can’t be read`}
        isLoading={count.isPending}
        error={count.error}
        onRetry={retry}
      />
      {count.data !== undefined && (
        <p className={common['muted']}>
          {count.data.total === 0
            ? 'The index has no documents. Refresh it if they are new.'
            : `The index has ${countOf(count.data.total, 'document')}. Read at most:`}
        </p>
      )}
      <div className={common['centredRow']}>
        <SegmentedControl label="Number of documents" items={SIZES} value={size} onChange={setSize} />
        <Button
          isPending={reading.kind === 'running'}
          isDisabled={count.data === undefined || count.data.total === 0}
          onPress={() => void start()}
        >
          Read sample
        </Button>
        {reading.kind === 'running' && <Button onPress={cancel}>Cancel</Button>}
      </div>
      {reading.kind === 'running' && <p role="status">Reading documents of {title}...</p>}
      {reading.kind === 'failed' && (
        <ApiErrorNotice title={`The sample of ${title} can’t be read`} error={reading.error} />
      )}
    </>
  );
}
