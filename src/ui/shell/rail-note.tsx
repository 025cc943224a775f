import { useId, useSyncExternalStore, type ReactNode } from 'react';
import { Button } from '../kit/button.tsx';
import { nameQuestion } from '../platform/name-question.ts';
import { useServices } from '../platform/services.ts';
import type { UsageReporter } from '../platform/usage-reporter.ts';
import styles from './rail-note.module.css';

interface RailNoteProps {
  readonly isNameDue: boolean;
  readonly onName: () => void;
}

/** What the console asks for, one question at a time, in the free room of the rail: it covers and moves nothing. */
export function RailNote({ isNameDue, onName }: RailNoteProps) {
  const { reporter } = useServices();
  if (isNameDue)
    return (
      <Note
        title="Add your name to your changes"
        text="The history shows who made each change."
        yes={{ label: 'Set your name', run: onName }}
        no={{ label: 'Not now', run: nameQuestion.answer }}
      />
    );
  return reporter === null ? null : <UsageQuestion reporter={reporter} />;
}

function UsageQuestion({ reporter }: { readonly reporter: UsageReporter }) {
  const { isAnswered } = useSyncExternalStore(reporter.subscribe, reporter.getSnapshot);
  if (isAnswered) return null;
  return (
    <Note
      title="Collect usage data?"
      text="Counts of actions and screens, without names or content. Sent to your own server only."
      yes={{ label: 'Allow', run: () => reporter.setOn(true) }}
      no={{ label: 'Don’t allow', run: () => reporter.setOn(false) }}
    />
  );
}

interface NoteProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly yes: { readonly label: string; readonly run: () => void };
  readonly no: { readonly label: string; readonly run: () => void };
}

function Note({ title, text, yes, no }: NoteProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles['note']}>
      <p id={id} className={styles['title']}>
        {title}
      </p>
      <p className={styles['text']}>{text}</p>
      <div className={styles['buttons']}>
        <Button size="small" onPress={yes.run}>
          {yes.label}
        </Button>
        <Button size="small" variant="quiet" onPress={no.run}>
          {no.label}
        </Button>
      </div>
    </div>
  );
}
