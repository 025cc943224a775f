import type { UsageTotals } from '#domain/usage';
import type { UsageStore } from './usage.ts';

/** Reports added up for as long as the process lives. */
export function memoryUsageStore(now: () => string): UsageStore {
  const counters = new Map<string, UsageTotals['uiCounter'][number]>();
  const agents = new Map<string, UsageTotals['userAgent'][number]>();
  const applications = new Map<string, UsageTotals['application_usage'][number]>();
  return {
    async add({ uiCounter = {}, userAgent = {}, application_usage = {} }) {
      const lastAt = now();
      for (const { appName, eventName, type, total } of Object.values(uiCounter)) {
        const key = keyOf(appName, eventName, type);
        counters.set(key, { appName, eventName, type, total: total + (counters.get(key)?.total ?? 0), lastAt });
      }
      for (const { appName, userAgent: name } of Object.values(userAgent))
        agents.set(keyOf(appName, name), { appName, userAgent: name, lastAt });
      for (const { appId, viewId, minutesOnScreen, numberOfClicks } of Object.values(application_usage)) {
        const key = keyOf(appId, viewId);
        const known = applications.get(key);
        applications.set(key, {
          appId,
          viewId,
          minutesOnScreen: minutesOnScreen + (known?.minutesOnScreen ?? 0),
          numberOfClicks: numberOfClicks + (known?.numberOfClicks ?? 0),
        });
      }
    },
    totals: async () => ({
      uiCounter: [...counters.values()],
      userAgent: [...agents.values()],
      application_usage: [...applications.values()],
    }),
  };
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
