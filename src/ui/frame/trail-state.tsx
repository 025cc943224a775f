import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import type { DocumentState } from '#domain/document';
import { isClusterAuthor } from '#domain/events';
import type { Pointer } from '#domain/json';
import { countOf } from '#domain/console';
import { errorWords } from '../platform/error-words.ts';
import { parseFieldId } from '#domain/mapping';
import type { TrailFault, TrailPerson } from '#domain/ports';
import { Button } from '../kit/button.tsx';
import { CloudCheck, CloudUpload, Users } from '../kit/icons/icons.ts';
import popover from '../kit/popover.module.css';
import { showToast } from '../kit/toast.tsx';
import { Tooltip } from '../kit/tooltip.tsx';
import { ROUTES } from '../platform/route-table.ts';
import { useOthers } from '../platform/people-here.ts';
import { useAuthor, useServices, useTrail } from '../platform/services.ts';
import { useDocument } from '../platform/use-document.ts';
import { shownName } from '../files/shown-name.ts';
import type { DocumentSession } from '../../machines/document-session.ts';
import { isVisibleToOthers, type Sharing, type TrailStatus } from '../platform/trail.ts';
import styles from './trail-state.module.css';

/**
 * How often the server is notified that this document is still open, in ms: a third of the time that the server
 * remembers it.
 */
const SAY_INTERVAL_MS = 10_000;
/**
 * How long after a document or a field was opened the server is notified, in ms: when an edit closes a form, the edit
 * is sent first.
 */
const SAY_DELAY_MS = 250;

/** Why changes are not recorded, and what happens to them. */
const REASONS: Readonly<Record<TrailFault, string>> = {
  absent: 'This server doesn’t record changes. They are saved on this device.',
  offline: 'Can’t reach the Mapledger server. Changes are saved on this device and will be recorded when it responds.',
  signed_out: 'Sign in to record changes. They are saved on this device until then.',
  forbidden: 'You don’t have permission to record changes to this document. They are saved on this device.',
  unproved:
    'This browser can’t prove that it is {author}. Restore with your recovery code in Settings, or sign in. Changes are saved on this device until then.',
  read_only: 'This server is read-only. Changes are saved on this device.',
  too_large: 'The server doesn’t accept a change this large. It is saved on this device.',
  refused: 'The server rejected a change. It is saved on this device.',
  other_rules:
    'The server has another version of Mapledger than this page. Changes are saved on this device and will be recorded after a reload.',
  failed: 'The server couldn’t record the changes. They are saved on this device; Mapledger retries.',
  damaged: 'Records on this device are damaged, so later changes can’t be recorded. They are saved on this device.',
  lost: 'The server no longer has changes that it had recorded. Send this document again to restore its copy.',
  diverged:
    'The server has another history of this document. Changes are saved on this device. Export the log before you continue.',
  erased: 'This document’s log was erased on the server. Changes are saved on this device and are not recorded.',
};

interface TrailStateProps {
  readonly stream: string;
}

interface RecordedDocument {
  readonly session: DocumentSession;
}

/**
 * Whether the server has recorded a document and who else has it open; a press shows why it is not recorded and who may
 * open it. The server is mentioned in words only where it does not record.
 */
export function TrailState({ session }: RecordedDocument) {
  const { stream } = session;
  const { state, readings } = useDocument(session);
  const { mappingsAt, history } = state;
  // Readings of the cluster that are not stored yet are not recorded.
  const version = history.version - readings;
  const status = useTrail();
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const others = useOthers(stream);
  useSaying(stream, isVisibleToOthers(status, stream));
  useLooking(stream, status !== null);
  if (status === null) return null;
  const count = Math.max(0, version - (status.recorded[stream] ?? 0));
  const fault = status.streamFaults[stream];
  const isRecorded = count === 0 && fault === undefined;
  const words = isRecorded ? 'Recorded' : wordsOf(countChanges(history, version, count), fault);
  const isFailing = fault !== undefined || (count > 0 && status.fault !== null);
  return (
    <>
      {others.length > 0 && (
        <ul className={styles['people']} aria-label="Also here">
          {others.map((person) => (
            <li key={person.author} title={whereabouts(person, mappingsAt)}>
              <span aria-hidden>{initialsOf(person.name)}</span>
              <span className={styles['hidden']}>{whereabouts(person, mappingsAt)}</span>
            </li>
          ))}
        </ul>
      )}
      <span ref={anchor}>
        <Tooltip content={words}>
          <Button
            size="small"
            variant="quiet"
            icon={isFailing ? CloudUpload : CloudCheck}
            onPress={() => setIsOpen(!isOpen)}
          >
            <span className={isFailing ? styles['words'] : styles['hidden']}>{words}</span>
          </Button>
        </Tooltip>
      </span>
      <Popover
        isNonModal
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        triggerRef={anchor}
        shouldCloseOnInteractOutside={(element) => anchor.current?.contains(element) !== true}
        className={popover['popover'] ?? ''}
        placement="bottom end"
        offset={6}
      >
        <Dialog className={styles['details'] ?? ''}>
          <Heading slot="title" level={2} className={styles['title'] ?? ''}>
            {isRecorded ? 'All changes recorded' : words}
          </Heading>
          <Recording stream={stream} status={status} isRecorded={isRecorded} />
          <SharingChoice stream={stream} />
        </Dialog>
      </Popover>
    </>
  );
}

function Recording({
  stream,
  status,
  isRecorded,
}: TrailStateProps & { readonly status: TrailStatus; readonly isRecorded: boolean }) {
  const author = useAuthor();
  const fault = status.streamFaults[stream] ?? status.fault;
  if (isRecorded) return <p className={styles['text']}>The server has a copy of every change.</p>;
  if (fault === null) return <p className={styles['text']}>Recording changes on the server.</p>;
  return (
    <>
      <p className={styles['text']}>{REASONS[fault].replace('{author}', () => author.name)}</p>
      <WayOut fault={fault} stream={stream} />
    </>
  );
}

/** The action that a person can take about a fault. */
function WayOut({ fault, stream }: TrailStateProps & { readonly fault: TrailFault }) {
  const { trail } = useServices();
  switch (fault) {
    case 'lost':
      return (
        <Button size="small" onPress={() => trail.controls()?.sendAgain(stream)}>
          Send again
        </Button>
      );
    case 'unproved':
      return (
        <>
          <Link to={ROUTES.settings} hash="settings-recovery">
            Settings
          </Link>
          <Button size="small" onPress={() => trail.controls()?.retry()}>
            Retry
          </Button>
        </>
      );
    case 'other_rules':
      return (
        <Button size="small" onPress={() => window.location.reload()}>
          Reload
        </Button>
      );
    default:
      return (
        <Button size="small" onPress={() => trail.controls()?.retry()}>
          Retry
        </Button>
      );
  }
}

/** Who may open a draft; its owner can change it. */
function SharingChoice({ stream }: TrailStateProps) {
  const { trail } = useServices();
  const [sharing, setSharing] = useState<Sharing | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    let isGone = false;
    trail
      .controls()
      ?.readSharing(stream)
      .then(
        (found) => {
          if (!isGone) setSharing(found);
        },
        // The reason why the server does not respond is shown above.
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [trail, stream]);
  if (sharing === null) return null;
  const { isOwner, isShared } = sharing;
  const change = async () => {
    setIsBusy(true);
    try {
      await trail.controls()?.share(stream, !isShared);
      setSharing({ isOwner, isShared: !isShared });
    } catch (error) {
      showToast({ kind: 'danger', title: 'Couldn’t change sharing', text: errorWords(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <p className={styles['text']}>
        {isShared ? 'Everyone who uses this server can open and edit this draft.' : 'Only you can open this draft.'}
      </p>
      {isOwner && (
        <Button size="small" icon={Users} isDisabled={isBusy} onPress={() => void change()}>
          {isShared ? 'Stop sharing' : 'Share draft'}
        </Button>
      )}
    </>
  );
}

/**
 * Notifies the server which document and field are open here, while the page is visible. `say` sends nothing until
 * others can see it: from then on they are told without waiting for the next interval.
 */
function useSaying(stream: string, isVisible: boolean): void {
  const { trail, timer } = useServices();
  const search = useLocation({ select: (location): Readonly<Record<string, unknown>> => location.search });
  const field = typeof search['field'] === 'string' ? search['field'] : null;
  useEffect(() => {
    const say = () => {
      if (document.visibilityState === 'visible') trail.controls()?.say(stream, field);
    };
    const first = setTimeout(say, SAY_DELAY_MS);
    const stop = timer.every(SAY_INTERVAL_MS, say);
    return () => {
      clearTimeout(first);
      stop();
    };
  }, [trail, timer, stream, field, isVisible]);
}

/** Reads the server's state of the document; this device may have none of it before the document is changed here. */
function useLooking(stream: string, isConnected: boolean): void {
  const { trail } = useServices();
  useEffect(() => {
    if (isConnected) trail.controls()?.look(stream);
  }, [trail, stream, isConnected]);
}

function whereabouts({ name, field }: TrailPerson, mappingsAt: Pointer): string {
  const path = field === null ? undefined : parseFieldId(field, mappingsAt)?.path;
  return path === undefined ? `${name} is here` : `${name} is editing ${path.map(shownName).join('.')}`;
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('');
}

function wordsOf(count: number, fault: TrailFault | undefined): string {
  if (fault === 'other_rules' && count > 0) return `Reload to record ${countOf(count, 'change')}`;
  return notRecorded(count);
}

/** How many of the last events up to a version people have made: the others are readings of a cluster. */
function countChanges({ tip }: DocumentState['history'], version: number, count: number): number {
  let changes = 0;
  for (let node = tip; node !== null && node.version > version - count; node = node.previous)
    if (node.version <= version && !isClusterAuthor(node.event.author.id)) changes++;
  return changes;
}

function notRecorded(count: number): string {
  return count === 0 ? 'Not recorded' : `${String(count)} not yet recorded`;
}
