import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { member, objectMember, type JsonObject } from '#domain/json';
import { ClusterError, type ClusterGateway } from '#domain/ports';
import type { RouteAnswer, RouteInput } from '#domain/wire';
import { credentialsFault, type Credentials } from './cluster/credentials.ts';
import type { Clusters } from './clusters/clusters.ts';
import { readObject } from './console/read-object.ts';
import { RequestError } from './console/errors.ts';
import type { Sessions } from './sessions.ts';
import type { SignInLimit } from './sign-in-limit.ts';

export interface SignInOptions {
  readonly clusters: Clusters;
  readonly sessions: Sessions;
  readonly limit: SignInLimit;
}

export interface OpenedSession {
  readonly answer: RouteAnswer<'session.open'>;
  readonly cluster: string;
  /** For the cookie. */
  readonly token: string;
}

/**
 * Asks the cluster whether it takes the credentials, and keeps them where it does.
 * @throws RequestError, ClusterError
 */
export async function openSession(
  input: RouteInput<'session.open'>,
  { cluster, address }: { readonly cluster: string | undefined; readonly address: string },
  { clusters, sessions, limit }: SignInOptions,
): Promise<OpenedSession> {
  const credentials = credentialsIn(input);
  const fault = credentialsFault(credentials);
  if (fault !== undefined) throw new RequestError(400, fault);
  const gateway = clusters.tryCredentials(cluster, credentials);
  const { id, label } = clusters.open(cluster).entry;
  const attempt = { cluster: id, address, user: limitedUser(credentials) };
  const { delayMs, notFailed } = limit.begin(attempt);
  if (delayMs > 0) await setTimeout(delayMs);
  let user: string;
  try {
    user = await userOf(gateway, clusters.tryCredentials(cluster), credentials, label);
  } catch (error) {
    // The cluster has not said that they are wrong.
    if (!(error instanceof ClusterError) || error.fault !== 'unauthorized') notFailed();
    throw error;
  }
  notFailed();
  return { answer: { user }, cluster: id, token: sessions.open(id, { user, credentials }) };
}

function credentialsIn({ body }: RouteInput<'session.open'>): Credentials {
  return 'apiKey' in body
    ? { kind: 'api_key', key: body.apiKey }
    : { kind: 'basic', username: body.username, password: body.password };
}

/** What stands for somebody in the limit of sign-ins: of a key a hash, which outlives the request. */
function limitedUser(credentials: Credentials): string {
  if (credentials.kind === 'basic') return credentials.username;
  const secret = credentials.kind === 'api_key' ? credentials.key : credentials.token;
  return `${credentials.kind} ${createHash('sha256').update(secret).digest('base64')}`;
}

/** Where Elasticsearch and OpenSearch say who asks. */
const WHO_AM_I = [
  ['_security', '_authenticate'],
  ['_plugins', '_security', 'authinfo'],
] as const;

/**
 * What the cluster calls who has these credentials. Where it can't say, that it asks for some at all has to be seen.
 */
async function userOf(
  gateway: ClusterGateway,
  anonymous: ClusterGateway,
  credentials: Credentials,
  label: string,
): Promise<string> {
  // A user without access to this endpoint is still authenticated.
  await ask(gateway, []);
  for (const path of WHO_AM_I) {
    const known = await ask(gateway, path);
    const name = nameIn(known);
    if (name !== undefined) return name;
  }
  if (await takes(anonymous))
    throw new RequestError(409, `Cluster "${label}" requires no credentials. You can use it without signing in.`);
  return credentials.kind === 'basic' ? credentials.username : 'API key';
}

function nameIn(known: JsonObject): string | undefined {
  const names = [
    member(objectMember(known, 'api_key') ?? {}, 'name'),
    member(known, 'username'),
    member(known, 'user_name'),
  ];
  return names.find((name) => typeof name === 'string');
}

/** What an endpoint answers that a cluster may not have, or not for everybody; empty then. */
async function ask(gateway: ClusterGateway, path: readonly string[]): Promise<JsonObject> {
  try {
    return await readObject(gateway, { method: 'GET', path });
  } catch (error) {
    if (error instanceof ClusterError && (error.fault === 'refused' || error.fault === 'forbidden')) return {};
    throw error;
  }
}

async function takes(gateway: ClusterGateway): Promise<boolean> {
  try {
    await gateway.send({ method: 'GET', path: [] });
    return true;
  } catch (error) {
    if (error instanceof ClusterError && (error.fault === 'unauthorized' || error.fault === 'forbidden')) return false;
    throw error;
  }
}
