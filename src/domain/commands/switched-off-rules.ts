import type { DocumentEvent } from '../events/event.ts';
import { newestFirst } from '../history/time-travel.ts';
import { touches } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { isObject } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { lintReasonOf } from './lint-rule-list.ts';

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
