import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { report, type Figure } from '../report.ts';
import { measureListAt, type ListRouteFigures } from './list-route.ts';

const INDICES = 10_000;
/** Of the cluster's own answers. */
const LIST_BUDGET = 1.3;
const LIST_MISSED = 'docs/decisions/0018';

/** The list of {@link INDICES} indices, in the embedded engine as a cluster of its own. */
export async function benchConsole(): Promise<readonly Figure[]> {
  const cluster = fork(join(import.meta.dirname, 'engine-process.ts'), [String(INDICES)]);
  try {
    const [url] = (await once(cluster, 'message')) as [string];
    const measured = await measureListAt(url);
    if (measured.indices !== INDICES) throw new Error('That is not the list of all indices.');
    return report(`${INDICES.toLocaleString('en')} indices in the embedded engine`, figuresOf(measured));
  } finally {
    cluster.kill();
  }
}

export function figuresOf({ calls, indices: _, byHand, ...figures }: ListRouteFigures): readonly Figure[] {
  const what = 'the list of indices, over HTTP';
  return [
    {
      what,
      against: `the ${calls} answers of the cluster alone`,
      ...figures,
      budget: LIST_BUDGET,
      missedBecause: LIST_MISSED,
    },
    { what, against: 'a bare server that parses and writes', ...byHand },
  ];
}
