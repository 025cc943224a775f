import { encodeTime } from 'ulid';
import { actionStream, openActionState, reduceAction, type ActionCommand, type ActionOutcome } from '#domain/action';
import type { DocumentEvent } from '#domain/events';
import type { EventStore } from '#domain/ports';
import { ROUTES, type RouteContract, type RouteId } from '#domain/wire';
import { authorOf } from '../console/caller.ts';
import type { Redaction } from './redaction.ts';

/** An action as it was kept before actions were events. */
export interface OldAction {
  readonly row: number;
  readonly action: {
    readonly at: string;
    readonly who: string;
    readonly requestId: string;
    readonly cluster: string;
    readonly route: string;
    readonly names: readonly string[];
    readonly body?: string;
    readonly bodyLength?: number;
  };
  readonly outcome: ActionOutcome | null;
}

export interface OldActions {
  /** Some of those after a row, the oldest first. */
  after(row: number): Promise<readonly OldAction[]>;
  remove(row: number): Promise<void>;
  /** Runs many small writes, which are on the disk when it resolves. */
  inBulk(run: () => Promise<void>): Promise<void>;
}

/** How many became events, and how many could not be read and are left as they are. */
export interface Imported {
  readonly imported: number;
  readonly left: number;
}

/**
 * Makes events of the actions that are left from before. Each is removed when its events are recorded; its stream is
 * always the same, so that one that was interrupted in between is not recorded twice.
 */
export async function importOldActions(old: OldActions, store: EventStore, redaction: Redaction): Promise<Imported> {
  let [imported, left, last] = [0, 0, 0];
  const next = async () => old.after(last);
  if ((await next()).length === 0) return { imported, left };
  await old.inBulk(async () => {
    for (let rows = await next(); rows.length > 0; rows = await next()) {
      for (const row of rows) {
        last = row.row;
        const events = await eventsOf(row, redaction);
        if (events === null) {
          left += 1;
          continue;
        }
        const ref = { cluster: row.action.cluster, id: idOf(row, row.action.at, 0) };
        // A conflict says that it is there.
        await store.append(actionStream(ref), 0, events);
        await old.remove(row.row);
        imported += 1;
      }
    }
  });
  return { imported, left };
}

/** The events that an action would have had; null where it has not the form that it must have. */
async function eventsOf(old: OldAction, redaction: Redaction): Promise<readonly DocumentEvent[] | null> {
  const { at, who, requestId, cluster, route, names, body, bodyLength } = old.action;
  const redactor = redaction();
  const signedIn = new Map(who === 'anonymous' ? [] : [[cluster, who]]);
  const author = authorOf({ address: '', signedIn }, cluster);
  const contract: RouteContract | undefined = Object.hasOwn(ROUTES, route) ? ROUTES[route as RouteId] : undefined;
  const logged =
    body === undefined
      ? undefined
      : bodyLength === undefined
        ? await redactor.body(body, Number.POSITIVE_INFINITY)
        : await redactor.cutBody(body, bodyLength);
  const commands: ActionCommand[] = [
    {
      type: 'action.begin',
      payload: {
        request: {
          at,
          cluster,
          route,
          title: contract?.summary ?? route,
          names: Array.isArray(names) ? names.map((name: string) => redactor.text(name)) : [],
          requestId,
          ...(logged !== undefined && { body: logged }),
        },
      },
    },
  ];
  if (old.outcome !== null)
    commands.push({
      type: 'action.complete',
      payload: { outcome: redactor.json(old.outcome) as unknown as ActionOutcome },
    });
  let state = openActionState({ body: undefined }, []);
  const events: DocumentEvent[] = [];
  for (const [index, command] of commands.entries()) {
    const stampedAt = index === 0 ? at : (old.outcome?.at ?? at);
    const reduced = reduceAction(state, command, { id: idOf(old, stampedAt, index + 1), at: stampedAt, author });
    if (!('event' in reduced)) return null;
    state = reduced.after;
    events.push(reduced.event);
  }
  return events;
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RANDOM_DIGITS = 16;

/** A ULID that is the same whenever it is asked for: its time, and instead of randomness the row. */
function idOf({ row }: OldAction, at: string, part: number): string {
  const time = Date.parse(at);
  let digits = '';
  for (let rest = row * 4 + part; digits.length < RANDOM_DIGITS; rest = Math.floor(rest / 32))
    digits = `${CROCKFORD.charAt(rest % 32)}${digits}`;
  return `${encodeTime(Number.isNaN(time) ? 0 : time)}${digits}`;
}
