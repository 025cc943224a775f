import { Type } from 'typebox';
import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { isObject } from '../json/value.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { lintReasonOf, LintRuleSchema, MAX_LINT_REASON_LENGTH, MAX_LINT_RULES } from './lint-rule-list.ts';

/** Switches a rule of lint off for a document, or gives another reason for that. */
export const lintRuleSwitchOff = defineCommand({
  type: 'lintRule.switchOff',
  event: 'lintRule.switchedOff',
  pointers: [],
  payload: exact({ rule: LintRuleSchema, reason: Type.String({ maxLength: MAX_LINT_REASON_LENGTH }) }),
  rejects: ['lintRule.no_reason', 'lintRule.too_many'],
  isBatchable: true,
  decide(state, { rule, reason }) {
    const path = joinPointer('', rule);
    const value = reason.trim();
    if (value === '')
      return reject('lintRule.no_reason', 'A rule is switched off for a reason. Enter the reason.', path);
    const before = lintReasonOf(state, rule);
    if (before === value) return UNCHANGED;
    if (before !== undefined)
      return { patch: [{ op: 'replace', path, value }], summary: `Change why lint rule ${rule} is off` };
    if (isObject(state.body) && Object.keys(state.body).length >= MAX_LINT_RULES)
      return reject('lintRule.too_many', `At most ${MAX_LINT_RULES} rules can be switched off.`, path);
    return { patch: [{ op: 'add', path, value }], summary: `Switch lint rule ${rule} off` };
  },
});
