import { createHash } from 'node:crypto';

/** What `printf %s "$text" | sha256sum` prints, by another implementation than the domain's. */
export function sha256sum(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
