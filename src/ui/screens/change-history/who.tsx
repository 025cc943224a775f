import type { Author } from '#domain/events';
import { Chip } from '../../kit/chip.tsx';

/** Who made a change, and whether anybody vouches for the name. */
export function Who({ author: { name, verified } }: { readonly author: Pick<Author, 'name' | 'verified'> }) {
  return (
    <>
      {name} {verified ? <Chip tone="green">Verified</Chip> : <Chip>Self-given name</Chip>}
    </>
  );
}
