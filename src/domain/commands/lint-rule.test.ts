import { describe, expect, it } from 'vitest';
import { given } from '../../../tests/builders/given.ts';
import { ADA, BOB } from '../../fuzz/generate/stamps.ts';
import { besideStream } from './beside-stream.ts';
import { documentTestsStream } from './document-test-list.ts';
import { lintRulesStream } from './lint-rule-list.ts';
import { switchedOffRules, type SwitchedOffRule } from './switched-off-rules.ts';

const none = given({});
const RULE = 'numeric-identifier';
const off = none.after('lintRule.switchOff', { rule: RULE, reason: 'ids are searched by ranges' });
const inWords = ({ rule, reason, since }: SwitchedOffRule) =>
  `${rule}: ${reason} (${since?.event.author.name ?? 'nobody'}, ${since?.version ?? 0})`;

describe('lintRule.switchOff', () => {
  it('notes the reason by the rule, without blanks around it', () => {
    const outcome = none.when('lintRule.switchOff', { rule: RULE, reason: '  ids are searched by ranges\n' });
    expect(outcome.patch).toEqual([{ op: 'add', path: `/${RULE}`, value: 'ids are searched by ranges' }]);
    expect(outcome.summary).toBe(`Switch lint rule ${RULE} off`);
  });

  it('changes the reason of a rule that is off, and does nothing for the same one', () => {
    const again = (reason: string) => off.when('lintRule.switchOff', { rule: RULE, reason });
    expect(again('they are measured').body).toEqual({ [RULE]: 'they are measured' });
    expect(again('they are measured').summary).toBe(`Change why lint rule ${RULE} is off`);
    expect(again(' ids are searched by ranges ').unchanged).toBe(true);
  });

  it('takes a rule that only another version has, and one that is called as a member of all objects', () => {
    const outcome = none.when('lintRule.switchOff', { rule: 'constructor', reason: 'a rule of next year' });
    expect(outcome.body).toEqual({ constructor: 'a rule of next year' });
  });

  it.each([
    { rule: RULE },
    { rule: RULE, reason: 'x'.repeat(501) },
    { rule: 'Numeric Identifier', reason: 'x' },
    { rule: '__proto__', reason: 'x' },
    { rule: '', reason: 'x' },
    { rule: 'a/b', reason: 'x' },
    { rule: 'x'.repeat(101), reason: 'x' },
    { rule: RULE, reason: 'x', by: 'Ada' },
  ])('refuses what is no rule with a reason: %j', (payload) => {
    expect(none.when('lintRule.switchOff', payload).rejected).toBe('command.invalid');
  });
});

describe('lintRule.switchOn', () => {
  it('takes the rule off the list, which undo takes back with the reason', () => {
    const on = off.after('lintRule.switchOn', { rule: RULE });
    expect(on.state.body).toEqual({});
    expect(on.events.at(-1)?.summary).toBe(`Switch lint rule ${RULE} on`);
    expect(on.after('history.undo', {}).state.body).toEqual(off.state.body);
  });
});

describe('rules that are switched off', () => {
  it('are listed in their order, each with the event that gave it its reason', () => {
    const both = off
      .after('lintRule.switchOff', { rule: 'date-as-text', reason: 'never compared' }, BOB)
      .after('lintRule.switchOff', { rule: RULE, reason: 'they are measured' }, BOB);
    expect(switchedOffRules(both.state).map(inWords)).toEqual([
      `${RULE}: they are measured (Bob, 3)`,
      'date-as-text: never compared (Bob, 2)',
    ]);
    const undone = both.after('history.undo', {}, BOB);
    expect(switchedOffRules(undone.state).map(inWords)[0]).toBe(`${RULE}: ids are searched by ranges (Bob, 4)`);
  });

  it('are none where nothing was switched off, and where nothing is read as a reason', () => {
    expect(switchedOffRules(given(undefined).state)).toEqual([]);
    expect(switchedOffRules(off.after('history.undo', {}, ADA).state)).toEqual([]);
    expect(switchedOffRules(given({ [RULE]: { reason: 'x' }, other: 'y' }).state).map(inWords)).toEqual([
      'other: y (nobody, 0)',
    ]);
  });
});

describe('the log of switched off rules', () => {
  it('stands beside the log of the document', () => {
    expect(lintRulesStream('draft/01J')).toBe('lint_rules/draft/01J');
    expect(besideStream('lint_rules/draft/01J')).toEqual({ kind: 'lint', stream: 'draft/01J' });
    expect(besideStream(documentTestsStream('index/c/logs/u'))).toEqual({ kind: 'tests', stream: 'index/c/logs/u' });
    expect(besideStream('draft/01J')).toBeNull();
    expect(besideStream('lint_rules/')).toBeNull();
  });
});
