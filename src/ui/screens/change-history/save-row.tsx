import { Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { actionStream, describeAction } from '#domain/action';
import { sampledStream } from '#domain/document';
import { SERVER_READER, type Author } from '#domain/events';
import { whoOf } from '#domain/history';
import { countOf } from '#domain/console';
import { EventTime } from '../../files/event-time.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip, type ChipTone } from '../../kit/chip.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { ChevronDown, ChevronRight } from '../../kit/icons/icons.ts';
import common from '../../kit/common.module.css';
import hidden from '../../kit/visually-hidden.module.css';
import { ROUTES } from '../../platform/route-table.ts';
import { ACTION_STATES } from './actions.ts';
import type { Change, ListedAction } from './change-reader.ts';
import { formatEntry, type EntryRef } from './history-search.ts';
import { rowChanges, type RowChange } from './row-changes.ts';
import { isLeftOut, isReachUnknown, type StateRow } from './save-rows.ts';
import styles from './save-row.module.css';

/** How many changes of a row are shown while it is folded. */
export const FOLDED = 3;
/** How many events of a row are shown at first, and how many more on demand. */
const EVENTS_AT_ONCE = 20;

/** What some events of a row changed, the newest event first, and how many places that are. */
export function useRowChanges(events: readonly Change[], isNeeded: boolean) {
  return useMemo(() => (isNeeded ? rowChanges(events.toReversed()) : { changes: [], count: 0 }), [events, isNeeded]);
}

interface ChangeLinesProps extends ReturnType<typeof useRowChanges> {
  /** How many of those that are described are shown. */
  readonly limit: number;
  /** Instead of changes, where there are none. */
  readonly children?: ReactNode;
}

/** What a row changed, in words. */
export function ChangeLines({ changes, count, limit, children }: ChangeLinesProps) {
  const shown = changes.slice(0, limit);
  if (shown.length === 0) return children;
  return (
    <ul className={styles['changes']}>
      {shown.map((change, index) => (
        <li key={index}>
          <ChangeLine change={change} />
        </li>
      ))}
      {count > shown.length && <li>and {(count - shown.length).toLocaleString('en')} more</li>}
    </ul>
  );
}

const CHANGE_WORDS = { added: 'Added ', removed: 'Removed ', renamed: 'Renamed ', changed: '' } as const;

/** "priority: 5 → 9". */
function ChangeLine({ change }: { readonly change: RowChange }) {
  if (change.kind === 'whole') return change.summary;
  const { kind, place, from, to } = change;
  const arrow = (
    <>
      {' '}
      <span aria-hidden>→</span>
      <span className={hidden['text']}>to</span>{' '}
    </>
  );
  return (
    <>
      {CHANGE_WORDS[kind]}
      {kind !== 'renamed' && (
        <>
          <span className={styles['place']}>{place}</span>
          {kind === 'changed' ? ': ' : ' '}
        </>
      )}
      {kind !== 'added' && <Value text={from} />}
      {(kind === 'changed' || kind === 'renamed') && arrow}
      {kind !== 'removed' && <Value text={to} />}
    </>
  );
}

function Value({ text }: { readonly text: string | null }) {
  return text === null ? 'not set' : <code>{text}</code>;
}

export interface EntryLinkProps extends EntryRef {
  readonly children: ReactNode;
}

/** The change in the history of everything, where it is shown whole. */
export function EntryLink({ stream, version, children }: EntryLinkProps) {
  return (
    <Link to={ROUTES.history} search={{ entry: formatEntry({ stream, version }) }} className={styles['link']}>
      {children}
    </Link>
  );
}

interface UnfoldButtonProps {
  /** Names the row. */
  readonly version: number;
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

export function UnfoldButton({ version, isOpen, onPress }: UnfoldButtonProps) {
  return (
    <IconButton
      icon={isOpen ? ChevronDown : ChevronRight}
      size="small"
      label={`${isOpen ? 'Hide' : 'Show'} events of version ${version.toLocaleString('en')}`}
      aria-expanded={isOpen}
      onPress={onPress}
    />
  );
}

interface RowDetailsProps {
  readonly row: StateRow;
  /** Those of its events that are shown, the newest first. */
  readonly events: readonly Change[];
  readonly now: string;
  readonly link: typeof EntryLink;
}

/** The events of a row, and the request that they were sent with. */
export function RowDetails({ row, events, now, link: Entry }: RowDetailsProps) {
  const [limit, setLimit] = useState(EVENTS_AT_ONCE);
  const more = events.length - limit;
  return (
    <div className={styles['details']}>
      <ol className={styles['events']} aria-label="Events">
        {events.slice(0, limit).map((event) => (
          <li key={event.id}>
            <Entry stream={event.stream} version={event.version}>
              {event.summary === '' ? event.type : event.summary}
            </Entry>{' '}
            <span className={common['mutedSmall']}>
              {whoOf(event)}, <EventTime event={event} now={now} />
            </span>{' '}
            {isLeftOut(row, event) && <Chip>Not sent</Chip>}
          </li>
        ))}
      </ol>
      {more > 0 && (
        <div>
          <Button size="small" onPress={() => setLimit(limit + 5 * EVENTS_AT_ONCE)}>
            Show {Math.min(more, 5 * EVENTS_AT_ONCE).toLocaleString('en')} more events
          </Button>
        </div>
      )}
      {row.action !== undefined && <Sent action={row.action} link={Entry} />}
    </div>
  );
}

interface ActionProps {
  readonly action: ListedAction;
  readonly link: typeof EntryLink;
}

/** The request that the events were sent with, and the response of the cluster. */
function Sent({ action, link }: ActionProps) {
  const { calls = [], unrecorded } = action.sent ?? {};
  return (
    <div>
      Sent with <ActionLink action={action} link={link} />
      {calls.map(({ method, path, status }, index) => (
        <p key={index}>
          <code>{`${method} ${path}`}</code>{' '}
          {status !== undefined && <Chip tone={status < 400 ? 'green' : 'danger'}>{status}</Chip>}
        </p>
      ))}
      {unrecorded !== undefined && <p>Sent before {countOf(unrecorded, 'change was', 'changes were')} recorded.</p>}
    </div>
  );
}

export function ActionLink({ action, link: Entry }: ActionProps) {
  return (
    <Entry stream={actionStream(action)} version={action.version}>
      {describeAction(action, action)}
    </Entry>
  );
}

export interface Person {
  readonly name: string;
  readonly author: Pick<Author, 'verified'>;
}

export interface People {
  readonly people: readonly Person[];
  /** Who sent it, where that is another person. */
  readonly sender: Person | undefined;
}

/** Who made some changes, each once by name, and who sent them. */
export function peopleOf(
  changes: readonly Change[],
  action: ListedAction | undefined,
  nameOf: (change: Change) => string = whoOf,
): People {
  const people = new Map(changes.map((change) => [nameOf(change), change.author]));
  const sender = action === undefined || people.has(whoOf(action)) ? undefined : personOf(action);
  return { people: [...people].map(([name, author]) => ({ name, author })), sender };
}

export function personOf(by: Pick<Change, 'author'>): Person {
  return { name: whoOf(by), author: by.author };
}

export function PersonName({ name, author }: Person) {
  return (
    <span className={styles['person']}>
      {name}
      {author.verified && (
        <>
          {' '}
          <Chip tone="green">Verified</Chip>
        </>
      )}
    </span>
  );
}

/** The reasons that are given in a row, each once. */
export function reasonsOf({ events, action }: StateRow): readonly string[] {
  return [...new Set([action?.reason, ...events.map(({ reason }) => reason)].filter((each) => each !== undefined))];
}

export interface ReachLabel {
  readonly label: string;
  readonly tone: ChipTone;
}

const REACHED: ReachLabel = { label: 'Reached the cluster', tone: 'green' };
const REACH_LABELS: Readonly<Record<StateRow['kind'], ReachLabel>> = {
  found: { label: 'Found on the cluster', tone: 'neutral' },
  outside: { label: 'Set outside', tone: 'neutral' },
  saved: REACHED,
  unsent: { label: 'Not sent', tone: 'warning' },
  dropped: { label: 'Not sent', tone: 'neutral' },
};

const REPORTED: ReachLabel = { label: 'Reported as saved', tone: 'neutral' };

/**
 * Whether an action only decides about a plan, such as to approve it: what the plan sends are actions with the same
 * routes, one for each step.
 */
function isPlanDecision({ route, title }: Pick<ListedAction, 'route' | 'title'>): boolean {
  return route.startsWith('plans.') && route !== 'plans.throttle' && !/^(?:Run|Undo) plan step /.test(title);
}

/** Whether an action reached the cluster. */
export function actionReach(action: Pick<ListedAction, 'state' | 'route' | 'title'>): ReachLabel {
  return action.state === 'done' && !isPlanDecision(action) ? REACHED : ACTION_STATES[action.state];
}

/** Whether the events of a row reached the cluster. A browser alone may report a save that never was. */
export function reachLabel(row: StateRow): ReachLabel {
  if (sampledStream(row.stream) !== null) return { label: 'Sample data', tone: 'neutral' };
  if (isReachUnknown(row)) return { label: 'Not known', tone: 'neutral' };
  if (row.action !== undefined) return actionReach(row.action);
  if (row.kind === 'found' && row.events[0]?.origins !== undefined) return REACHED;
  const isReported = row.kind === 'saved' && row.events[0]?.author.id !== SERVER_READER.id;
  return isReported ? REPORTED : REACH_LABELS[row.kind];
}
