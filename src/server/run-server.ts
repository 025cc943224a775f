import { join } from 'node:path';
import manifest from '../../package.json';
import { errorText } from '#domain/json';
import { buildApp } from './app.ts';
import { greetingOf } from './clusters/configured.ts';
import { composeApi, type Composed } from './composition.ts';
import { parseFlags, type Settings } from './flags.ts';
import { addProcessMetrics } from './metrics/process-metrics.ts';
import { urlHost } from './security.ts';
import { DataError } from './sqlite/open-file.ts';
import { TrailIndexError } from './trail-index/trail-index.ts';
import { helpText } from './settings/help.ts';
import { consolePath } from './web-client.ts';

/** How long open requests may take to end before the process ends without them. */
const shutdownTimeoutMs = 5_000;

/** As `npm run dev` does. */
const isRunFromSource = import.meta.filename.endsWith('.ts');

/** Serves until a signal ends it, or says why not. `program` is what the help calls it. */
export async function runServer(flags: readonly string[], program: string): Promise<void> {
  const outcome = parseFlags(flags, process.env);
  switch (outcome.kind) {
    case 'help':
      process.stdout.write(helpText(program));
      break;
    case 'error':
      process.stderr.write(`${outcome.message}\n\n${helpText(program)}`);
      process.exitCode = 2;
      break;
    case 'run':
      for (const warning of outcome.warnings) process.stderr.write(`${warning}\n`);
      await serve(outcome.settings);
  }
}

async function serve(settings: Settings): Promise<void> {
  const { host, port } = settings;
  let composed: Composed;
  try {
    composed = await composeApi(settings, {
      warn: (line) => process.stderr.write(`${line}\n`),
      onFailure: (error, requestId) => app.log.error({ err: error, reqId: requestId }, 'A request failed.'),
      // Not in a build: 10,000 rows take as long to check as a tenth of the list route takes to read and write them.
      ...(isRunFromSource && {
        onInvalidResponse: (error) => {
          throw error;
        },
      }),
    });
  } catch (error) {
    // What is wrong with the data says all of it by itself.
    const where =
      error instanceof DataError || error instanceof TrailIndexError
        ? ''
        : `The data in ${settings.dataDir} can’t be opened: `;
    process.stderr.write(`${where}${errorText(error)}\n`);
    process.exitCode = 1;
    return;
  }
  const { clusters, api, checkStorage, metrics } = composed;
  const processMetrics = addProcessMetrics(metrics, manifest.version, performance.timeOrigin);
  const app = await buildApp({
    ...settings,
    version: manifest.version,
    // Beside this file in a build. Run from the source there is none, and the development server has the page.
    clientDir: join(import.meta.dirname, '../client'),
    log: process.stderr,
    checkStorage,
    api,
    metrics: { registry: metrics, isPublic: settings.hasPublicMetrics },
  });

  try {
    await app.listen({ host, port });
  } catch (error) {
    process.stderr.write(`${whyNotListening(error, settings)}\n`);
    process.exitCode = 1;
    await app.close();
    await composed.close();
    return;
  }

  const address = app.server.address();
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : urlHost(host);
  const origin = `http://${shownHost}:${address !== null && typeof address === 'object' ? address.port : port}`;
  if (!isLoopback(host)) {
    process.stderr.write(`Warning: anyone who can reach ${host} can use this server. It has no password.\n`);
  }
  process.stdout.write(
    app.hasWebClient
      ? `Mapledger is ready at ${origin}${settings.basePath}${consolePath}\n`
      : `The API is ready at ${origin}, without a web client.\n`,
  );

  // The server does not wait: a cluster that is down now may come up later.
  for (const cluster of settings.clusters) {
    void greetingOf(clusters, cluster).then((line) => process.stderr.write(`${line}\n`));
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Once: a second signal ends the process at once.
    process.once(signal, () => {
      setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
      processMetrics.close();
      void app.close().then(() => composed.close());
    });
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function whyNotListening(error: unknown, { host, port }: Settings): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use. Choose another with --port.`;
    case 'EACCES':
      return `Port ${port} on ${host} requires elevated privileges. Choose 1024 or higher with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine.`;
    default:
      return `The server could not listen on ${host}:${port}: ${errorText(error)}`;
  }
}
