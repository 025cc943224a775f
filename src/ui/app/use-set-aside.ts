import { useEffect, useState } from 'react';
import { rebaseCommand, type Command, type RejectionDetail } from '../../domain/index.ts';
import type { DocumentSession, SetAsideCommand } from '../../machines/document-session.ts';
import { useDocument } from '../hooks/use-document.ts';
import { announce } from '../kit/announcer.tsx';

const GONE: RejectionDetail = { message: 'What it was about is not there any more.' };

/** A command that waits for a person to decide about it. */
export interface WaitingCommand {
  readonly item: SetAsideCommand;
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

/**
 * The commands that were set aside, with the way to apply them to the document as it is now. They follow their fields: a command
 * whose field was removed never changes another one that took the name.
 */
export function useSetAside(session: DocumentSession): readonly WaitingCommand[] {
  const { setAside } = useDocument(session);
  const [attempts, setAttempts] = useState<ReadonlyMap<SetAsideCommand, Attempt>>(new Map());
  const [followed] = useState(() => new WeakMap<SetAsideCommand, { readonly command: Command | null }>());
  useEffect(
    () =>
      session.onEvents((events) => {
        for (const item of session.getSnapshot().setAside) {
          const start = followed.get(item)?.command;
          const from = start === undefined ? item.command : start;
          const command = events.reduce<Command | null>((current, { patch }) => (current === null ? null : rebaseCommand(current, patch)), from);
          followed.set(item, { command });
        }
      }),
    [session, followed],
  );

  const applyAgain = (item: SetAsideCommand) => {
    const known = followed.get(item);
    const command = known === undefined ? item.command : known.command;
    const reduced = command === null ? { rejected: { detail: GONE } } : session.dispatch(command);
    if ('rejected' in reduced) {
      const before = attempts.get(item)?.attempts ?? 0;
      setAttempts(new Map(attempts).set(item, { reason: reduced.rejected.detail.message, attempts: before + 1 }));
      return;
    }
    announce('event' in reduced ? `Applied: ${item.summary}` : `The document is like that already: ${item.summary}`);
    session.dismiss(item);
  };

  return setAside.map((item) => ({
    item,
    reason: attempts.get(item)?.reason ?? item.detail.message,
    attempts: attempts.get(item)?.attempts ?? 0,
    applyAgain: () => applyAgain(item),
    dismiss: () => session.dismiss(item),
  }));
}
