import { Link } from '@tanstack/react-router';
import { kindTitle } from '#domain/code';
import { countOf, missingSentence, type MissingPart } from '#domain/console';
import common from '../../kit/common.module.css';
import { templateEditorOf } from '../../platform/template-links.ts';
import type { InheritedRule } from '../../cluster/use-inherited-rules.ts';
import styles from './lint-pane.module.css';
import { titleOfRule } from './switched-off-rules.tsx';

/** After the reason of a rule that is switched off: for which template, where it can be switched on. */
export function InheritedFrom({ template }: { readonly template: InheritedRule['from'] }) {
  return (
    <>
      {' · '}
      {kindTitle(template.kind)} <Link {...templateEditorOf(template, { tab: 'lint' })}>{template.name}</Link>
    </>
  );
}

interface InheritedRulesProps {
  readonly rules: readonly InheritedRule[];
  /** What could not be read of templates. */
  readonly missing: readonly MissingPart[];
}

/** The rules that are switched off for the templates of the open index, with the reasons. */
export function InheritedRules({ rules, missing }: InheritedRulesProps) {
  if (rules.length === 0 && missing.length === 0) return null;
  return (
    <section className={common['stack2']} aria-label="Switched off for its templates">
      <h2 className={styles['heading']}>Switched off for its templates: {countOf(rules.length, 'rule')}</h2>
      <ul className={styles['off']} aria-label="Switched off rules of templates">
        {rules.map(({ rule, reason, from }) => (
          <li key={rule} className={styles['finding']}>
            <div className={styles['words']}>
              <p>{titleOfRule(rule)}</p>
              <p className={common['muted']}>
                {reason}
                <InheritedFrom template={from} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <p className={common['explanation']}>
          {missing.map(missingSentence).join(' ')} Rules that are switched off there are on.
        </p>
      )}
    </section>
  );
}
