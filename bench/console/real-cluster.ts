/** npx tsx bench/console/real-cluster.ts URL: the list of indices against the answers of a real cluster without users, as it is. */
import { requestOf } from '../../src/domain/index.ts';
import { remoteCluster } from '../../src/server/cluster/remote-cluster.ts';
import { report } from '../report.ts';
import { LIST_BUDGET } from './index-list.bench.ts';
import { measureListRoute } from './list-route.ts';

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error('Name the URL of a cluster.');
const remote = remoteCluster({ label: 'Real', url });
const { calls, indices, ...figures } = await measureListRoute(remote.connect(), async (asked) => ({
  ask: () => Promise.all(asked.map(async (call) => (await fetch(new URL(requestOf(call).path, url))).text())),
  close: () => undefined,
}));
const missed = report(`${indices.toLocaleString('en')} indices at ${url}`, [{ what: 'the list of indices, over HTTP', against: `the ${calls} answers of the cluster alone`, ...figures, budget: LIST_BUDGET }]);
await remote.close();
process.exitCode = missed.length === 0 ? 0 : 1;
