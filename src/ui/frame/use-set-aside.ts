import { useState } from 'react';
import type { RejectionDetail } from '#domain/commands';
import type { DocumentSession, ParkedCommand } from '../../machines/document-session.ts';
import { useDocument } from '../platform/use-document.ts';
import { announce } from '../kit/announcer.tsx';

const GONE: RejectionDetail = { message: 'Its target no longer exists.' };

/** A command that waits for a person to decide about it. */
export interface WaitingCommand {
  readonly item: ParkedCommand;
  /** Why it can't be done, as far as is known by now. */
  readonly reason: string;
  /** How often it was tried again in vain. */
  readonly attempts: number;
  readonly applyAgain: () => void;
  readonly dismiss: () => void;
}

interface Attempt {
  readonly reason: string;
  readonly attempts: number;
}

/** The commands that were set aside, with the way to apply them to the document as it is now. */
export function useSetAside(session: DocumentSession): readonly WaitingCommand[] {
  const { parked } = useDocument(session);
  const [attempts, setAttempts] = useState<ReadonlyMap<string, Attempt>>(new Map());

  const applyAgain = (item: ParkedCommand) => {
    const { id, command, summary } = item;
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
