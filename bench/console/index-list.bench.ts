import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { report, type Figure } from '../report.ts';
import { measureListAt } from './list-route.ts';

const INDICES = 10_000;
/** Of the cluster's own answers (issue of the console, "Speed"). */
export const LIST_BUDGET = 1.3;

/** The list of {@link INDICES} indices, in the embedded engine as a cluster of its own. */
export async function benchConsole(): Promise<readonly Figure[]> {
  const cluster = fork(join(import.meta.dirname, 'engine-process.ts'), [String(INDICES)]);
  try {
    const [url] = (await once(cluster, 'message')) as [string];
    const { calls, indices, ...figures } = await measureListAt(url);
    if (indices !== INDICES) throw new Error('That is not the list of all indices.');
    const figure: Figure = {
      what: 'the list of indices, over HTTP',
      against: `the ${calls} answers of the cluster alone`,
      ...figures,
      budget: LIST_BUDGET,
    };
    return report(`${INDICES.toLocaleString('en')} indices in the embedded engine`, [figure]);
  } finally {
    cluster.kill();
  }
}
