import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { createActor, fromPromise, type ActorRefFrom } from 'xstate';
import type { TargetEngine } from '#domain/catalogue';
import { editableSettings } from '#domain/console';
import type { JsonObject } from '#domain/json';
import type { RouteAnswer } from '#domain/wire';
import {
  settingsUpdateMachine,
  type SettingsUpdateContext,
  type SettingsUpdateStep,
} from '../../../machines/settings-update-machine.ts';
import { useApi } from '../../platform/api-provider.tsx';
import { apiQueryOptions, type ClusterApi } from '../../platform/api-queries.ts';
import { ApiError, asApiError } from '../../platform/console-api.ts';
import { useCore } from '../../platform/services.ts';
import { useRefetch } from '../../platform/use-api-query.ts';
import { showToast } from '../../kit/toast.tsx';
import { asJson } from './index-data.ts';
import type { SettingsFailure } from './settings-review.tsx';

interface SettingsUpdateHandlers {
  /** With the settings as they are after the change. */
  readonly onChanged: (settings: JsonObject) => void;
  /** The settings were not what the review compared with; nothing was sent. */
  readonly onOvertaken: () => void;
}

/** The machine that updates the settings of an index, over the API. */
export function useSettingsUpdate(
  name: string,
  { onChanged, onOvertaken }: SettingsUpdateHandlers,
): ActorRefFrom<typeof settingsUpdateMachine> {
  const cluster = useApi();
  const queries = useQueryClient();
  const { usage } = useCore();
  const refetch = useRefetch();
  // It is never stopped: where the screen is left in the middle, an index that was closed for the change is opened again all the same.
  const [actor] = useState(() =>
    createActor(
      settingsUpdateMachine.provide({
        actors: settingsUpdateActors(cluster, queries, name),
        actions: {
          onChanged() {
            usage.count('update_settings');
            showToast({ kind: 'success', title: `Updated settings of ${name}` });
          },
          onSettled: () => void refetch('settings.get', 'indices.reload'),
        },
      }),
    ),
  );
  const changed = useEffectEvent(onChanged);
  const overtaken = useEffectEvent(onOvertaken);
  useEffect(() => {
    actor.start();
    const subscriptions = [
      actor.on('changed', ({ settings }) => changed(settings)),
      actor.on('overtaken', () => overtaken()),
    ];
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  }, [actor]);
  return actor;
}

function settingsUpdateActors(cluster: ClusterApi, queries: QueryClient, name: string) {
  const { api } = cluster;
  const body = { indices: [name] };
  const settings = apiQueryOptions(cluster, 'settings.get', { params: { name } });
  return {
    // Through the cache, so that the tab shows what was read here.
    readSettings: fromPromise<JsonObject, TargetEngine>(async ({ input: target }) => {
      // A response that is under way may be from before the change.
      await queries.cancelQueries({ queryKey: settings.queryKey });
      const response = await queries.query({ ...settings, staleTime: 0 });
      return editableSettings(asJson(response.settings), target);
    }),
    closeIndex: fromPromise<unknown>(async () => requireDone(await api.call('indices.close', { body }))),
    changeSettings: fromPromise<unknown, JsonObject>(async ({ input }) =>
      api.call('settings.update', { params: { name }, body: input }),
    ),
    openIndex: fromPromise<unknown>(async () => requireDone(await api.call('indices.open', { body }))),
  };
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

/** What the failed steps of an update mean for the index, the gravest first. */
export function failureNotices(name: string, { update, failures }: SettingsUpdateContext): readonly SettingsFailure[] {
  const isStillClosed = failures.some(({ step }) => step === 'open');
  const isReopened = update?.isClosing === true && !isStillClosed;
  const titles: Readonly<Record<SettingsUpdateStep, string>> = {
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
