import { joinPointer } from '../json/pointer.ts';
import { exact } from '../json/schemas.ts';
import { defineCommand, reject } from './define-command.ts';
import { lintReasonOf, LintRuleSchema } from './lint-rule-list.ts';

/** Checks a document by a rule of lint again that was switched off. */
export const lintRuleSwitchOn = defineCommand({
  type: 'lintRule.switchOn',
  event: 'lintRule.switchedOn',
  pointers: [],
  payload: exact({ rule: LintRuleSchema }),
  rejects: ['lintRule.not_off'],
  isBatchable: true,
  decide(state, { rule }) {
    const path = joinPointer('', rule);
    if (lintReasonOf(state, rule) === undefined)
      return reject('lintRule.not_off', `The rule ${rule} isn’t switched off.`, path);
    return { patch: [{ op: 'remove', path }], summary: `Switch lint rule ${rule} on` };
  },
});
