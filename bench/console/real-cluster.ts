/** npx tsx bench/console/real-cluster.ts URL: the list of indices against the answers of a real cluster without users, as it is. */
import { report } from '../report.ts';
import { figuresOf } from './index-list.bench.ts';
import { measureListAt } from './list-route.ts';

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error('Name the URL of a cluster.');
const measured = await measureListAt(url);
const missed = report(`${measured.indices.toLocaleString('en')} indices at ${url}`, figuresOf(measured));
process.exitCode = missed.length === 0 ? 0 : 1;
