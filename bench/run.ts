/**
 * npm run bench: measures what the product promises about speed, as ratios in one run. npm run bench -- load replay: only
 * these. Ends with 1 where a budget is missed. Run it on a machine that does nothing else.
 */
import { benchCoEditing } from './co-editing.bench.ts';
import { benchCommands } from './commands.bench.ts';
import { benchConsole } from './console/index-list.bench.ts';
import { benchStall } from './console/stall.bench.ts';
import { benchFanOut } from './fan-out.bench.ts';
import { benchImport } from './import.bench.ts';
import { benchIndices } from './indices.bench.ts';
import { benchInfer } from './infer.bench.ts';
import { benchInteraction } from './interaction.bench.ts';
import { benchLoad } from './load.bench.ts';
import { benchLongLog } from './long-log.bench.ts';
import { benchPlan } from './plan.bench.ts';
import { benchRender } from './render.bench.ts';
import { benchReplay } from './replay.bench.ts';
import { benchScrub } from './scrub.bench.ts';
import { benchSearch } from './search.bench.ts';
import { benchStorage } from './storage.bench.ts';
import { benchTrail } from './trail.bench.ts';
import { benchVerify } from './verify.bench.ts';
import type { Figure } from './report.ts';

const BENCHMARKS: Readonly<Record<string, () => readonly Figure[] | Promise<readonly Figure[]>>> = {
  commands: benchCommands,
  load: benchLoad,
  import: benchImport,
  infer: benchInfer,
  plan: benchPlan,
  replay: benchReplay,
  verify: benchVerify,
  scrub: benchScrub,
  search: benchSearch,
  indices: benchIndices,
  render: benchRender,
  storage: benchStorage,
  'long-log': benchLongLog,
  console: benchConsole,
  interaction: benchInteraction,
  stall: benchStall,
  trail: benchTrail,
  'co-editing': benchCoEditing,
  'fan-out': benchFanOut,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0)
  throw new Error(`There is no benchmark ${unknown.join(', ')}. There are ${Object.keys(BENCHMARKS).join(', ')}.`);

let missed = 0;
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (asked.length === 0 || asked.includes(name)) missed += (await run()).length;
}
console.log(missed === 0 ? '\nEvery budget is kept.' : `\n${missed} budget${missed === 1 ? ' is' : 's are'} missed.`);
process.exitCode = missed === 0 ? 0 : 1;
