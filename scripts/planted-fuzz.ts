/**
 * npm run planted runs this in a copy of the checkout: tries the cases of fuzz targets, each for some seconds, and ends at the first that fails,
 * which is not made smaller. tsx scripts/planted-fuzz.ts SEED TARGET=SECONDS …
 */
import fc from 'fast-check';
import { NO_COUNTER } from '../src/fuzz/case/tally.ts';
import { LawError } from '../src/fuzz/case/target.ts';
import { seedOfCase } from '../src/fuzz/run/run-cases.ts';
import { entryNamed } from '../src/fuzz/targets/list.ts';

const [seedText = '', ...shares] = process.argv.slice(2);
const seed = Number(seedText);
for (const share of shares) {
  const [name = '', seconds = ''] = share.split('=');
  const target = await entryNamed(name)?.open(null);
  if (target === undefined) throw new Error(`There is no fuzz target "${name}".`);
  const values = target.values([]);
  const property = fc.asyncProperty(values, async (value) => target.holds(value, NO_COUNTER));
  const endsAt = Date.now() + Number(seconds) * 1_000;
  let number = 0;
  for (; Date.now() < endsAt; number++) {
    const details = await fc.check(property, {
      seed: seedOfCase(seed, name, number),
      numRuns: 1,
      endOnFailure: true,
      maxSkipsPerRun: 0,
    });
    if (!details.failed) continue;
    const error = details.errorInstance;
    const law = error instanceof LawError ? error.law : `nothing throws, but: ${String(error).split('\n')[0]}`;
    console.log(JSON.stringify({ by: `${name}, case ${number}: ${law}` }));
    process.exit(1);
  }
  console.log(JSON.stringify({ target: name, cases: number }));
}
