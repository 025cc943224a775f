import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { RotateCw } from '../../kit/icons/icons.ts';
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

/** The log of an object can't be read. */
export function LogFault({ reason, retry }: { readonly reason: string; readonly retry: () => void }) {
  return (
    <Banner kind="danger" title="Couldn’t read this log" actions={<RetryButton onPress={retry} />}>
      {reason.replace(/\.$/, '')}. Open the document for details.
    </Banner>
  );
}

/** Requests again what could not be read. */
export function RetryButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <Button size="small" icon={RotateCw} onPress={onPress}>
      Retry
    </Button>
  );
}
