// A server without a socket that creates one index: `node … folder cluster-url`. It says when it is ready, goes on when it is told to, and says when it
// has answered; then it waits to be killed.
import { once } from 'node:events';
import { composeApi } from '../../../src/server/composition.ts';
import { parseFlags } from '../../../src/server/flags.ts';

const [dataDir = '', url = ''] = process.argv.slice(2);
const outcome = parseFlags(['--data-dir', dataDir, '--cluster', url, '--cluster-name', 'main'], {});
if (outcome.kind !== 'run') throw new Error(JSON.stringify(outcome));
const { api, clusters } = await composeApi(outcome.settings, {
  onFailure: (error) => {
    throw error;
  },
});
await clusters.open('main').capabilities();
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const response = await api.dispatch({
  id: 'indices.create',
  params: { name: 'made' },
  body: { settings: { number_of_replicas: 0 } },
  requestId: 'actor',
  reason: 'OPS-1234',
  openCluster: (id) => clusters.open(id),
  signal: new AbortController().signal,
});
process.stdout.write(`${JSON.stringify(response)}\n`);
setInterval(() => undefined, 1_000);
