import { TLS_VERIFICATIONS } from '../cluster/remote-cluster.ts';
import {
  checkId,
  readClusterUrl,
  readTimeout,
  SettingsError,
  type ClusterSettings,
  type ReadTextFile,
} from './cluster-settings.ts';
import { readClustersFile } from './clusters-file.ts';
import { credentialsOf, readCaFile, readSecretFile } from './secrets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Options that a variable MAPLEDGER_… may give as well. Those of secrets have a `_FILE` besides. */
export const CLUSTER_OPTIONS = {
  cluster: { type: 'string' },
  'cluster-name': { type: 'string' },
  username: { type: 'string' },
  password: { type: 'string' },
  'api-key': { type: 'string' },
  'bearer-token': { type: 'string' },
  'ca-file': { type: 'string' },
  'tls-verification': { type: 'string' },
  'request-timeout': { type: 'string' },
  'clusters-file': { type: 'string' },
  scratch: { type: 'boolean' },
} as const;
/** Given on the command line only: a variable that is left over must not open a cluster to the fuzz lab. */
const SWITCH = 'scratch';
type OptionName = Exclude<keyof typeof CLUSTER_OPTIONS, typeof SWITCH>;
const SECRETS: readonly OptionName[] = ['password', 'api-key', 'bearer-token'];

export interface ClustersOutcome {
  readonly clusters: readonly ClusterSettings[];
  readonly warnings: readonly string[];
}

/** The clusters that flags and environment name. @throws SettingsError */
export function clustersFromFlags(
  flags: { readonly [Name in OptionName]?: string | undefined } & { readonly [SWITCH]?: boolean | undefined },
  env: Environment,
  readFile: ReadTextFile,
): ClustersOutcome {
  const warnings = SECRETS.filter((name) => flags[name] !== undefined).map(
    (name) =>
      `--${name} is visible to other users in the process list. Set ${variable(name)}, or ${variable(name)}_FILE with the path of a file, instead.`,
  );
  const given = (name: OptionName) => flags[name] ?? (env[variable(name)] || undefined);
  const secret = (name: OptionName) => {
    const file = env[`${variable(name)}_FILE`];
    if (flags[name] !== undefined || !file) return given(name);
    if (env[variable(name)])
      throw new SettingsError(`Set either ${variable(name)} or ${variable(name)}_FILE, not both.`);
    return readSecretFile(file, `${variable(name)}_FILE`, readFile);
  };

  const file = given('clusters-file');
  const address = given('cluster');
  if (address === undefined) {
    const lonely = (Object.keys(CLUSTER_OPTIONS) as (keyof typeof CLUSTER_OPTIONS)[]).find(
      (name) => name !== 'clusters-file' && flags[name] !== undefined,
    );
    if (lonely !== undefined)
      throw new SettingsError(
        `--${lonely} says something of a cluster, but --cluster names none${file === undefined ? '' : '; those of --clusters-file have their own settings there'}.`,
      );
    const clusters = file === undefined ? [] : readClustersFile(file, readFile);
    return { clusters, warnings: [...warnings, ...unverified(clusters)] };
  }
  if (file !== undefined)
    throw new SettingsError('--cluster and --clusters-file can’t be combined. Add the cluster to the file.');

  const { url, ...inUrl } = readClusterUrl(address, '--cluster');
  if (inUrl.password !== undefined && flags.cluster !== undefined) {
    warnings.push(
      `The password in --cluster is visible to other users in the process list. Set ${variable('password')}, or ${variable('password')}_FILE with the path of a file, instead.`,
    );
  }
  const parts = {
    username: given('username') ?? inUrl.username,
    password: secret('password') ?? inUrl.password,
    apiKey: secret('api-key'),
    bearerToken: secret('bearer-token'),
  };
  const credentials = credentialsOf(parts, '--cluster');
  const [ca, verification, timeout] = [given('ca-file'), given('tls-verification'), given('request-timeout')];
  const tlsVerification = TLS_VERIFICATIONS.find((each) => each === verification);
  if (verification !== undefined && tlsVerification === undefined)
    throw new SettingsError(`--tls-verification is one of ${TLS_VERIFICATIONS.join(', ')}, not "${verification}".`);
  const id = checkId(given('cluster-name') ?? 'default', '--cluster-name');
  const cluster: ClusterSettings = {
    id,
    label: given('cluster-name') ?? new URL(url).host,
    url,
    ...(credentials !== undefined && { credentials }),
    ...(ca !== undefined && { ca: readCaFile(ca, '--ca-file', readFile) }),
    ...(tlsVerification !== undefined && { tlsVerification }),
    ...(timeout !== undefined && { requestTimeoutMs: readTimeout(Number(timeout), '--request-timeout') }),
    ...(flags[SWITCH] === true && { isScratch: true as const }),
  };
  return { clusters: [cluster], warnings: [...warnings, ...unverified([cluster])] };
}

function unverified(clusters: readonly ClusterSettings[]): readonly string[] {
  return clusters
    .filter(({ tlsVerification }) => tlsVerification === 'none')
    .map(
      ({ label }) =>
        `Cluster "${label}" is not verified (TLS verification none). Traffic, including passwords, can be intercepted.`,
    );
}

function variable(name: OptionName): string {
  return `MAPLEDGER_${name.toUpperCase().replaceAll('-', '_')}`;
}
