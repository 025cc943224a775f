import { Link } from '@tanstack/react-router';
import type { SwitchedOffRule } from '#domain/commands';
import { whoOf } from '#domain/history';
import { formatJson } from '#domain/json';
import { LINT_RULES } from '#domain/lint';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import { EventTime } from '../../files/event-time.tsx';
import { announce } from '../../kit/announcer.tsx';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { copyText } from '../../kit/copy-text.ts';
import { useCore } from '../../platform/services.ts';
import { useNow } from '../../platform/use-now.ts';
import { ROUTES } from '../../platform/route-table.ts';
import styles from './lint-pane.module.css';
import type { LintRules } from '../fields/use-lint-rules.ts';

/** The title of a rule; its id where only another version of Mapledger has it. */
export function titleOfRule(id: string): string {
  return LINT_RULES.find((rule) => rule.id === id)?.title ?? id;
}

interface SwitchedOffRulesProps extends Pick<LintRules, 'session' | 'error' | 'rules'> {
  readonly canChange: boolean;
}

/** The rules that are switched off for the open document, with the reasons and who gave them. */
export function SwitchedOffRules({ session, error, rules, canChange }: SwitchedOffRulesProps) {
  const { clock } = useCore();
  const now = useNow(clock);
  if (error !== null)
    return (
      <p className={common['danger']} role="alert">
        Which rules are switched off can’t be read: {error.message} All rules are on.
      </p>
    );
  if (session === null || rules.length === 0) return null;
  const switchOn = ({ rule }: SwitchedOffRule) => {
    const reduced = explained(session.dispatch({ type: 'lintRule.switchOn', payload: { rule } }));
    if ('event' in reduced) announce(`Switched on: ${titleOfRule(rule)}`);
  };
  const off = Object.fromEntries(rules.map(({ rule, reason }) => [rule, reason]));
  return (
    <section className={common['stack2']} aria-label="Switched off">
      <div className={common['centredRow']}>
        <h2 className={styles['heading']}>Switched off: {rules.length}</h2>
        <span className={common['spacer']} />
        <Link to={ROUTES.history} search={{ document: session.stream }}>
          Change history
        </Link>
        <Button
          size="small"
          onPress={() => void copyText(formatJson({ lint: { off } }, 2), 'Copied for mapledger.config.json')}
        >
          Copy as configuration
        </Button>
      </div>
      <ul className={styles['off']} aria-label="Switched off rules">
        {rules.map((each) => (
          <li key={each.rule} className={styles['finding']}>
            <div className={styles['words']}>
              <p>{titleOfRule(each.rule)}</p>
              <p className={common['muted']}>
                {each.reason}
                {each.since !== undefined && (
                  <>
                    {' · '}
                    {whoOf(each.since.event, { stream: session.stream, version: each.since.version })}
                    {', '}
                    <EventTime event={each.since.event} now={now} />
                  </>
                )}
              </p>
            </div>
            {canChange && (
              <Button size="small" aria-label={`Switch on: ${titleOfRule(each.rule)}`} onPress={() => switchOn(each)}>
                Switch on
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
