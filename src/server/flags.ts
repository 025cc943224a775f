import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ACTION_OPTIONS, readActionFlags, type ActionSettings } from './settings/action-flags.ts';
import { basePathFault } from './base-path.ts';
import { LOG_LEVELS, type LogLevel } from './log-level.ts';
import { CLUSTER_OPTIONS, clustersFromFlags } from './settings/cluster-flags.ts';
import { CHECKPOINT_OPTIONS, readCheckpointFlags, type CheckpointSettings } from './settings/checkpoint-flags.ts';
import { readTrailFlags, TRAIL_OPTIONS, type TrailSettings } from './settings/trail-flags.ts';
import { SettingsError, type ClusterSettings, type ReadTextFile } from './settings/cluster-settings.ts';
import { defaultDataDir } from './settings/data-dir.ts';

export interface Settings extends ActionSettings, CheckpointSettings, TrailSettings {
  readonly host: string;
  readonly port: number;
  readonly allowedHosts: readonly string[];
  /** The path below which browsers reach the server, behind a proxy; empty for the root. */
  readonly basePath: string;
  /** Real ones, the default first. */
  readonly clusters: readonly ClusterSettings[];
  /** Whether there is the embedded engine: besides real clusters only where it is asked for. */
  readonly hasSandbox: boolean;
  readonly isReadOnly: boolean;
  /** Absolute. */
  readonly dataDir: string;
  readonly secureCookies: boolean;
  /** Whether documents of indices are read also where nobody has signed in to the cluster. */
  readonly hasDocuments: boolean;
  /** Whether `/metrics` is answered to other machines, and through a proxy. */
  readonly hasPublicMetrics: boolean;
  readonly logLevel: LogLevel;
}

export type Outcome =
  | { readonly kind: 'run'; readonly settings: Settings; readonly warnings: readonly string[] }
  | { readonly kind: 'help' }
  | { readonly kind: 'error'; readonly message: string };

type Environment = Readonly<Record<string, string | undefined>>;

const OPTIONS = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string' },
  'allowed-host': { type: 'string', multiple: true, default: [] as string[] },
  'base-path': { type: 'string' },
  'read-only': { type: 'boolean', default: false },
  'data-dir': { type: 'string' },
  'secure-cookies': { type: 'boolean', default: false },
  sandbox: { type: 'boolean', default: false },
  documents: { type: 'boolean', default: false },
  metrics: { type: 'boolean', default: false },
  'log-level': { type: 'string', default: 'warn' },
  help: { type: 'boolean', default: false },
  ...ACTION_OPTIONS,
  ...CHECKPOINT_OPTIONS,
  ...CLUSTER_OPTIONS,
  ...TRAIL_OPTIONS,
} as const;

/** Reads the command line, the variables MAPLEDGER_… and the files that either names. */
export function parseFlags(
  args: readonly string[],
  env: Environment,
  readFile: ReadTextFile = (path) => readFileSync(path, 'utf8'),
): Outcome {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS });
    if (values.help) return { kind: 'help' };
    const { clusters, warnings } = clustersFromFlags(values, env, readFile);
    const settings = {
      host: checkHost(values.host),
      port: readPort(values.port ?? (env['MAPLEDGER_PORT'] || '7300')),
      allowedHosts: values['allowed-host'].map(checkAllowedHost),
      basePath: readBasePath(values['base-path'] ?? (env['MAPLEDGER_BASE_PATH'] || '')),
      clusters,
      hasSandbox: values.sandbox || clusters.length === 0,
      isReadOnly: values['read-only'],
      dataDir: readDataDir(values['data-dir'], env),
      secureCookies: values['secure-cookies'],
      ...readActionFlags(values),
      ...readCheckpointFlags(values, env),
      hasDocuments: values.documents,
      hasPublicMetrics: values.metrics,
      ...readTrailFlags(values, env, { clusters, isReadOnly: values['read-only'] }),
      logLevel: readLogLevel(values['log-level']),
    };
    return { kind: 'run', settings, warnings };
  } catch (error) {
    if (error instanceof SettingsError || isFlagError(error)) return { kind: 'error', message: error.message };
    throw error;
  }
}

function isFlagError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

function checkHost(host: string): string {
  if (host === '') throw new SettingsError('The host to listen on is empty.');
  return host;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (port <= 65535) return port;
  throw new SettingsError(`A port is a number from 0 to 65535, not "${text}".`);
}

function readLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((each) => each === text);
  if (level !== undefined) return level;
  throw new SettingsError(`A log level is one of ${LOG_LEVELS.join(', ')}, not "${text}".`);
}

function checkAllowedHost(name: string): string {
  if (/^[^\s/@?#]+$/.test(name)) return name;
  throw new SettingsError(
    `An allowed host is a name with or without a port, such as console.example.org:8443, not "${name}".`,
  );
}

/** A slash alone, and one at the end, say the same as none. */
function readBasePath(text: string): string {
  const path = text.replace(/\/$/, '');
  const fault = path === '' ? undefined : basePathFault(path);
  if (fault !== undefined) throw new SettingsError(fault);
  return path;
}

function readDataDir(flag: string | undefined, env: Environment): string {
  const folder = flag ?? (env['MAPLEDGER_DATA_DIR'] || defaultDataDir(process.platform, env));
  if (!folder) throw new SettingsError('No home folder for the data. Set one with --data-dir.');
  return resolve(folder);
}
