import { useState, type ReactNode } from 'react';
import { countOf } from '#domain/console';
import { EventTime } from '../../../files/event-time.tsx';
import { Checkbox } from '../../../kit/checkbox.tsx';
import { Chip } from '../../../kit/chip.tsx';
import common from '../../../kit/common.module.css';
import hidden from '../../../kit/visually-hidden.module.css';
import {
  actionReach,
  ActionLink,
  ChangeLines,
  EntryLink,
  FOLDED,
  peopleOf,
  PersonName,
  personOf,
  reachLabel,
  reasonsOf,
  RowDetails,
  UnfoldButton,
  useRowChanges,
  type People,
  type ReachLabel,
} from '../save-row.tsx';
import { madeIn, type ActionRow, type SaveRow, type StateRow } from '../save-rows.ts';
import rowStyles from '../save-row.module.css';
import styles from './object-history.module.css';

/** The rows that are chosen to be compared, by the versions that they led to. */
interface RowChoice {
  readonly chosen: readonly number[];
  readonly onChoose: (version: number, isChosen: boolean) => void;
}

interface ObjectRowItemProps {
  readonly row: SaveRow;
  readonly now: string;
  /** Absent where there is nothing to compare. */
  readonly choice?: RowChoice;
}

/** One row of the history of an object. */
export function ObjectRowItem({ row, now, choice }: ObjectRowItemProps) {
  if (row.kind === 'action') return <ActionItem row={row} now={now} isIndented={choice !== undefined} />;
  return <StateItem row={row} now={now} {...(choice && { choice })} />;
}

interface StateItemProps {
  readonly row: StateRow;
  readonly now: string;
  readonly choice?: RowChoice;
}

/** Events that belong together: what they changed, by whom, why, and whether it reached the cluster. */
function StateItem({ row, now, choice }: StateItemProps) {
  const { kind, events, version } = row;
  const [isOpen, setIsOpen] = useState(kind === 'unsent');
  const changed = useRowChanges(events, kind !== 'found');
  return (
    <li className={styles['row']}>
      {choice !== undefined && (
        <span className={styles['choice']}>
          <Checkbox
            isSelected={choice.chosen.includes(version)}
            onChange={(isChosen) => choice.onChoose(version, isChosen)}
          >
            <span className={hidden['text']}>Select version {version.toLocaleString('en')}</span>
          </Checkbox>
        </span>
      )}
      <div className={rowStyles['words']}>
        <ChangeLines {...changed} limit={isOpen ? Infinity : FOLDED}>
          <p>{kind === 'found' ? events[0]?.summary : 'No difference'}</p>
        </ChangeLines>
        <Facts
          reach={reachLabel(row)}
          {...peopleOf(madeIn(events), row.action)}
          time={<EventTime event={events[0] ?? { at: row.time }} now={now} />}
          reasons={reasonsOf(row)}
        />
        {isOpen && <RowDetails row={row} events={events} now={now} link={EntryLink} />}
      </div>
      <UnfoldButton version={version} isOpen={isOpen} onPress={() => setIsOpen(!isOpen)} />
    </li>
  );
}

interface ActionItemProps {
  readonly row: ActionRow;
  readonly now: string;
  /** Other rows have a checkbox. */
  readonly isIndented: boolean;
}

/** An action that no recorded change was sent with, or that did not succeed. */
function ActionItem({ row: { action }, now, isIndented }: ActionItemProps) {
  const { events = 0, error } = action.sent ?? {};
  return (
    <li className={styles['row']}>
      {isIndented && <span className={styles['choice']} />}
      <div className={rowStyles['words']}>
        <p>
          <ActionLink action={action} link={EntryLink} />
          {events > 0 && `, ${countOf(events, 'change')}`}
        </p>
        {error !== undefined && <p className={common['error']}>{error}</p>}
        <Facts
          reach={actionReach(action)}
          people={[personOf(action)]}
          sender={undefined}
          time={<EventTime event={{ at: action.at, recordedAt: action.at }} now={now} />}
          reasons={action.reason === undefined ? [] : [action.reason]}
        />
      </div>
    </li>
  );
}

interface FactsProps extends People {
  readonly reach: ReachLabel;
  readonly time: ReactNode;
  readonly reasons: readonly string[];
}

function Facts({ reach, people, sender, time, reasons }: FactsProps) {
  return (
    <>
      <p className={rowStyles['facts']}>
        <Chip tone={reach.tone}>{reach.label}</Chip>
        {people.map((person) => (
          <PersonName key={person.name} {...person} />
        ))}
        {sender !== undefined && (
          <span>
            sent by <PersonName {...sender} />
          </span>
        )}
        {time}
      </p>
      <p className={common['mutedSmall']}>{reasons.length === 0 ? 'No reason given' : `Why: ${reasons.join('; ')}`}</p>
    </>
  );
}
