/** RFC 4648, without the digits that look like letters. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Random bytes of a recovery code: 160 bits can't be guessed from their digest. */
export const RECOVERY_BYTES = 20;
const BITS = 5;
const GROUP = 4;

/** The author whom a recovery code restores, and the secret of which a server keeps the digest. */
export interface RecoveryCode {
  readonly author: string;
  readonly secret: string;
}

/** A recovery code of an author, of {@link RECOVERY_BYTES} random bytes. */
export function recoveryCode(author: string, bytes: Uint8Array): RecoveryCode {
  let secret = '';
  let [held, count] = [0, 0];
  for (const byte of bytes) {
    held = held * 256 + byte;
    count += 8;
    while (count >= BITS) {
      count -= BITS;
      const digit = Math.floor(held / 2 ** count);
      secret += ALPHABET[digit] ?? '';
      held -= digit * 2 ** count;
    }
  }
  return { author, secret };
}

/** As a person keeps it: the author, a dot, and the secret in groups. */
export function formatRecoveryCode({ author, secret }: RecoveryCode): string {
  return `${author}.${(secret.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-')}`;
}

/** Null where a text is no recovery code. Spaces, and the case of the secret, don't matter. */
export function parseRecoveryCode(text: string): RecoveryCode | null {
  const trimmed = text.trim();
  const dot = trimmed.lastIndexOf('.');
  const secret = trimmed
    .slice(dot + 1)
    .replaceAll(/[\s-]/g, '')
    .toUpperCase();
  const length = Math.ceil((RECOVERY_BYTES * 8) / BITS);
  const isSecret = secret.length === length && [...secret].every((digit) => ALPHABET.includes(digit));
  return dot > 0 && isSecret ? { author: trimmed.slice(0, dot), secret } : null;
}
