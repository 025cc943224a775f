import { isOnlyUnknown, type Verification } from '#domain/proof';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** What a command that verified a trail ends with. */
export function exitCodeOf(result: Verification): ExitCode {
  if (result.ok) return EXIT.fine;
  return isOnlyUnknown(result) ? EXIT.unknown : EXIT.wrong;
}
