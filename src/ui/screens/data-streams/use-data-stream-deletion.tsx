import { hasPrivilege, type DataStream } from '#domain/console';
import { useApi } from '../../platform/api-provider.tsx';
import type { ResourceDeletion } from '../../lists/use-deletion.tsx';

const NO_RIGHT = 'You have no right to delete it: the cluster asks for the privilege delete_index.';

const refusalOf = (stream: DataStream) => (hasPrivilege(stream, 'delete_index') ? undefined : NO_RIGHT);

/** Deleting data streams, and their backing indices with them. */
export function useDataStreamDeletion(): ResourceDeletion<DataStream> {
  const { api } = useApi();
  return {
    refusalOf,
    toDeletionTarget: ({ name, indices, _meta }) => {
      const isManaged = _meta?.['managed'] === true;
      const names = indices.length === 0 ? '' : `: ${indices.map((index) => index.name).join(', ')}`;
      return {
        key: name,
        name,
        note: `${isManaged ? 'Managed · ' : ''}${describeBackingIndices(indices.length)}${names}`,
        isGuarded: isManaged || name.startsWith('.'),
      };
    },
    consequencesOf: (streams) => {
      const count = streams.reduce((sum, { indices }) => sum + indices.length, 0);
      return (
        <p>
          All documents in {streams.length === 1 ? 'this data stream' : 'these data streams'} are deleted, with{' '}
          {describeBackingIndices(count)}. This can’t be undone.
        </p>
      );
    },
    remove: async (streams) => {
      const { dataStreamsDeleted, errors } = await api.call('data_streams.delete', {
        body: { dataStreams: streams.map(({ name }) => name) },
      });
      return { deleted: dataStreamsDeleted, errors };
    },
  };
}

function describeBackingIndices(count: number): string {
  return count === 1 ? '1 backing index' : `${count.toLocaleString('en')} backing indices`;
}
