import { useQueryClient } from '@tanstack/react-query';
import { editableSettings } from '#domain/console';
import type { RouteAnswer } from '#domain/wire';
import { showToast } from '../../kit/toast.tsx';
import { useApi } from '../../platform/api-provider.tsx';
import { apiQueryOptions } from '../../platform/api-queries.ts';
import { ApiError, asApiError } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';
import { useRefetch } from '../../platform/use-api-query.ts';
import { useReviewedWrite, type ReviewedWrite } from '../../review/use-reviewed-write.ts';
import { asJson } from './index-data.ts';
import type { SettingsFailure } from './settings-review.tsx';
import { failedCalls, settingsPorts, type SettingsStep, type SettingsWrite } from './settings-write.ts';

/** The update of the settings of an index, over the API. */
export function useSettingsUpdate(name: string, onChanged: () => void): ReviewedWrite<SettingsWrite, null> {
  const cluster = useApi();
  const queries = useQueryClient();
  const { usage } = useCore();
  const refetch = useRefetch();
  const { api } = cluster;
  const body = { indices: [name] };
  const settings = apiQueryOptions(cluster, 'settings.get', { params: { name } });
  const ports = settingsPorts({
    // Through the cache, so that the tab shows what was read here.
    async readSettings(target) {
      // A response on its way may be older than the change.
      await queries.cancelQueries({ queryKey: settings.queryKey });
      const response = await queries.query({ ...settings, staleTime: 0 });
      return editableSettings(asJson(response.settings), target);
    },
    closeIndex: async (reason) => requireDone(await api.call('indices.close', { body }, { reason })),
    changeSettings: (changes, reason) => api.call('settings.update', { params: { name }, body: changes }, { reason }),
    openIndex: async (reason) => requireDone(await api.call('indices.open', { body }, { reason })),
    onChanged() {
      usage.count('update_settings');
      showToast({ kind: 'success', title: `Updated settings of ${name}` });
    },
    onSettled: () => void refetch('settings.get', 'indices.reload'),
  });
  return useReviewedWrite(ports, { onDone: onChanged });
}

/** @throws ApiError where an index of the call was not closed or opened. */
function requireDone({ results }: RouteAnswer<'indices.close'>): void {
  const failed = results.find(({ outcome }) => outcome !== 'done');
  if (failed !== undefined)
    throw new ApiError(
      failed.error?.statusCode ?? 0,
      failed.error?.message ?? 'The result is unknown. Check the index before retrying.',
      asJson(failed.error?.attributes),
    );
}

/** The meaning of the failed calls of an update for the index, the most serious first. */
export function failureNotices(
  name: string,
  { write, failure }: ReviewedWrite<SettingsWrite, null>,
): readonly SettingsFailure[] {
  const failures = failedCalls(failure);
  const isStillClosed = failures.some(({ step }) => step === 'open');
  const isReopened = write?.isClosing === true && !isStillClosed;
  const titles: Readonly<Record<SettingsStep, string>> = {
    read: 'The settings were not changed',
    close: 'The settings were not changed',
    change: isReopened
      ? `The settings were not changed; ${name} was closed and has been reopened`
      : 'The settings were not changed',
    open: `Couldn’t reopen ${name}; it may still be closed`,
    verify: 'The settings were changed, but couldn’t be reloaded',
  };
  return failures.toReversed().map(({ step, error }) => ({ title: titles[step], error: asApiError(error) }));
}
