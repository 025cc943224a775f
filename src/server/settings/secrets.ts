import { X509Certificate } from 'node:crypto';
import { credentialsFault, type Credentials } from '../cluster/credentials.ts';
import { readNamedFile, SettingsError, type ReadTextFile } from './cluster-settings.ts';

/** The parts of credentials as an option, a variable or a file gives them. */
export interface CredentialParts {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly bearerToken?: string | undefined;
}

/**
 * The one kind of credentials that the parts make, if any.
 * @throws SettingsError for two kinds, half a kind, or what no header can say
 */
export function credentialsOf(
  { username, password, apiKey, bearerToken }: CredentialParts,
  where: string,
): Credentials | undefined {
  const kinds: Credentials[] = [];
  if (username !== undefined && password !== undefined) kinds.push({ kind: 'basic', username, password });
  else if (username !== undefined) throw new SettingsError(`${where}: user name without a password.`);
  else if (password !== undefined) throw new SettingsError(`${where}: password without a user name.`);
  if (apiKey !== undefined) kinds.push({ kind: 'api_key', key: apiKey });
  if (bearerToken !== undefined) kinds.push({ kind: 'bearer', token: bearerToken });
  if (kinds.length > 1)
    throw new SettingsError(
      `${where}: a cluster takes one of user name and password, API key, or bearer token; here are ${kinds.length}.`,
    );
  const [credentials] = kinds;
  const fault = credentials === undefined ? undefined : credentialsFault(credentials);
  if (fault !== undefined) throw new SettingsError(`${where}: ${fault}`);
  return credentials;
}

/** A secret that a file holds, without the line end that editors put. @throws SettingsError */
export function readSecretFile(path: string, where: string, readFile: ReadTextFile): string {
  const secret = readNamedFile(path, where, readFile).trim();
  if (secret === '') throw new SettingsError(`${where}: ${path} is empty.`);
  return secret;
}

/** PEM of one or more certificates. @throws SettingsError */
export function readCaFile(path: string, where: string, readFile: ReadTextFile): string {
  const text = readNamedFile(path, where, readFile);
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0)
    throw new SettingsError(`${where}: ${path} holds no certificate in PEM (BEGIN CERTIFICATE).`);
  blocks.forEach((block, index) => {
    try {
      new X509Certificate(block);
    } catch {
      throw new SettingsError(`${where}: certificate ${index + 1} in ${path} can’t be read.`);
    }
  });
  return blocks.join('\n');
}
