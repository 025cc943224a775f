import { useState } from 'react';
import type { DocumentCommand } from '#domain/commands';
import {
  fixesAtOnce,
  LINT_RULES,
  SEVERITIES,
  type LintReport,
  type LintRule,
  type ReportedFinding,
} from '#domain/lint';
import { countOf } from '#domain/console';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import { announce } from '../../kit/announcer.tsx';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { IconButton } from '../../kit/icon-button.tsx';
import { ListTree } from '../../kit/icons/icons.ts';
import { LineList } from '../../kit/line-list.tsx';
import { Switch } from '../../kit/switch.tsx';
import { engineTitle } from '../../platform/target-engines.ts';
import { useEditedIndex } from '../fields/use-edited-index.ts';
import { useEditorDocument, useOpenEditor } from '../fields/editor-context.tsx';
import { showField } from '../fields/show-field.ts';
import { fieldAt } from '../fields/lint-marks.ts';
import styles from './lint-pane.module.css';
import { InheritedRules } from './inherited-rules.tsx';
import { SeverityChip } from './severity-chip.tsx';
import { SwitchOffDialog } from './switch-off-dialog.tsx';
import { SwitchedOffRules, titleOfRule } from './switched-off-rules.tsx';
import { UsageNote } from './usage-note.tsx';
import { useFieldUsage } from './use-field-usage.ts';
import { useLintRules } from '../fields/use-lint-rules.ts';
import { useRulesOff } from '../fields/use-rules-off.ts';
import { useLintReport } from './use-lint-report.ts';

const UNUSUAL_RULES = LINT_RULES.filter(({ isOnByDefault }) => !isOnByDefault);

/** Fixes of one rule are made at once up to this number. */
const MAX_FIXES_AT_ONCE = 1_000;

/** What the target takes, but what costs too much, loses documents or breaks with an upgrade. */
export function LintPane({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { target } = useOpenEditor();
  const { tried, components, index, uuid } = useEditedIndex();
  const used = useFieldUsage(index, uuid);
  const [on, setOn] = useState<ReadonlySet<string>>(new Set());
  const switched = useLintRules();
  const { off, inherited, missing } = useRulesOff(switched);
  const { report, isCurrent } = useLintReport({ settings: tried?.settings, components, ...used }, { on, off });
  const toggle = (rule: string) => {
    const next = new Set(on);
    if (!next.delete(rule)) next.add(rule);
    setOn(next);
  };
  return (
    <section className={styles['pane']} aria-label="Lint">
      <p className={common['explanation']}>
        What {engineTitle(target)} accepts, but what costs too much, loses documents or breaks with an upgrade. Rules go
        by names, types and parameters; they see no documents.
      </p>
      <p className={common['label']} role="status">
        {report === null ? 'Checking…' : summaryOf(report, off?.size ?? 0)}
      </p>
      {report !== null &&
        LINT_RULES.map((rule) => {
          const findings = report.findings.filter((finding) => finding.rule === rule.id);
          const more = report.more.find((each) => each.rule === rule.id)?.count ?? 0;
          return (
            findings.length > 0 && (
              <RuleFindings
                key={rule.id}
                rule={rule}
                findings={findings}
                more={more}
                canFix={!isReadOnly}
                isCurrent={isCurrent}
                rulesSession={switched.session}
              />
            )
          );
        })}
      <UsageNote {...used} />
      <SwitchedOffRules {...switched} canChange={!isReadOnly} />
      <InheritedRules rules={inherited} missing={missing} />
      <fieldset className={styles['rules']}>
        <legend className={common['label']}>More rules</legend>
        <p className={common['explanation']}>These are off by default: what they find is often intended.</p>
        {UNUSUAL_RULES.map(({ id, title, reason }) => (
          <Switch key={id} isSelected={on.has(id)} onChange={() => toggle(id)} description={reason}>
            {title}
          </Switch>
        ))}
      </fieldset>
      {report !== null && report.noData.length > 0 && (
        <details className={common['explanation']}>
          <summary>{countOf(report.noData.length, 'rule')} without data</summary>
          <ul className={common['bullets']}>
            {report.noData.map(({ rule, missing }) => (
              <li key={rule}>
                {titleOfRule(rule)}: {missing}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

interface RuleFindingsProps {
  readonly rule: LintRule;
  readonly findings: readonly ReportedFinding[];
  /** How many findings are not listed. */
  readonly more: number;
  readonly canFix: boolean;
  readonly isCurrent: boolean;
  /** The list of rules that are switched off; null until it is open. */
  readonly rulesSession: DocumentSession | null;
}

/** What one rule has found: why it matters, and each place with its fix. */
function RuleFindings({ rule, findings, more, canFix, isCurrent, rulesSession }: RuleFindingsProps) {
  const open = useOpenEditor();
  const [isSwitchingOff, setIsSwitchingOff] = useState(false);
  const { mappingsAt } = useEditorDocument().state;
  const severities = SEVERITIES.filter((each) => findings.some(({ severity }) => severity === each));
  const [documentation, ...otherPages] = new Set(findings.map((finding) => finding.documentation));
  const fixes = canFix ? fixesAtOnce(findings).slice(0, MAX_FIXES_AT_ONCE) : [];
  const fixed = countOf(new Set(fixes.map(({ at }) => fieldAt(at, mappingsAt) ?? at)).size, 'field');
  const apply = (command: DocumentCommand, done: string) => {
    if ('event' in explained(open.editor.document.dispatch(command))) announce(done);
  };
  const applyAll = () => {
    const summary = `Fix ${fixed}: ${rule.title}`;
    apply({ type: 'batch', payload: { commands: fixes.map(({ fix }) => fix.command), summary } }, summary);
  };
  return (
    <section className={common['stack2']} aria-label={rule.title}>
      <div className={common['centredRow']}>
        <h2 className={styles['heading']}>{rule.title}</h2>
        <SeverityChip severity={severities[0] ?? rule.severity} />
        <span className={common['spacer']} />
        {fixes.length > 1 && (
          <Button size="small" isDisabled={!isCurrent} onPress={applyAll}>
            Fix {fixed}
          </Button>
        )}
        {canFix && rule.isOnByDefault && rulesSession !== null && (
          <Button size="small" aria-label={`Switch off: ${rule.title}`} onPress={() => setIsSwitchingOff(true)}>
            Switch off…
          </Button>
        )}
        {isSwitchingOff && rulesSession !== null && (
          <SwitchOffDialog rule={rule} session={rulesSession} onClose={() => setIsSwitchingOff(false)} />
        )}
      </div>
      <p className={common['explanation']}>
        {rule.reason}{' '}
        {otherPages.length === 0 && (
          <a href={documentation} target="_blank" rel="noreferrer">
            Documentation
          </a>
        )}
      </p>
      <LineList label={rule.title} count={findings.length}>
        {(index) => {
          const finding = findings[index];
          if (finding === undefined) return null;
          const { at, path, evidence, fix } = finding;
          const field = fieldAt(at, mappingsAt);
          return (
            <div className={styles['finding']}>
              {severities.length > 1 && <SeverityChip severity={finding.severity} />}
              <span className={styles['words']}>
                {path !== '' && <span className={common['monoBreaking']}>{path}</span>} {evidence}{' '}
                {otherPages.length > 0 && (
                  <a
                    href={finding.documentation}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`Documentation: ${path}`}
                  >
                    Documentation
                  </a>
                )}
              </span>
              {fix !== null && canFix && (
                <Button
                  size="small"
                  isDisabled={!isCurrent}
                  aria-label={`${fix.title}: ${path}`}
                  onPress={() => apply(fix.command, `${fix.title}: ${path}`)}
                >
                  {fix.title}
                </Button>
              )}
              {field !== null && (
                <IconButton
                  icon={ListTree}
                  size="small"
                  label={`Show field ${path}`}
                  tooltip="Show field"
                  onPress={() => showField(open, field)}
                />
              )}
            </div>
          );
        }}
      </LineList>
      {more > 0 && <p className={common['mutedSmall']}>{countOf(more, 'finding')} not listed</p>}
    </section>
  );
}

/** How much was found, and by how many rules nothing was looked for because they are switched `off` here. */
function summaryOf({ findings, more }: LintReport, off: number): string {
  const count = more.reduce((sum, each) => sum + each.count, findings.length);
  const found = count === 0 ? 'No findings' : countOf(count, 'finding');
  return off === 0 ? found : `${found} · ${countOf(off, 'rule')} switched off`;
}
