import { errorText, JsonTextError, type ReadNotice } from '#domain/json';
import { LogFaultError } from '#domain/log';
import { NotADraftError } from './import-draft.ts';

/** A fault in words: what happened, and where. */
export interface DescribedFault {
  readonly title: string;
  readonly text: string;
}

/** Says why a text was refused. Errors that are none of the text are described by their own message. */
export function describeFault(error: unknown, fileName: string | null): DescribedFault {
  const what = fileName ?? 'The pasted text';
  if (error instanceof JsonTextError) {
    return {
      title: `${what} is not valid JSON`,
      text: `Line ${error.line}, column ${error.column}: ${error.reason}.`,
    };
  }
  if (error instanceof LogFaultError) {
    return { title: `${what} is a damaged log`, text: `Line ${error.position}: ${error.reason}.` };
  }
  if (error instanceof NotADraftError) return { title: `${what} can’t become a draft`, text: error.message };
  return { title: `${what} could not be loaded`, text: errorText(error) };
}

/** Lists the decimals that lost precision. */
export function describeNotices(notices: readonly ReadNotice[], shown = 3): string {
  const lines = notices
    .slice(0, shown)
    .map(({ line, column, literal, readAs }) => `Line ${line}, column ${column}: ${literal} was read as ${readAs}`);
  if (notices.length > shown) lines.push(`and ${notices.length - shown} more`);
  return lines.join('\n');
}
