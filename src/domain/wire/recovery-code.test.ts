import { expect, it } from 'vitest';
import { formatRecoveryCode, parseRecoveryCode, recoveryCode, RECOVERY_BYTES } from './recovery-code.ts';

const bytes = Uint8Array.from({ length: RECOVERY_BYTES }, (_, index) => (index * 37) % 256);

it('has all bits of its bytes, in groups that a person can copy', () => {
  const code = recoveryCode('01J.ada', bytes);
  expect(formatRecoveryCode(code)).toBe('01J.ada.AASU-U34U-XHPA-GKCN-OKL3-ZYIG-FNIH-LGV7');
  const other = recoveryCode('01J.ada', bytes.with(RECOVERY_BYTES - 1, 1));
  expect(other.secret.slice(0, 30)).toBe(code.secret.slice(0, 30));
  expect(other.secret).not.toBe(code.secret);
});

it('parses what it formats, however it was typed', () => {
  const code = recoveryCode('01J.ada', bytes);
  const text = formatRecoveryCode(code);
  expect(parseRecoveryCode(text)).toEqual(code);
  expect(
    parseRecoveryCode(`  ${text.replace(/[^.]*$/, (secret) => secret.toLowerCase().replaceAll('-', ' '))}\n`),
  ).toEqual(code);
  for (const wrong of ['', 'ada', text.slice(0, -1), text.replace('AASU', 'A0SU'), text.slice('01J.ada'.length)])
    expect(parseRecoveryCode(wrong)).toBeNull();
});
