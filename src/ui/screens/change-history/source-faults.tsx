import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Banner } from '../../kit/banner.tsx';
import type { useChangeSource } from './use-change-source.ts';

/** The streams of this device can't be read. */
export function StoredFault({ reason }: { readonly reason: string }) {
  return (
    <Banner kind="danger" title="Couldn’t load the history">
      {reason}. Reload the page.
    </Banner>
  );
}

/** The streams of the server can't be read. Without a trail there is nothing to read. */
export function TrailFault({ trail }: Pick<ReturnType<typeof useChangeSource>, 'trail'>) {
  if (!trail.isError || trail.error.statusCode === 404) return null;
  return (
    <ApiErrorNotice
      title="Couldn’t read the changes on the server"
      error={trail.error}
      onRetry={() => void trail.refetch()}
    />
  );
}

/** The history of the sample data can't be read. A server of an earlier version has none. */
export function SampleFault({ sampleList }: Pick<ReturnType<typeof useChangeSource>, 'sampleList'>) {
  if (!sampleList.isError || sampleList.error.statusCode === 404) return null;
  return (
    <ApiErrorNotice
      title="Couldn’t read the history of the sample data"
      error={sampleList.error}
      onRetry={() => void sampleList.refetch()}
    />
  );
}
