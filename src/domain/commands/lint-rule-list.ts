import { Type } from 'typebox';
import { valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
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
