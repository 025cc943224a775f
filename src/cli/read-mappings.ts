import { isObject, member, readPastedText, stringsIn, valueAt, type JsonObject } from '#domain/json';
import { dataStreamAround, settingsBeside, templateAround } from '#domain/template';
import { InputError } from './errors.ts';
import { nameOf, pastedIn, readText } from './input.ts';
import { printable, type Terminal } from './terminal.ts';

/** Mappings, and what a template has beside them. */
export interface ReadMappings {
  readonly mappings: JsonObject;
  readonly settings?: JsonObject;
  /** Of an index template that makes data streams. */
  readonly dataStream?: JsonObject;
  /** The component templates of an index template, whose parts are not included; absent where there are none. */
  readonly composedOf?: readonly string[];
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
  const composedOf = stringsIn(member(templateAround(body, mappingsAt) ?? {}, 'composed_of'));
  if (composedOf.length > 0) terminal.err(`${printable(`${name}: ${leftOut(composedOf)}`)}\n`);
  return {
    mappings,
    ...(settings !== undefined && { settings }),
    ...(dataStream !== undefined && { dataStream }),
    ...(composedOf.length > 0 && { composedOf }),
  };
}

function leftOut(names: readonly string[]): string {
  return names.length === 1
    ? `the component template ${names.join()} is not included`
    : `the component templates ${names.join(', ')} are not included`;
}
