import { isObject, valueAt, type JsonObject } from '#domain/json';
import { locateMappings, settingsBeside } from '#domain/template';
import { InputError } from './errors.ts';
import { jsonIn, nameOf, readText } from './input.ts';
import type { Terminal } from './terminal.ts';

/** Mappings, and the settings beside them where there are any. */
export interface ReadMappings {
  readonly mappings: JsonObject;
  readonly settings?: JsonObject;
}

/** The mappings in a file: a mapping, a template, or the response of an engine. @throws InputError */
export async function readMappings(terminal: Terminal, file: string): Promise<ReadMappings> {
  const name = nameOf(file);
  const body = jsonIn(name, await readText(terminal, file));
  if (!isObject(body)) throw new InputError(name, 'a mapping is a JSON object');
  const { mappingsAt, types } = locateMappings(body);
  if (types !== undefined) throw new InputError(name, `it has the mappings of ${types.length} types`);
  const mappings = valueAt(body, mappingsAt) ?? {};
  if (!isObject(mappings)) throw new InputError(name, 'the mappings are not a JSON object');
  const settings = settingsBeside(body, mappingsAt);
  return { mappings, ...(settings !== undefined && { settings }) };
}
