import { newestFirst, whoOf } from '#domain/history';
import { countOf } from '#domain/console';
import { EventTime } from '../../files/event-time.tsx';
import common from '../../kit/common.module.css';
import { useLintRules } from '../fields/use-lint-rules.ts';
import styles from './lint-steps.module.css';

/** The most changes that are listed; the change history has the others. */
const LISTED = 50;

/** The changes of the rules that are switched off, newest first: they have a log beside that of the document. */
export function LintSteps({ now }: { readonly now: string }) {
  const { session, state } = useLintRules();
  const changes = state === null ? [] : [...newestFirst(state.history)].filter(({ event }) => !isBeginning(event));
  if (session === null || changes.length === 0) return null;
  return (
    <details className={styles['steps']}>
      <summary>Lint rules: {countOf(changes.length, 'change')}</summary>
      <ul className={common['plainList']} aria-label="Changes of lint rules, newest first">
        {changes.slice(0, LISTED).map(({ event, version }) => (
          <li key={event.id}>
            <span>{event.summary}</span>
            <span className={common['muted']}>
              {whoOf(event, { stream: session.stream, version })}, <EventTime event={event} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function isBeginning({ type }: { readonly type: string }): boolean {
  return type === 'document.created';
}
