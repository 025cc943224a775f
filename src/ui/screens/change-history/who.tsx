import { isClusterAuthor, personBehind, SERVER_READER, type Author, type StoredEvent } from '#domain/events';
import { Chip } from '../../kit/chip.tsx';

interface WhoProps {
  /** The name, as returned by `whoOf`. */
  readonly name: string;
  readonly author: Pick<Author, 'id' | 'verified'>;
  /** The server's statements about the origin of an event. */
  readonly origin?: Partial<Pick<StoredEvent, 'seen' | 'recordedAt'>>;
}

/**
 * The author of a change, and whether the name is verified. Where the author is a cluster and no person is known to
 * have reported the change, there is no name to verify.
 */
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
