import { isObject, readPastedText, valueAt, type JsonObject } from '#domain/json';
import { dataStreamAround, settingsBeside } from '#domain/template';
import { InputError } from './errors.ts';
import { nameOf, pastedIn, readText } from './input.ts';
import type { Terminal } from './terminal.ts';

/** Mappings, and what a template has beside them. */
export interface ReadMappings {
  readonly mappings: JsonObject;
  readonly settings?: JsonObject;
  /** Of an index template that makes data streams. */
  readonly dataStream?: JsonObject;
}

/** The mappings in a file: a mapping, a template, or the response of an engine. @throws InputError */
export async function readMappings(terminal: Terminal, file: string): Promise<ReadMappings> {
  const name = nameOf(file);
  const text = await readText(terminal, file);
  const [found, ...others] = pastedIn(name, () => readPastedText(text));
  if (others.length > 0)
    throw new InputError(name, `it has ${others.length + 1} mappings or templates; one is expected`);
  const { body, place } = found;
  const { mappingsAt, types } = place;
  if (types !== undefined) throw new InputError(name, `it has the mappings of ${types.length} types`);
  const mappings = valueAt(body, mappingsAt);
  if (mappings === undefined) throw new InputError(name, `the ${place.kind} has no mappings`);
  if (!isObject(mappings)) throw new InputError(name, 'the mappings are not a JSON object');
  const settings = settingsBeside(body, mappingsAt);
  const dataStream = dataStreamAround(body, mappingsAt);
  return {
    mappings,
    ...(settings !== undefined && { settings }),
    ...(dataStream !== undefined && { dataStream }),
  };
}
