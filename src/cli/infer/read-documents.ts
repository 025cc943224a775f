import Papa from 'papaparse';
import { DocumentReader, INPUT_FORMS, InputFaultError, type CutListener, type InputForm } from '#domain/infer';
import { InputError, UsageError } from '../errors.ts';
import { bytesOf, nameOf } from '../input.ts';
import { progressOf, type Terminal } from '../terminal.ts';

export const FORMAT_NAMES = Object.keys(INPUT_FORMS);

/** What `--format` takes. @throws UsageError */
export function readFormat(name: string | undefined): InputForm | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(INPUT_FORMS, name)) return INPUT_FORMS[name as keyof typeof INPUT_FORMS];
  throw new UsageError(`--format takes ${FORMAT_NAMES.join(', ')}, not "${name}".`);
}

/**
 * Gives every document of a file or of standard input to a listener, without holding more than one.
 * @throws InputError where nothing of it can be read
 */
export async function readDocuments(
  terminal: Terminal,
  file: string,
  {
    form,
    label,
    onChunk,
  }: { readonly form: InputForm | undefined; readonly label: string; readonly onChunk?: () => boolean },
  listener: CutListener,
): Promise<void> {
  const progress = progressOf(terminal, `${label} ${nameOf(file)}`, 'MB');
  const reader = new DocumentReader({ name: file, form, parseCsv: Papa.parse }, listener);
  let bytes = 0;
  try {
    for await (const chunk of bytesOf(terminal, file)) {
      reader.push(chunk);
      bytes += chunk.length;
      progress.at(Math.floor(bytes / 1_000_000));
      if (onChunk?.() === false) return;
    }
    reader.end();
  } catch (error) {
    if (error instanceof InputFaultError) throw new InputError(nameOf(file), error.reason, error.line);
    throw error;
  } finally {
    progress.done();
  }
}
