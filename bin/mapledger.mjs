#!/usr/bin/env node
// The command line of Mapledger, as built. Plain JavaScript of old, so that an old Node can read why it can't run this.
const { engines } = (await import('node:module')).createRequire(import.meta.url)('../package.json');
const wanted = engines.node
  .replace(/[^\d.]/g, '')
  .split('.')
  .map(Number);
const actual = process.versions.node.split('.').map(Number);
const difference = wanted.map((part, index) => actual[index] - part).find((each) => each !== 0) || 0;
const cli = new URL('../dist/server/cli.js', import.meta.url);
if (difference < 0) {
  process.stderr.write(`Mapledger requires Node ${wanted.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 2;
} else if (!(await import('node:fs')).existsSync(cli)) {
  process.stderr.write('Mapledger is not built. Run "npm install && npm run build" in its folder.\n');
  process.exitCode = 2;
} else {
  await import(cli.href);
}
