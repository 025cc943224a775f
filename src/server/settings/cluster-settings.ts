import type { Credentials } from '../cluster/credentials.ts';
import type { TlsVerification } from '../cluster/remote-cluster.ts';

/** One real cluster, as flags or a file name it. */
export interface ClusterSettings {
  readonly id: string;
  readonly label: string;
  /** Without credentials. */
  readonly url: string;
  readonly credentials?: Credentials;
  /** PEM. */
  readonly ca?: string;
  readonly tlsVerification?: TlsVerification;
  readonly requestTimeoutMs?: number;
  /** The fuzz lab may create, change and delete what it likes on it. */
  readonly isScratch?: true;
}

/** The id of the embedded engine. */
export const SANDBOX_ID = 'sandbox';

/**
 * What is wrong with the command line, the environment or a file that they name; the message is for whoever starts the
 * server.
 */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** How files are read: the text, or throws as `readFileSync` does. */
export type ReadTextFile = (path: string) => string;

const ID = /^[a-z0-9_-]{1,64}$/;

/** @throws SettingsError */
export function checkId(id: string, where: string): string {
  if (!ID.test(id))
    throw new SettingsError(`${where}: the id of a cluster is 1 to 64 of a-z, 0-9, _ and -, not "${id}".`);
  if (id === SANDBOX_ID)
    throw new SettingsError(`${where}: "${SANDBOX_ID}" is the id of the embedded engine. Choose another.`);
  return id;
}

/**
 * The URL of a cluster without its credentials, and these apart. Errors never repeat the URL: it may hold a password.
 * @throws SettingsError
 */
export function readClusterUrl(text: string, where: string): { url: string; username?: string; password?: string } {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new SettingsError(`${where}: that is no URL. Write it as https://search.example.org:9200.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new SettingsError(`${where}: the URL of a cluster begins with http:// or https://.`);
  if (url.search !== '' || url.hash !== '')
    throw new SettingsError(`${where}: the URL of a cluster has no query (?) and no fragment (#).`);
  const [username, password] = [url.username, url.password].map((part) => decode(part, where));
  url.username = '';
  url.password = '';
  return { url: url.href, ...(username && { username }), ...(password && { password }) };
}

function decode(text: string, where: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new SettingsError(
      `${where}: the user name and the password in the URL must be percent-encoded: write a % as %25.`,
    );
  }
}

/** The text of a file that holds a secret or a certificate. @throws SettingsError */
export function readNamedFile(path: string, where: string, readFile: ReadTextFile): string {
  try {
    return readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const why =
      { ENOENT: 'there is no such file', EACCES: 'this user may not read it', EISDIR: 'it is a folder' }[code] ??
      (code || 'it can’t be read');
    throw new SettingsError(`${where}: ${path}: ${why}.`);
  }
}

/** Seconds, as an option gives them. @throws SettingsError */
export function readTimeout(seconds: number, where: string): number {
  if (!(seconds >= 1 && seconds <= 3_600)) throw new SettingsError(`${where}: a timeout is 1 to 3600 seconds.`);
  return seconds * 1_000;
}
