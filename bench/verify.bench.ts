import { verifyChain, type SealedRecord } from '#domain/events';
import { sealAfter, EMPTY_HEAD } from '#domain/log';
import { faultText, verifyRecords } from '#domain/proof';
import { draftLog } from './draft-log.ts';
import { compare } from './measure.ts';
import { report, type Figure } from './report.ts';

const FIELDS = 1_000;
const EVENTS = 10_000;
/** Verification is allowed twice the time of hashing the records. */
const BUDGET = 2;

/** Verification of a log, every command decided again, against the hashes of its records alone. */
export function benchVerify(): readonly Figure[] {
  const records: readonly SealedRecord[] = sealAfter('draft/bench', EMPTY_HEAD, draftLog(FIELDS, 1 + EVENTS));
  const result = verifyRecords(records);
  if (!result.ok) throw new Error(faultText(result.fault));
  return report('Verify', [
    {
      what: `${EVENTS.toLocaleString('en')} events over ${FIELDS.toLocaleString('en')} fields`,
      against: 'the hashes of its records',
      ...compare(
        () => verifyChain(records),
        () => verifyRecords(records),
        { rounds: 5, roundMs: 1 },
      ),
      budget: BUDGET,
      missedBecause: 'docs/decisions/0051',
    },
  ]);
}
