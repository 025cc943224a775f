import type { TargetEngine } from '#domain/catalogue';
import type { Difference } from './difference.ts';
import type { Counter } from '../case/tally.ts';
import { LawError } from '../case/target.ts';
import { isOfCase } from './known-case.ts';
import { DISAGREEMENTS, type Compared, type Disagreement } from './disagreements.ts';

/** The kind of a tally under which comparisons are counted, by {@link AGREES} or the name of a disagreement. */
export const COMPARISON = 'comparison';
export const AGREES = 'agrees';

/** One comparison; null says that the two do not differ. @throws LawError for a difference that nobody has named */
export function compare(
  compared: Compared,
  target: TargetEngine,
  difference: Difference | null,
  counter: Counter,
): void {
  if (difference === null) return counter.met(COMPARISON, AGREES);
  const known = knownDisagreement(compared, target, difference);
  if (known === undefined)
    throw new LawError(`${compared}: ${kindOf(difference.account)}`, new Error(difference.account));
  counter.met(COMPARISON, known.name);
}

/** The disagreement that a difference is of, where it is known. */
export function knownDisagreement(
  compared: Compared,
  target: TargetEngine,
  difference: Difference,
): Disagreement | undefined {
  return DISAGREEMENTS.find(
    ({ of, cases }) => of.includes(compared) && cases.some((each) => isOfCase(each, target, difference)),
  );
}

/** What a difference is about, without the names and values in it: so a case that is made smaller keeps it. */
function kindOf(account: string): string {
  const [first = ''] = account.split('\n');
  return first.replaceAll(/\[[^\]]*\]|"[^"]*"|'[^']*'|\{.*\}|\d+/g, '…').slice(0, LONGEST_KIND);
}
const LONGEST_KIND = 100;
