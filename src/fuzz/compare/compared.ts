import { isKnownBy, type TargetEngine } from '#domain/catalogue';
import type { Counter } from '../case/tally.ts';
import { LawError } from '../case/target.ts';
import { DISAGREEMENTS, type Compared, type Disagreement } from './disagreements.ts';

/** The kind of a tally under which comparisons are counted, by {@link AGREES} or the name of a disagreement. */
export const COMPARISON = 'comparison';
export const AGREES = 'agrees';

/** One comparison: `account` says how the two differ, null that they do not. @throws LawError for a difference that nobody has named */
export function compare(compared: Compared, target: TargetEngine, account: string | null, counter: Counter): void {
  if (account === null) return counter.met(COMPARISON, AGREES);
  const known = knownDisagreement(compared, target, account);
  if (known === undefined) throw new LawError(`${compared}: ${kindOf(account)}`, new Error(account));
  counter.met(COMPARISON, known.name);
}

/** The disagreement that an account is of, where it is known. */
export function knownDisagreement(compared: Compared, target: TargetEngine, account: string): Disagreement | undefined {
  return DISAGREEMENTS.find(
    ({ of, engines, says }) =>
      of.includes(compared) && (engines === undefined || isKnownBy(engines, target)) && says.test(account),
  );
}

/** What a difference is about, without the names and values in it: so a case that is made smaller keeps it. */
function kindOf(account: string): string {
  const [first = ''] = account.split('\n');
  return first.replaceAll(/\[[^\]]*\]|"[^"]*"|'[^']*'|\{.*\}|\d+/g, '…').slice(0, LONGEST_KIND);
}
const LONGEST_KIND = 100;
