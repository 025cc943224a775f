import type { DataStream } from '#domain/console';
import { useApi } from '../../platform/api-provider.tsx';
import type { DeletionOutcome } from '../../lists/deletion-report.tsx';
import { useDeletion } from '../../lists/use-deletion.tsx';

const NOUN = { one: 'data stream', many: 'data streams' } as const;

export const NO_RIGHT_TO_DELETE = 'You have no right to delete it: the cluster asks for the privilege delete_index.';

/** Deleting data streams, and their backing indices with them. */
export function useDataStreamDeletion(onDone: (outcome: DeletionOutcome) => void) {
  const { api } = useApi();
  return useDeletion<DataStream>({
    noun: NOUN,
    doomedOf: ({ name, indices }) => ({
      key: name,
      name,
      note: `${backingWords(indices.length)}${indices.length === 0 ? '' : `: ${indices.map((index) => index.name).join(', ')}`}`,
      isGuarded: name.startsWith('.'),
    }),
    lossOf: (streams) => {
      const count = streams.reduce((sum, { indices }) => sum + indices.length, 0);
      return (
        <p>
          Every document in {streams.length === 1 ? 'it' : 'them'} is lost: the {backingWords(count)}{' '}
          {count === 1 ? 'is' : 'are'} deleted too. This can’t be undone.
        </p>
      );
    },
    remove: async (streams) => {
      const { dataStreamsDeleted, errors } = await api.call('data_streams.delete', {
        body: { dataStreams: streams.map(({ name }) => name) },
      });
      return { deleted: dataStreamsDeleted, errors };
    },
    onDone,
  });
}

function backingWords(count: number): string {
  return count === 1 ? '1 backing index' : `${count.toLocaleString('en')} backing indices`;
}
