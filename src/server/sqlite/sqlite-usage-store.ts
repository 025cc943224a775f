import type { UsageTotals } from '#domain/usage';
import type { UsageStore } from '../console/usage.ts';
import type { ServerDatabase } from './database.ts';
import { rowQuery } from './row-query.ts';

/** Reports of usage, added up on the server's own disk. `now` in ISO 8601. */
export function sqliteUsageStore(database: ServerDatabase, now: () => string): UsageStore {
  const counter = database.prepare(
    'INSERT INTO usage_counter VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET total = total + excluded.total, last_at = excluded.last_at',
  );
  const agent = database.prepare(
    'INSERT INTO usage_agent VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET last_at = excluded.last_at',
  );
  const application = database.prepare(
    'INSERT INTO usage_application VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET minutes = minutes + excluded.minutes, clicks = clicks + excluded.clicks',
  );
  const counters = rowQuery<UsageTotals['uiCounter'][number]>(
    database,
    'SELECT app AS appName, event AS eventName, type, total, last_at AS lastAt FROM usage_counter ORDER BY rowid',
  );
  const agents = rowQuery<UsageTotals['userAgent'][number]>(
    database,
    'SELECT app AS appName, agent AS userAgent, last_at AS lastAt FROM usage_agent ORDER BY rowid',
  );
  const applications = rowQuery<UsageTotals['application_usage'][number]>(
    database,
    'SELECT app AS appId, view AS viewId, minutes AS minutesOnScreen, clicks AS numberOfClicks FROM usage_application ORDER BY rowid',
  );

  return {
    add: async ({ uiCounter = {}, userAgent = {}, application_usage = {} }) => {
      const at = now();
      database.transaction(() => {
        for (const { appName, eventName, type, total } of Object.values(uiCounter))
          counter.run(appName, eventName, type, total, at);
        for (const { appName, userAgent: name } of Object.values(userAgent)) agent.run(appName, name, at);
        for (const { appId, viewId, minutesOnScreen, numberOfClicks } of Object.values(application_usage)) {
          application.run(appId, viewId, minutesOnScreen, numberOfClicks);
        }
      })();
    },
    totals: async () => ({
      // The columns are those of the entities.
      uiCounter: counters.all(),
      userAgent: agents.all(),
      application_usage: applications.all(),
    }),
  };
}
