import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { documentOf } from '#domain/document';
import { valueAt } from '#domain/json';
import { BEFORE_RECORD, type BlamedEvent, whoOf } from '#domain/history';
import { dottedPath, parseFieldId, type FieldId } from '#domain/mapping';
import { EventTime } from '../../files/event-time.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { RotateCw } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { useNow } from '../../platform/use-now.ts';
import { useEditorDocument, useOpenEditor } from './editor-context.tsx';
import styles from './field-blame.module.css';
import { useBlame } from './use-blame.ts';

/** Who made a field what it is: the last change, and on demand who set its name and each of its parameters. */
export function FieldBlame({ field }: { readonly field: FieldId }) {
  const now = useNow(useServices().clock);
  const { body } = useEditorDocument().state;
  const read = useBlame();
  const [isOpen, setIsOpen] = useState(false);
  if (read === null) return <p className={styles['line']}>Loading changes...</p>;
  const { named, parameters, last } = read.index.field(field, valueAt(body, field));
  return (
    <section className={styles['blame']} aria-label="Changes of this field">
      <p className={styles['line']}>
        {last === null ? (
          'Not changed in Mapledger yet.'
        ) : (
          <>
            Last changed by <Who by={last} /> <EventTime event={last.event} now={now} />: <EventLink by={last} />
          </>
        )}
        {read.pending !== null && !read.isLate && ` Loading changes of ${read.pending}...`}
      </p>
      {read.pending !== null && read.isLate && (
        <p className={styles['line']} role="status">
          Couldn’t load the changes of {read.pending}: no response.{' '}
          <Button size="small" icon={RotateCw} onPress={read.retry}>
            Retry
          </Button>
        </p>
      )}
      <Button size="small" variant="quiet" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Hide changes by parameter' : 'Show changes by parameter'}
      </Button>
      {last !== null && <FieldHistoryLink field={field} />}
      {isOpen && (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Parameter</th>
              <th scope="col">Set by</th>
              <th scope="col">Change</th>
            </tr>
          </thead>
          <tbody>
            <Row name="Name" by={named} now={now} />
            {parameters.map(({ name, isRemoved, by }) => (
              <Row key={`${isRemoved} ${name}`} name={name} isParameter isRemoved={isRemoved} by={by} now={now} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** The history of everything, filtered to the changes of a field. */
function FieldHistoryLink({ field }: { readonly field: FieldId }) {
  const { stream } = useOpenEditor().editor.document;
  const address = parseFieldId(field, useEditorDocument().state.mappingsAt);
  if (address === null) return null;
  return (
    <Link to={ROUTES.history} search={{ document: stream, field: dottedPath(address.path) }} className={styles['link']}>
      Show field history
    </Link>
  );
}

interface RowProps {
  readonly name: string;
  readonly isParameter?: boolean;
  readonly isRemoved?: boolean;
  readonly by: BlamedEvent;
  readonly now: string;
}

function Row({ name, isParameter = false, isRemoved = false, by, now }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {isParameter ? <code>{name}</code> : name} {isRemoved && <Chip>removed</Chip>}
      </th>
      <td>
        {by === null ? (
          BEFORE_RECORD
        ) : (
          <>
            <Who by={by} />
            <span className={styles['when']}>
              <EventTime event={by.event} now={now} />
            </span>
          </>
        )}
      </td>
      <td>{by !== null && <EventLink by={by} />}</td>
    </tr>
  );
}

function Who({ by }: { readonly by: NonNullable<BlamedEvent> }) {
  const { event } = by;
  return (
    <span className={styles['who']}>
      {whoOf(event, by)}
      {event.author.verified && (
        <>
          {' '}
          <Chip tone="green">Verified</Chip>
        </>
      )}
    </span>
  );
}

/** A link to the version that an event made, with the change as its text. */
function EventLink({ by: { event, stream, version } }: { readonly by: NonNullable<BlamedEvent> }) {
  const isHere = useOpenEditor().editor.document.stream === stream;
  const title = event.reason === undefined ? `Version ${version}` : `Version ${version} (${event.reason})`;
  if (isHere)
    return (
      <Link
        to="."
        search={(before: object): object => ({ ...before, field: undefined, q: undefined, at: version })}
        className={styles['link']}
        title={title}
      >
        {event.summary}
      </Link>
    );
  return (
    <>
      <Link to={ROUTES.history} search={{ document: stream }} className={styles['link']} title={title}>
        {event.summary}
      </Link>{' '}
      <span className={styles['when']}>in {documentOf(stream)}</span>
    </>
  );
}
