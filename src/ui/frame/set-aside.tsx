import { useState } from 'react';
import type { RejectionDetail } from '#domain/commands';
import type { DocumentSession, ParkedCommand } from '../../machines/document-session.ts';
import { CHANGED_SINCE } from '../../machines/changed-since.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { relativeTime } from '../files/relative-time.ts';
import { useServices } from '../platform/services.ts';
import { useDocument } from '../platform/use-document.ts';
import { announce } from '../kit/announcer.tsx';
import { ADD_AS_NEW } from './add-as-new.ts';
import styles from './screen.module.css';

/** Changes that could not be applied because another author was first: each can be applied again, or dismissed. */
export function SetAside({ session }: { readonly session: DocumentSession }) {
  const { clock } = useServices();
  const waiting = useSetAside(session);
  if (waiting.length === 0) return null;
  return (
    <section className={styles['notices']} aria-label="Changes not applied">
      {waiting.map(({ item, reason, attempts, applyAgain, dismiss }) => (
        <Banner
          key={item.id}
          kind="warning"
          title={`Not applied: ${item.summary}`}
          actions={
            <>
              <Button size="small" aria-label={`${verbOf(item)}: ${item.summary}`} onPress={applyAgain}>
                {verbOf(item)}
              </Button>
              <Button size="small" variant="quiet" aria-label={`Dismiss: ${item.summary}`} onPress={dismiss}>
                Dismiss
              </Button>
            </>
          }
        >
          {attempts > 0 && <strong>{attempts === 1 ? 'Retried: ' : `Retried ${attempts} times: `}</strong>}
          {reason}{' '}
          {attempts > 0
            ? 'Nothing was changed.'
            : item.detail.code === CHANGED_SINCE
              ? `${recordedOf(item, clock.now())}Nothing was removed. Your other changes were kept.`
              : 'Someone else changed this first. Your other changes were kept.'}
        </Banner>
      ))}
    </section>
  );
}

/** The label of the button that applies a command again, once the changes of the others are known. */
function verbOf({ detail, command, asNew }: ParkedCommand): string {
  if (asNew !== undefined) return ADD_AS_NEW;
  if (detail.code !== CHANGED_SINCE) return 'Apply again';
  return command?.type.endsWith('.remove') === true ? 'Remove anyway' : 'Apply anyway';
}

/** When the conflicting change was recorded, as a sentence; empty where no server has recorded it. */
function recordedOf({ detail }: ParkedCommand, now: string): string {
  const at = detail.by?.recordedAt;
  return at === undefined ? '' : `Recorded ${relativeTime(at, now)}. `;
}

const GONE: RejectionDetail = { message: 'Its target no longer exists.' };

/** A rejected command that waits for a person's decision. */
interface WaitingCommand {
  readonly item: ParkedCommand;
  /** The latest reason why the command can't be applied. */
  readonly reason: string;
  /** The number of failed retries. */
  readonly attempts: number;
  readonly applyAgain: () => void;
  readonly dismiss: () => void;
}

interface Attempt {
  readonly reason: string;
  readonly attempts: number;
}

/** The commands that were set aside, with functions that apply them to the current document or dismiss them. */
function useSetAside(session: DocumentSession): readonly WaitingCommand[] {
  const { parked } = useDocument(session);
  const [attempts, setAttempts] = useState<ReadonlyMap<string, Attempt>>(new Map());

  const applyAgain = (item: ParkedCommand) => {
    const { id, summary, command } = item.asNew === undefined ? item : { ...item, command: item.asNew };
    const reduced = command === null ? { rejected: { detail: GONE } } : session.dispatch(command);
    if ('rejected' in reduced) {
      const before = attempts.get(id)?.attempts ?? 0;
      setAttempts(new Map(attempts).set(id, { reason: reduced.rejected.detail.message, attempts: before + 1 }));
      return;
    }
    announce('event' in reduced ? `Applied: ${summary}` : `Already applied: ${summary}`);
    session.dismiss(item);
  };

  return parked.map((item) => ({
    item,
    reason: attempts.get(item.id)?.reason ?? item.detail.message,
    attempts: attempts.get(item.id)?.attempts ?? 0,
    applyAgain: () => applyAgain(item),
    dismiss: () => session.dismiss(item),
  }));
}
