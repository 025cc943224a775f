import { stateOfAction } from '#domain/action';
import type { RouteAnswer, RouteInput } from '#domain/wire';
import type { LoggedAction } from '../console/action-log.ts';
import type { ConsoleContext, HandlersIn } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import { withRequestErrors } from '../trail/store-errors.ts';
import { firstActionId, timeOfAction } from './action-ids.ts';
import type { ActionRights } from './action-rights.ts';
import type { EventActionLog } from './event-action-log.ts';

const DEFAULT_LIMIT = 50;
/** How many actions one request looks at, at most; where few of them fit, the next page goes on. */
const MAX_LOOKED_AT = 1_000;
/** Names of one action in a list. */
const LISTED_NAMES = 20;
/** Ids of the events of one action in a list of the actions of a stream, and in any other list. */
const LISTED_EVENTS = 1_000;
const FEW_EVENTS = 100;
const ACTION_ID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

type Query = RouteInput<'actions.list'>['query'];
type Summary = RouteAnswer<'actions.list'>['actions'][number];

/** What was done to a cluster, for those who may see it. */
export function actionHandlers(log: EventActionLog, rights: ActionRights): HandlersIn<'actions'> {
  return {
    'actions.list': async ({ query }, { cluster }) => {
      await rights.reach(cluster);
      const limit = query.limit === undefined ? DEFAULT_LIMIT : Number(query.limit);
      const erased = query.before === undefined ? await log.erased(cluster.entry.id) : null;
      const more = erased !== null && { erased: { actions: erased.count, until: timeOfAction(erased.newest) } };
      const until = query.to === undefined ? undefined : firstId(query.to);
      const actions: Summary[] = [];
      let [before, hidden, lookedAt] = [earlier(query.before, until), 0, 0];
      for (;;) {
        const found = await log.find({
          cluster: cluster.entry.id,
          limit,
          ...(before !== undefined && { before }),
          ...(query.from !== undefined && { from: firstId(query.from) }),
          ...(query.route !== undefined && { route: query.route }),
          ...(query.name !== undefined && { name: query.name }),
          ...(query.stream !== undefined && { stream: query.stream }),
          ...(query.state !== undefined && { state: query.state }),
        });
        for (const action of found) {
          before = action.id;
          if (!isBy(action, query.who) || !isMadeOf(action, query.event)) continue;
          if (await rights.maySee(cluster, action))
            actions.push({
              ...summaryOf(action),
              ...((query.stream !== undefined || action.changes !== undefined) && {
                sent: sentOf(action, query.stream === undefined ? FEW_EVENTS : LISTED_EVENTS),
              }),
            });
          else hidden += 1;
          if (actions.length === limit) return { actions, next: before, hidden, ...more };
        }
        lookedAt += found.length;
        if (found.length < limit) return { actions, hidden, ...more };
        if (lookedAt >= MAX_LOOKED_AT && before !== undefined) return { actions, next: before, hidden, ...more };
      }
    },
    'actions.get': async ({ params: { name } }, context) => {
      const found = await find(name, context);
      return { ...found, state: stateOfAction(found) };
    },
  };

  async function find(id: string, { cluster }: ConsoleContext): Promise<LoggedAction> {
    const shown = id.slice(0, 64);
    if (!ACTION_ID.test(id)) throw new RequestError(400, `Invalid action ID "${shown}".`, { name: shown });
    await rights.reach(cluster);
    const found = await withRequestErrors(() => log.get({ cluster: cluster.entry.id, id }));
    if (found !== undefined && (await rights.maySee(cluster, found))) return found;
    throw new RequestError(404, `There is no action "${shown}" on cluster "${cluster.entry.label}" that you may see.`, {
      name: shown,
    });
  }
}

/** The first id that an action of this time can have. */
function firstId(time: string): string {
  const ms = Date.parse(time);
  if (Number.isNaN(ms) || ms < 0)
    throw new RequestError(400, `Invalid request: "${time}" is no date.`, {
      issues: [{ at: '/query', reason: `"${time}" is no date` }],
    });
  return firstActionId(ms);
}

function earlier(first: string | undefined, second: string | undefined): string | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  return first < second ? first : second;
}

function isBy({ author }: LoggedAction, who: Query['who']): boolean {
  return who === undefined || author.id === who || author.name.toLowerCase().includes(who.toLowerCase());
}

function isMadeOf({ changes }: LoggedAction, event: string | undefined): boolean {
  return event === undefined || changes?.events.includes(event) === true;
}

function sentOf({ changes, calls = [], outcome }: LoggedAction, maxEvents: number): NonNullable<Summary['sent']> {
  const error = outcome?.error ?? outcome?.results?.find((result) => result.error !== undefined)?.error;
  return {
    events: changes?.events.length ?? 0,
    ids: changes?.events.slice(0, maxEvents) ?? [],
    ...(changes !== undefined && { stream: changes.stream }),
    ...(changes?.unrecorded !== undefined && { unrecorded: changes.unrecorded }),
    calls: calls.map(({ method, path, status, fault }) => ({
      ...{ method, path },
      ...(status !== undefined && { status }),
      ...(fault !== undefined && { fault }),
    })),
    ...(error !== undefined && { error: error.message }),
  };
}

function summaryOf(action: LoggedAction): Summary {
  const { id, version, author, reason, at, cluster, route, title, doneTitle, address, settled, names, outcome } =
    action;
  const endedAt = outcome?.at ?? settled?.at;
  return {
    ...{ id, version, author, at, cluster, route, title },
    state: stateOfAction(action),
    names: names.slice(0, LISTED_NAMES),
    nameCount: names.length,
    ...(doneTitle !== undefined && { doneTitle }),
    ...(reason !== undefined && { reason }),
    ...(address !== undefined && { address }),
    ...(settled !== undefined && { settled }),
    ...(endedAt !== undefined && { endedAt }),
  };
}
