import type { RouteAnswer } from '#domain/wire';
import { countOf } from '#domain/console';
import { exactTime } from '../../files/relative-time.ts';

/** Labels for the logs of a server, by the prefixes of their names. */
export const KIND_LABELS: Readonly<Record<string, string>> = {
  draft: 'Drafts',
  workspace: 'Lists of drafts',
  index: 'Index mappings',
  index_template: 'Index templates',
  component_template: 'Component templates',
  legacy_template: 'Legacy templates',
  plan: 'Plans',
  action: 'Actions on clusters',
  server: 'The server itself',
};

/** The retention of the server's data, and the result of the last run. */
export function describeRetention({ actionDays, lastRun }: RouteAnswer<'storage.get'>['retention']): string {
  if (actionDays === null)
    return 'Everything is kept. Start the server with --keep-actions to erase old actions on clusters.';
  const rule = `Actions on clusters are erased after ${countOf(actionDays, 'day')}; everything else is kept.`;
  if (lastRun === null) return rule;
  const came = lastRun.actions === 0 ? 'nothing was old enough' : `${countOf(lastRun.actions, 'action')} erased`;
  return `${rule} Last run ${exactTime(lastRun.at)}: ${came}.`;
}
