import type { Database } from './database.ts';

const SECRET_BYTES = 32;

/**
 * The secret by which the authors of this device are proved to our server, made when it is first asked for; all tabs
 * get the same. It leaves the device in a header alone: never in a record, an export, a log or an address.
 * `crypto.getRandomValues` is there on pages that came over plain HTTP, too.
 */
export async function deviceSecret(database: Database): Promise<string> {
  return database.transact(['device'], 'readwrite', async (transaction) => {
    const store = transaction.objectStore('device');
    const kept = await store.get('secret');
    if (typeof kept === 'string') return kept;
    const made = newSecret();
    await store.add(made, 'secret');
    return made;
  });
}

/** One that is kept nowhere. */
export function newSecret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
