import { isReadOnlySetting } from '../console/index-settings.ts';
import { isMappingsKey } from '../catalogue/configuration.ts';
import { valueAt } from '../json/patch.ts';
import type { PastedValue } from '../json/pasted-text.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import {
  copyMember,
  isArray,
  isObject,
  member,
  objectMember,
  pickMembers,
  setMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { besideSettings, isBodyKey, locateMappings, type MappingsPlace } from './locate.ts';
import { sendableTemplate } from './same-template.ts';

/** A mapping or a template in a pasted text. */
export interface PastedBody {
  /** The name of the index or template, where the text has it. */
  readonly name?: string;
  /** The body as an engine accepts it, without read-only members. */
  readonly body: JsonObject;
  readonly place: MappingsPlace;
  /** The place of the body in the pasted value. */
  readonly at: Pointer;
  readonly pasted: PastedValue;
  /** Read-only members that were left out, as dotted paths. */
  readonly readOnly: readonly string[];
}

/** A text that is JSON, but holds neither a mapping nor a template. */
export class NoMappingsError extends Error {
  override readonly name = 'NoMappingsError';
}

/**
 * The mappings and templates in the values of a pasted text; at least one. A value is a body, or the response of an
 * engine about one or several indices or templates.
 * @throws NoMappingsError
 */
export function pastedBodies(values: readonly PastedValue[]): readonly PastedBody[] {
  return values.flatMap((pasted) =>
    foundIn(pasted).map(({ name, at, body: found, place }) => {
      const { body, readOnly } = withoutReadOnly(found, place);
      return { ...(name !== undefined && { name }), body, place, at, pasted, readOnly };
    }),
  );
}

/** What was left out of a pasted body, in words; null where nothing was. */
export function describeLeftOut({ readOnly, pasted: { comments, request } }: PastedBody): string | null {
  const parts = [
    ...(comments === 0 ? [] : [comments === 1 ? '1 comment' : `${comments.toLocaleString('en')} comments`]),
    ...(request === undefined ? [] : [`the request line “${request}”`]),
    ...(readOnly.length === 0 ? [] : [`read-only ${readOnly.join(', ')}`]),
  ];
  return parts.length === 0 ? null : `Left out: ${parts.join('; ')}.`;
}

type Found = Pick<PastedBody, 'name' | 'body' | 'place' | 'at'>;

function foundIn({ value, request }: PastedValue): readonly Found[] {
  if (!isObject(value)) {
    const what = isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
    throw new NoMappingsError(`A mapping or template must be a JSON object; this is ${what}.`);
  }
  const found = inLists(value) ?? inWrapper(value, '') ?? inResponse(value);
  if (found !== null) return found;
  const { name, resource } = targetOf(request);
  const wrapper = WRAPPERS.find((key) => resource === `_${key}`);
  const place =
    wrapper !== undefined
      ? wrappedPlace(wrapper, value)
      : resource === '_template'
        ? besideSettings('legacy template', value)
        : locateMappings(value);
  assertMappings(value, place);
  return [{ ...(name !== undefined && { name }), body: value, place, at: '' }];
}

/** The target of a request line: of `PUT /_index_template/logs?create`, the name `logs` and `_index_template`. */
function targetOf(request: string | undefined): { readonly name?: string; readonly resource?: string } {
  const path = request?.replace(/^\S+\s+/, '').replace(/[?#].*$/, '') ?? '';
  const [first = '', second = ''] = path.split('/').filter((segment) => segment !== '');
  const [name, resource] = first.startsWith('_') ? [second, first] : [first, undefined];
  return { ...(name !== '' && { name: decoded(name) }), ...(resource !== undefined && { resource }) };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const WRAPPERS = ['index_template', 'component_template'] as const;

/** The response about several templates: `{"index_templates": [{"name": …, "index_template": …}]}`. */
function inLists(value: JsonObject): readonly Found[] | null {
  const lists = WRAPPERS.map((wrapper) => `${wrapper}s`).filter((key) => isArray(member(value, key)));
  if (lists.length === 0) return null;
  const found = lists.flatMap((key) =>
    (value[key] as readonly JsonValue[]).flatMap((item, index) =>
      isObject(item) ? (inWrapper(item, joinPointer('', key, String(index))) ?? []) : [],
    ),
  );
  if (found.length > 0) return found;
  throw new NoMappingsError(`There are no templates in the list “${lists.join('” and “')}”. ${EXPECTED}`);
}

/** A template with its name: `{"name": …, "index_template": …}`. The wrapper tells its kind. */
function inWrapper(item: JsonObject, at: Pointer): readonly Found[] | null {
  const wrapper = WRAPPERS.find((key) => objectMember(item, key) !== undefined);
  const body = wrapper && objectMember(item, wrapper);
  if (wrapper === undefined || body === undefined) return null;
  const name = member(item, 'name');
  return [
    {
      ...(typeof name === 'string' && { name }),
      body,
      place: wrappedPlace(wrapper, body),
      at: joinPointer(at, wrapper),
    },
  ];
}

/** The place in a template of this kind, whatever its members are. */
function wrappedPlace(wrapper: (typeof WRAPPERS)[number], body: JsonObject): MappingsPlace {
  const { mappingsAt, ...place } = locateMappings({ [wrapper]: body });
  return { ...place, mappingsAt: mappingsAt.slice(joinPointer('', wrapper).length) };
}

/** The response about indices or legacy templates, by their names: `{"orders": {"mappings": …}}`. */
function inResponse(value: JsonObject): readonly Found[] | null {
  const entries = Object.entries(value);
  const bodies = entries.flatMap(([name, body]) =>
    isObject(body) && objectMember(body, 'mappings') !== undefined ? [{ name, body }] : [],
  );
  if (bodies.length === 0 || bodies.length < entries.length || bodies.every(({ name }) => isBodyKey(name))) return null;
  return bodies.map(({ name, body }) => {
    const isTemplate = ['index_patterns', 'order', 'template'].some((key) => Object.hasOwn(body, key));
    const place = besideSettings(isTemplate ? 'legacy template' : 'mappings', body);
    return { name, body, place, at: joinPointer('', name) };
  });
}

const EXPECTED =
  'Expected a mappings object with “properties”, the body of an index or template, or the response of GET _mapping, GET _index_template or GET _component_template.';
const MAX_NAMED_KEYS = 5;

function assertMappings(value: JsonObject, { kind, mappingsAt, type, types }: MappingsPlace): void {
  if (kind !== 'mappings' || type !== undefined || types !== undefined) return;
  const keys = Object.keys(value);
  const isFound =
    mappingsAt === '' ? keys.length === 0 || keys.some(isMappingsKey) : valueAt(value, mappingsAt) !== undefined;
  if (isFound) return;
  const named = keys.slice(0, MAX_NAMED_KEYS).map((key) => `“${key}”`);
  const more = keys.length - named.length;
  throw new NoMappingsError(
    `There are no mappings in it: it has ${named.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en')} more keys` : ''}. ${EXPECTED}`,
  );
}

function withoutReadOnly(body: JsonObject, { kind, mappingsAt }: MappingsPlace): Pick<PastedBody, 'body' | 'readOnly'> {
  const sendable = kind === 'mappings' ? body : sendableTemplate(body);
  const readOnly = Object.keys(body).filter((name) => !Object.hasOwn(sendable, name));
  // An index names its data stream, and a simulated template the overlapping ones.
  const isOfResponse = (name: string, value: JsonValue) =>
    kind === 'mappings'
      ? name === 'data_stream' && typeof value === 'string'
      : name === 'overlapping' && isArray(value);
  readOnly.push(...Object.keys(sendable).filter((name) => isOfResponse(name, sendable[name] as JsonValue)));
  const settings = kind === 'mappings' && mappingsAt !== '' ? objectMember(body, 'settings') : undefined;
  const writable = settings && writableSettings(settings, [], readOnly);
  if (readOnly.length === 0) return { body, readOnly };
  const result: MutableJsonObject = pickMembers(sendable, (name, value) => !isOfResponse(name, value));
  if (writable !== undefined) setMember(result, 'settings', writable);
  return { body: result, readOnly };
}

/** The settings without read-only ones, whose names are added to a list, and without groups that are empty then. */
function writableSettings(settings: JsonObject, path: readonly string[], readOnly: string[]): JsonObject {
  const result: MutableJsonObject = {};
  for (const [key, value] of Object.entries(settings)) {
    const name = [...path, key];
    const isGroup = isObject(value) && Object.keys(value).length > 0;
    if (!isGroup && isReadOnlySetting(name.join('.'))) readOnly.push(`settings.${name.join('.')}`);
    else if (!isGroup) copyMember(result, key, settings);
    else {
      const inner = writableSettings(value, name, readOnly);
      if (Object.keys(inner).length > 0) setMember(result, key, inner);
    }
  }
  return result;
}
