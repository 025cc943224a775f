import { isClusterAuthor, personBehind, SERVER_READER, type Author, type StoredEvent } from '#domain/events';
import { Chip } from '../../kit/chip.tsx';

interface WhoProps {
  /** As `whoOf` has it. */
  readonly name: string;
  readonly author: Pick<Author, 'id' | 'verified'>;
  /** What a server says of where an event is from. */
  readonly origin?: Partial<Pick<StoredEvent, 'seen' | 'recordedAt'>>;
}

/** Who made a change, and whether anybody vouches for the name. Of a cluster that nobody is known to have reported there is no name to vouch for. */
export function Who({ name, author: { id, verified }, origin }: WhoProps) {
  const isNobody = isClusterAuthor(id) && personBehind(id) === id;
  const isReported = isClusterAuthor(id) && id !== SERVER_READER.id;
  return (
    <>
      {name} {verified ? <Chip tone="green">Verified</Chip> : !isNobody && <Chip>Unverified name</Chip>}{' '}
      {isReported && origin?.recordedAt !== undefined && (
        <Chip>{origin.seen ? 'Seen by the server' : 'Reported by a browser'}</Chip>
      )}
    </>
  );
}
