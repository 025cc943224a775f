import { JsonTextError } from '#domain/json';
import { errorWords } from '../platform/error-words.ts';
import { LogFaultError } from '#domain/log';
import { NotADraftError } from './import-draft.ts';

/** A fault in words: what happened, and where. */
export interface DescribedFault {
  readonly title: string;
  readonly text: string;
}

/** Describes why text was refused. Errors from elsewhere are described by their own message. */
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
  if (error instanceof NotADraftError) return { title: `${what} can’t be loaded`, text: error.message };
  return { title: `${what} could not be loaded`, text: errorWords(error) };
}
