import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { JsonTextError, parseJson } from '#domain/json';
import { TLS_VERIFICATIONS } from '../cluster/remote-cluster.ts';
import {
  checkId,
  readClusterUrl,
  readNamedFile,
  readTimeout,
  SettingsError,
  type ClusterSettings,
  type ReadTextFile,
} from './cluster-settings.ts';
import { credentialsOf, readCaFile, readSecretFile } from './secrets.ts';

const text = Type.String({ minLength: 1 });

const ClusterSchema = Type.Object(
  {
    id: text,
    label: Type.Optional(text),
    url: text,
    /** Taken where a browser names no cluster. */
    default: Type.Optional(Type.Boolean()),
    username: Type.Optional(text),
    password: Type.Optional(text),
    password_file: Type.Optional(text),
    api_key: Type.Optional(text),
    api_key_file: Type.Optional(text),
    bearer_token: Type.Optional(text),
    bearer_token_file: Type.Optional(text),
    ca_file: Type.Optional(text),
    tls_verification: Type.Optional(Type.Enum(TLS_VERIFICATIONS)),
    /** Seconds. */
    request_timeout: Type.Optional(Type.Number()),
    /** Whether the fuzz lab may write to it. */
    scratch: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
const FileSchema = Type.Object(
  { clusters: Type.Array(ClusterSchema, { minItems: 1 }) },
  { additionalProperties: false },
);
type ClusterInFile = Static<typeof ClusterSchema>;

/**
 * The clusters that a file names, the default one first.
 * @throws SettingsError with the place in the file and the reason
 */
export function readClustersFile(path: string, readFile: ReadTextFile): readonly ClusterSettings[] {
  const { clusters } = parseFile(readNamedFile(path, '--clusters-file', readFile), path);
  const settings = clusters.map((cluster, index) => settingsOf(cluster, `${path}, /clusters/${index}`, readFile));
  const seen = new Set<string>();
  settings.forEach(({ id }, index) => {
    if (seen.has(id)) throw new SettingsError(`${path}, /clusters/${index}/id: there are two clusters "${id}".`);
    seen.add(id);
  });
  const defaults = clusters.flatMap((cluster, index) => (cluster.default === true ? [index] : []));
  const [first, second] = defaults;
  if (second !== undefined)
    throw new SettingsError(
      `${path}, /clusters/${second}/default: there is a default already, /clusters/${String(first)}.`,
    );
  return first === undefined
    ? settings
    : [...settings.slice(first, first + 1), ...settings.slice(0, first), ...settings.slice(first + 1)];
}

function parseFile(content: string, path: string): Static<typeof FileSchema> {
  let value: unknown;
  try {
    value = parseJson(content);
  } catch (error) {
    if (error instanceof JsonTextError)
      throw new SettingsError(`${path}, line ${error.line}, column ${error.column}: ${error.reason}.`);
    throw error;
  }
  if (Value.Check(FileSchema, value)) return value;
  throw new SettingsError(`${path}, ${faultIn(value)}`);
}

/** The first thing that is wrong, by its pointer. Values are not repeated: they may be secrets. */
function faultIn(value: unknown): string {
  // An unknown setting is reported twice: at the setting, and at the object that contains it.
  const error = Value.Errors(FileSchema, value).find(({ keyword }) => keyword !== 'boolean');
  const at = error?.instancePath || '/';
  if (error?.keyword === 'additionalProperties') {
    return `${at}: there is no setting ${error.params.additionalProperties.map((name) => `"${name}"`).join(', ')}.`;
  }
  if (error?.keyword === 'required')
    return `${at}: ${error.params.requiredProperties.map((name) => `"${name}"`).join(', ')} is missing.`;
  if (at.endsWith('/tls_verification')) return `${at}: it is one of ${TLS_VERIFICATIONS.join(', ')}.`;
  return `${at}: ${error?.message ?? 'it is not what is expected here'}.`;
}

function settingsOf(cluster: ClusterInFile, where: string, readFile: ReadTextFile): ClusterSettings {
  const id = checkId(cluster.id, `${where}/id`);
  const { url, ...inUrl } = readClusterUrl(cluster.url, `${where}/url`);
  const secret = (name: 'password' | 'api_key' | 'bearer_token') => {
    const file = cluster[`${name}_file`];
    if (file === undefined) return cluster[name];
    if (cluster[name] !== undefined) throw new SettingsError(`${where}: there is both ${name} and ${name}_file.`);
    return readSecretFile(file, `${where}/${name}_file`, readFile);
  };
  const parts = {
    username: cluster.username ?? inUrl.username,
    password: secret('password') ?? inUrl.password,
    apiKey: secret('api_key'),
    bearerToken: secret('bearer_token'),
  };
  const credentials = credentialsOf(parts, where);
  return {
    id,
    label: cluster.label ?? id,
    url,
    ...(credentials !== undefined && { credentials }),
    ...(cluster.ca_file !== undefined && { ca: readCaFile(cluster.ca_file, `${where}/ca_file`, readFile) }),
    ...(cluster.tls_verification !== undefined && { tlsVerification: cluster.tls_verification }),
    ...(cluster.request_timeout !== undefined && {
      requestTimeoutMs: readTimeout(cluster.request_timeout, `${where}/request_timeout`),
    }),
    ...(cluster.scratch === true && { isScratch: true as const }),
  };
}
