import { createHash } from 'node:crypto';

/** The secret of a device of tests, the same for the same name. */
export function deviceSecret(name = 'device'): string {
  return createHash('sha256').update(name).digest('base64url');
}
