// npm run engine:opensearch, npm run engine:elasticsearch: one node of a real engine for as long as this runs.
//   node scripts/engines/run.mjs opensearch|elasticsearch [VERSION] [--secured] [--while-stdin-is-open]
// Prints the address on stdout, all else on stderr. Ctrl-C or SIGTERM stops the node and wipes its data.
import { assembledHome } from './assemble.mjs';
import { startNode } from './node.mjs';
import { recipeOf } from './recipes.mjs';
import { EngineRefusal } from './refusal.mjs';
import { findJdk } from './tools.mjs';

const WHILE_STDIN_IS_OPEN = '--while-stdin-is-open';
const SECURED = '--secured';
const words = process.argv.slice(2).filter((argument) => argument !== WHILE_STDIN_IS_OPEN && argument !== SECURED);
const [distribution, version] = words;
if (words.includes('--help')) {
  console.log(
    `Usage: node scripts/engines/run.mjs opensearch|elasticsearch [VERSION] [${SECURED}] [${WHILE_STDIN_IS_OPEN}]`,
  );
  process.exit(0);
}

const stopping = new AbortController();
const { signal } = stopping;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stopping.abort());
// A caller that is killed can't stop us, but its ends of the pipes close.
if (process.argv.includes(WHILE_STDIN_IS_OPEN)) process.stdin.resume().once('close', () => stopping.abort());
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stopping.abort());

let title = distribution ?? 'An engine';
try {
  if (version !== undefined && !/^\d+\.\d+\.\d+$/.test(version))
    throw new EngineRefusal(`${JSON.stringify(version)} is no version: it is three numbers, as in 8.19.21`);
  const recipe = recipeOf(distribution, version, { isSecured: process.argv.includes(SECURED) });
  title = recipe.title;
  if (process.platform === 'win32')
    throw new EngineRefusal('it is started by a shell script, which needs Linux or macOS');
  const jdk = findJdk(recipe.jdk);
  const home = await assembledHome(recipe, jdk, signal);
  const node = await startNode(recipe, { home, jdk, signal });
  console.error(`${title} is ready. Ctrl-C, or \`kill ${process.pid}\`, stops it and wipes its data.`);
  console.log(node.url);
  const asked = signal.aborted ? undefined : new Promise((resolve) => signal.addEventListener('abort', resolve));
  await Promise.race([asked, node.ended]);
  if (!signal.aborted) {
    console.error(`${title} stopped unexpectedly.`);
    process.exitCode = 1;
  }
  await node.stop();
} catch (error) {
  if (signal.aborted) process.exitCode = 130;
  else {
    if (!(error instanceof EngineRefusal)) console.error(error);
    console.error(`${title} can't be started: ${error.message}.`);
    process.exitCode = 1;
  }
}
process.stdin.destroy();
