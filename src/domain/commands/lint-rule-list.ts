import { Type } from 'typebox';
import type { DocumentEvent } from '../events/event.ts';
import { newestFirst } from '../history/time-travel.ts';
import { touches, valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { isObject } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { besideStreamName } from './beside-stream.ts';

/**
 * The rules of lint that are switched off for a document are a separate document: an object of reasons by rule, as
 * `lint.off` in `mapledger.config.json` has them, with a log. It goes wherever the log of the document goes.
 */
export function lintRulesStream(stream: string): string {
  return besideStreamName({ kind: 'lint', stream });
}

/** The most rules that are switched off in one document: several times as many as there are. */
export const MAX_LINT_RULES = 100;

/** The longest reason for switching a rule off. */
export const MAX_LINT_REASON_LENGTH = 500;

/** A rule by its id. A log may name one that another version of Mapledger has. */
export const LintRuleSchema = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 100 });

/** Why a rule is switched off, or undefined where it is on. */
export function lintReasonOf({ body }: Pick<DocumentState, 'body'>, rule: string): string | undefined {
  const reason = valueAt(body, joinPointer('', rule));
  return typeof reason === 'string' ? reason : undefined;
}

/** A rule that is switched off for a document. */
export interface SwitchedOffRule {
  readonly rule: string;
  readonly reason: string;
  /** The event that gave it this reason, and its version; undefined where the log begins with it. */
  readonly since: { readonly event: DocumentEvent; readonly version: number } | undefined;
}

/** The rules that are switched off, in the order in which that was done. Cost: the events since the first of them. */
export function switchedOffRules(state: Pick<DocumentState, 'body' | 'history'>): readonly SwitchedOffRule[] {
  const { body, history } = state;
  const rules = isObject(body) ? Object.keys(body) : [];
  const off = rules.flatMap((rule) => {
    const reason = lintReasonOf(state, rule);
    return reason === undefined ? [] : [{ rule, reason }];
  });
  const wanted = new Set(off.map(({ rule }) => rule));
  const since = new Map<string, SwitchedOffRule['since']>();
  for (const { event, version } of newestFirst(history)) {
    if (wanted.size === 0) break;
    for (const rule of wanted) {
      if (!touches(event.patch, joinPointer('', rule))) continue;
      since.set(rule, { event, version });
      wanted.delete(rule);
    }
  }
  return off.map((each) => ({ ...each, since: since.get(each.rule) }));
}
