/** What a cluster knows its users by. Lives in the memory of the server alone. */
export type Credentials =
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  /** As the engine gives it out: encoded, or `id:key`. */
  | { readonly kind: 'api_key'; readonly key: string }
  | { readonly kind: 'bearer'; readonly token: string };

/** Shorter secrets are left in a text: taking out each "ab" would hide no secret and spoil the text. */
const SHORTEST_REDACTED = 4;

/** The `Authorization` header that says them. */
export function authorizationOf(credentials: Credentials): string {
  switch (credentials.kind) {
    case 'basic':
      return `Basic ${base64(`${credentials.username}:${credentials.password}`)}`;
    case 'api_key':
      return `ApiKey ${credentials.key.includes(':') ? base64(credentials.key) : credentials.key}`;
    case 'bearer':
      return `Bearer ${credentials.token}`;
  }
}

/** Why a header can't say them, where it can't. */
export function credentialsFault(credentials: Credentials): string | undefined {
  if (credentials.kind === 'basic') {
    if (credentials.username === '') return 'The user name is empty.';
    return credentials.username.includes(':') ? 'A user name can’t hold a colon.' : undefined;
  }
  const [what, text] =
    credentials.kind === 'api_key' ? ['API key', credentials.key] : ['bearer token', credentials.token];
  return /^[\x21-\x7e]+$/.test(text)
    ? undefined
    : `The ${what} is empty, or holds characters that no ${what} has, such as spaces.`;
}

/** Takes the secrets out of a text that came from elsewhere and might repeat them. */
export function redactorOf(credentials: Credentials | undefined): (text: string) => string {
  if (credentials === undefined) return (text) => text;
  const [, sent = ''] = authorizationOf(credentials).split(' ');
  const own =
    credentials.kind === 'basic'
      ? credentials.password
      : credentials.kind === 'api_key'
        ? credentials.key
        : credentials.token;
  const parts = credentials.kind === 'api_key' ? own.split(':').slice(1) : [];
  const secrets = [sent, own, ...parts].filter((secret) => secret.length >= SHORTEST_REDACTED);
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, '[redacted]'), text);
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
