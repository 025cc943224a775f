import { Banner } from '../kit/banner.tsx';
import { useApi } from '../platform/api-provider.tsx';
import { useListedNames } from '../platform/use-listed-names.ts';

/** Says where lists are narrowed that what is affected by a change is looked up in. */
export function NarrowedNote() {
  const names = useListedNames(useApi().clusterId);
  if (names === '') return null;
  return (
    <Banner kind="info" title={`Only what matches ${names} was looked at`}>
      <p>Other indices and data streams may be affected as well.</p>
    </Banner>
  );
}
