/** npx tsx bench/console/real-cluster.ts URL: the list of indices against the answers of a real cluster without users, as it is. */
import { report } from '../report.ts';
import { LIST_BUDGET } from './index-list.bench.ts';
import { measureListAt } from './list-route.ts';

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error('Name the URL of a cluster.');
const { calls, indices, ...figures } = await measureListAt(url);
const missed = report(`${indices.toLocaleString('en')} indices at ${url}`, [
  {
    what: 'the list of indices, over HTTP',
    against: `the ${calls} answers of the cluster alone`,
    ...figures,
    budget: LIST_BUDGET,
  },
]);
process.exitCode = missed.length === 0 ? 0 : 1;
