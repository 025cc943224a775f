import { isClusterAuthor, personBehind, type Author } from '#domain/events';
import { Chip } from '../../kit/chip.tsx';

interface WhoProps {
  /** As `whoOf` has it. */
  readonly name: string;
  readonly author: Pick<Author, 'id' | 'verified'>;
}

/** Who made a change, and whether anybody vouches for the name. Of a cluster that nobody is known to have reported there is no name to vouch for. */
export function Who({ name, author: { id, verified } }: WhoProps) {
  const isNobody = isClusterAuthor(id) && personBehind(id) === id;
  return (
    <>
      {name} {verified ? <Chip tone="green">Verified</Chip> : !isNobody && <Chip>Unverified name</Chip>}
    </>
  );
}
