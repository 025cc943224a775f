import { formatSize } from '#domain/console';
import type { RouteAnswer } from '#domain/wire';
import { Facts } from '../../../lists/facts.tsx';

interface FileFactsProps {
  readonly files: NonNullable<RouteAnswer<'field_costs.analyze'>['files']>;
}

/** What each kind of file takes up. */
export function FileFacts({ files }: FileFactsProps) {
  return (
    <Facts
      facts={files.map(({ kind, description = kind, bytes }) => [`${description} (.${kind})`, formatSize(bytes)])}
    />
  );
}
