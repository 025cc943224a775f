// Runs one node of an engine on 127.0.0.1, on data that nobody keeps.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { EngineRefusal } from './refusal.mjs';
import { ADMIN, secure } from './security.mjs';
import { capture, unprivilegedUser } from './tools.mjs';

const READY_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 30_000;
const POLL_MS = 200;
const STOP_POLL_MS = 50;
const HEAP = '512m';
/** The quick compiler alone: in the minutes that a node runs, the thorough one takes more time than it saves. */
const COMPILER = '-XX:TieredStopAtLevel=1';

/**
 * Starts a node and resolves when it is healthy: to its address, `ended`, which resolves when it is gone, and `stop`, which ends
 * it and wipes its data.
 * @throws EngineRefusal where it does not come up, after its last words on stderr.
 */
export async function startNode(recipe, { home, jdk, signal }) {
  const user = await unprivilegedUser(signal);
  const folder = await mkdtemp(join(tmpdir(), `mapledger-${recipe.distribution}-`));
  let child;
  const stop = async () => {
    if (child?.pid !== undefined) await endGroup(child.pid);
    await rm(folder, { recursive: true, force: true });
  };

  try {
    await configure(recipe, { home, folder, jdk, signal });
    if (user.uid !== undefined) await capture('chown', ['-R', `${user.uid}:${user.gid}`, folder], { signal });
    const output = openSync(logOf(folder), 'a');
    // Leads a process group of its own, so that Ctrl-C reaches it through us alone.
    const options = { cwd: folder, env: environment(recipe, { jdk, folder }), ...user, detached: true };
    child = spawn(join(home, 'bin', recipe.distribution), { ...options, stdio: ['ignore', output, output] });
    closeSync(output);
    const ended = new Promise((resolve) => {
      child.once('exit', () => resolve('it ended before it was ready'));
      child.once('error', (error) => resolve(error.message));
    });
    const over = new AbortController();
    const healthy = healthyAddress(recipe, folder, AbortSignal.any([signal, over.signal]));
    const url = await Promise.race([
      healthy,
      ended.then((reason) => Promise.reject(new EngineRefusal(reason))),
    ]).finally(() => over.abort());
    return { url, ended, stop };
  } catch (error) {
    if (error instanceof EngineRefusal) console.error(lastWords(folder));
    await stop();
    throw error;
  }
}

/** Ends a process with all that it started: the launcher of Elasticsearch may be gone before the node is. */
async function endGroup(leader) {
  const deadline = performance.now() + STOPPED_WITHIN_MS;
  for (let name = 'SIGTERM'; signalGroup(leader, name); name = performance.now() < deadline ? 0 : 'SIGKILL')
    await wait(STOP_POLL_MS);
}

/** Returns whether there was somebody to get the signal. */
function signalGroup(leader, name) {
  try {
    return process.kill(-leader, name);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

async function configure({ distribution, isSecured }, { home, folder, jdk, signal }) {
  const config = join(folder, 'config');
  for (const name of ['data', 'logs', 'tmp']) await mkdir(join(folder, name));
  await cp(join(home, 'config'), config, { recursive: true });
  const settings = {
    'cluster.name': 'mapledger-test',
    'node.name': 'test',
    'network.host': '127.0.0.1',
    // Any free port; the node writes to logs/http.ports which.
    'http.port': 0,
    'transport.port': 0,
    'node.portsfile': true,
    'discovery.type': 'single-node',
    'path.data': join(folder, 'data'),
    'path.logs': join(folder, 'logs'),
    'node.store.allow_mmap': false,
    'cluster.routing.allocation.disk.threshold_enabled': false,
    // Elasticsearch 8 and newer would make certificates and passwords.
    ...(existsSync(join(home, 'modules/x-pack-core')) && { 'xpack.security.enabled': false }),
    ...(isSecured && (await secure(config, { jdk, signal }))),
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  await appendFile(join(config, `${distribution}.yml`), `\n${lines.join('')}`);
  // Logs and dumps of the JVM would go to the engine's home, which is not ours to write to.
  const options = join(config, 'jvm.options');
  const kept = (await readFile(options, 'utf8'))
    .split('\n')
    .filter((line) => !/gc\.log|ErrorFile=|HeapDumpPath=|HeapDumpOnOutOfMemoryError/.test(line));
  await writeFile(options, kept.join('\n'));
}

function environment({ variables }, { jdk, folder }) {
  return {
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: folder,
    [`${variables}_JAVA_HOME`]: jdk,
    [`${variables}_PATH_CONF`]: join(folder, 'config'),
    [`${variables}_TMPDIR`]: join(folder, 'tmp'),
    [`${variables}_JAVA_OPTS`]: `-Xms${HEAP} -Xmx${HEAP} ${COMPILER}`,
  };
}

async function healthyAddress({ isSecured }, folder, signal) {
  const headers = isSecured ? { authorization: `Basic ${btoa(`${ADMIN.name}:${ADMIN.password}`)}` } : {};
  const ports = join(folder, 'logs/http.ports');
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    await wait(POLL_MS, undefined, { signal });
    const [address] = existsSync(ports)
      ? readFileSync(ports, 'utf8')
          .split('\n')
          .filter((line) => line.startsWith('127.0.0.1:'))
      : [];
    if (address === undefined) continue;
    const url = `http://${address}/_cluster/health?wait_for_status=yellow&timeout=1s`;
    const health = await fetch(url, { headers, signal }).catch(() => undefined);
    if (health?.ok) return `http://${address}`;
  }
  throw new EngineRefusal(`it was not healthy after ${READY_WITHIN_MS / 1000} s`);
}

function logOf(folder) {
  return join(folder, 'logs/console.log');
}

function lastWords(folder) {
  return existsSync(logOf(folder)) ? readFileSync(logOf(folder), 'utf8').split('\n').slice(-30).join('\n') : '';
}
