import type { ActionOutcome, Settlement } from '#domain/action';
import {
  deepEqual,
  isObject,
  JsonTextError,
  member,
  objectMember,
  parseJson,
  type JsonObject,
  type JsonValue,
} from '#domain/json';
import { flatSettings } from '#domain/console';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import type { LoggedAction } from '../console/action-log.ts';
import { readObject } from '../console/read-object.ts';
import { REDACTED } from './redaction.ts';

/** What the cluster shows of an action. */
export type Found = Omit<Settlement, 'at'>;

type LookUp = (action: LoggedAction, gateway: ClusterGateway) => Promise<Found>;

/** What the cluster has of what an action wanted. @throws ClusterError where it does not say */
export function lookUp(action: LoggedAction, gateway: ClusterGateway): Promise<Found> {
  const look = Object.hasOwn(LOOK_UPS, action.route) ? LOOK_UPS[action.route] : undefined;
  return look === undefined ? Promise.resolve(TRACELESS) : look(action, gateway);
}

const TRACELESS: Found = { found: 'unknown', note: 'Nothing on the cluster shows whether this was done.' };
const OF_A_PLAN: Found = { found: 'unknown', note: 'The plan shows how far it got.' };
const INCOMPLETE: Found = {
  found: 'unknown',
  note: 'The recorded request is cut or redacted, so it can’t be compared with the cluster.',
};
const OTHERWISE: Found = {
  found: 'unknown',
  note: 'The cluster has something else than was asked for. It may have been changed since.',
};

/** By the name of the route; the rest leaves no trace that can be compared. */
const LOOK_UPS: Readonly<Record<string, LookUp>> = {
  'indices.create': (action, gateway) => created(action, gateway, indexOf, 'Index'),
  'indices.delete': (action, gateway) => deleted(action, gateway, indexOf, 'Index'),
  'indices.close': (action, gateway) => stateIs(action, gateway, 'close'),
  'indices.open': (action, gateway) => stateIs(action, gateway, 'open'),
  'settings.update': settingsAreSet,
  'blocks.update': blockIsSet,
  'mapping.update': mappingHas,
  'aliases.update': aliasesAre,
  'all_aliases.update': aliasesAre,
  'data_streams.create': (action, gateway) => created(action, gateway, dataStreamOf, 'Data stream'),
  'data_streams.delete': (action, gateway) => deleted(action, gateway, dataStreamOf, 'Data stream'),
  'resize.run': resized,
  'index_templates.create': (action, gateway) => written(action, gateway, indexTemplateOf),
  'index_templates.update': (action, gateway) => written(action, gateway, indexTemplateOf),
  'index_templates.delete': (action, gateway) => deleted(action, gateway, indexTemplateOf, 'Template'),
  'component_templates.create': (action, gateway) => written(action, gateway, componentTemplateOf),
  'component_templates.update': (action, gateway) => written(action, gateway, componentTemplateOf),
  'component_templates.delete': (action, gateway) =>
    deleted(action, gateway, componentTemplateOf, 'Component template'),
  ...Object.fromEntries(
    ['create', 'approve', 'resume', 'cancel', 'undo'].map((act): [string, LookUp] => [
      `plans.${act}`,
      () => Promise.resolve(OF_A_PLAN),
    ]),
  ),
};

/** A thing on the cluster: its definition, and since when it exists where that is known; null where there is none. */
interface Thing {
  readonly body: JsonObject;
  readonly createdAtMs?: number;
}
type ReadThing = (gateway: ClusterGateway, name: string) => Promise<Thing | null>;

/** How far the clocks of this server and of the cluster may be apart, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

async function created(
  { names: [name = ''], at }: LoggedAction,
  gateway: ClusterGateway,
  readThing: ReadThing,
  noun: string,
): Promise<Found> {
  const thing = await readThing(gateway, name);
  if (thing === null) return { found: 'failed', note: `${noun} "${name}" does not exist.` };
  const { createdAtMs } = thing;
  if (createdAtMs !== undefined && createdAtMs < Date.parse(at) - CLOCK_SKEW_MS)
    return { found: 'failed', note: `${noun} "${name}" is older than this action.` };
  return { found: 'done', note: `${noun} "${name}" exists.` };
}

async function deleted(
  { names, at }: LoggedAction,
  gateway: ClusterGateway,
  readThing: ReadThing,
  noun: string,
): Promise<Found> {
  return each(names, async (name) => {
    const thing = await readThing(gateway, name);
    if (thing === null) return { found: 'done', note: `${noun} "${name}" does not exist.` };
    const { createdAtMs } = thing;
    if (createdAtMs !== undefined && createdAtMs > Date.parse(at) + CLOCK_SKEW_MS)
      return { found: 'done', note: `${noun} "${name}" is newer than this action.` };
    return { found: 'failed', note: `${noun} "${name}" still exists.` };
  });
}

async function stateIs({ names }: LoggedAction, gateway: ClusterGateway, wanted: 'open' | 'close'): Promise<Found> {
  return each(names, async (name) => {
    const rows = await readArray(gateway, {
      method: 'GET',
      path: ['_cat', 'indices', name],
      query: { format: 'json', h: 'index,status', expand_wildcards: 'all' },
    });
    const row = rows?.find((each) => isObject(each) && member(each, 'index') === name);
    if (!isObject(row)) return { found: 'unknown', note: `Index "${name}" does not exist.` };
    const status = member(row, 'status');
    const word = status === 'close' ? 'closed' : 'open';
    return { found: status === wanted ? 'done' : 'failed', note: `Index "${name}" is ${word}.` };
  });
}

async function settingsAreSet(action: LoggedAction, gateway: ClusterGateway): Promise<Found> {
  const body = bodyOf(action);
  const name = action.names[0] ?? '';
  if (body === undefined) return INCOMPLETE;
  const settings = await settingsOf(gateway, name);
  if (settings === null) return { found: 'unknown', note: `Index "${name}" does not exist.` };
  return compared(
    Object.entries(flatSettings(body)).map(([key, value]) => {
      const has = member(settings, key);
      return value === null ? has === undefined : has !== undefined && textOf(has) === textOf(value);
    }),
    `settings of index "${name}"`,
  );
}

async function blockIsSet(action: LoggedAction, gateway: ClusterGateway): Promise<Found> {
  const body = bodyOf(action);
  const block = body === undefined ? undefined : member(body, 'block');
  const name = action.names[0] ?? '';
  if (body === undefined || typeof block !== 'string') return INCOMPLETE;
  const settings = await settingsOf(gateway, name);
  if (settings === null) return { found: 'unknown', note: `Index "${name}" does not exist.` };
  const isOn = textOf(member(settings, `index.blocks.${block}`) ?? false) === 'true';
  return {
    found: isOn === (member(body, 'isOn') === true) ? 'done' : 'failed',
    note: `The block "${block}" of index "${name}" is ${isOn ? 'on' : 'off'}.`,
  };
}

async function mappingHas(action: LoggedAction, gateway: ClusterGateway): Promise<Found> {
  const body = bodyOf(action);
  const name = action.names[0] ?? '';
  if (body === undefined) return INCOMPLETE;
  const response = await readOrNull(gateway, { method: 'GET', path: [name, '_mapping'] });
  const mappings = objectMember(objectMember(response ?? {}, name) ?? {}, 'mappings');
  if (mappings === undefined) return { found: 'unknown', note: `Index "${name}" does not exist.` };
  return compared(
    Object.entries(body).flatMap(([key, value]) => {
      const has = member(mappings, key);
      if (key !== 'properties' || !isObject(value)) return [contains(has, value)];
      return Object.entries(value).map(([field, definition]) =>
        contains(isObject(has) ? member(has, field) : undefined, definition),
      );
    }),
    `mapping of index "${name}"`,
  );
}

async function aliasesAre(action: LoggedAction, gateway: ClusterGateway): Promise<Found> {
  const actions = member(bodyOf(action) ?? {}, 'actions');
  if (!Array.isArray(actions)) return INCOMPLETE;
  const matches: boolean[] = [];
  for (const given of actions as readonly JsonValue[]) {
    if (!isObject(given)) return INCOMPLETE;
    const [add, remove] = [objectMember(given, 'add'), objectMember(given, 'remove')];
    const [alias, index] = [member(add ?? remove ?? {}, 'alias'), member(given, 'index') ?? action.names[0]];
    if (typeof alias !== 'string' || typeof index !== 'string') return OTHERWISE;
    const response = await readOrNull(gateway, { method: 'GET', path: [index, '_alias'] });
    const has = objectMember(objectMember(response ?? {}, index) ?? {}, 'aliases') ?? {};
    matches.push(Object.hasOwn(has, alias) === (add !== undefined));
  }
  return compared(matches, 'aliases');
}

async function resized(action: LoggedAction, gateway: ClusterGateway): Promise<Found> {
  const target = member(bodyOf(action) ?? {}, 'target');
  if (typeof target !== 'string') return INCOMPLETE;
  return created({ ...action, names: [target] }, gateway, indexOf, 'Index');
}

/** Members of a template that engines give back as they were sent. */
const KEPT_AS_SENT = ['index_patterns', 'priority', 'order', 'version', 'composed_of', '_meta'];

async function written(action: LoggedAction, gateway: ClusterGateway, readThing: ReadThing): Promise<Found> {
  const body = bodyOf(action);
  const [name = ''] = action.names;
  const thing = await readThing(gateway, name);
  if (thing === null) return { found: 'failed', note: `Template "${name}" does not exist.` };
  if (body === undefined) return INCOMPLETE;
  const template = objectMember(body, 'template') ?? body;
  const has = objectMember(thing.body, 'template') ?? thing.body;
  const kept = KEPT_AS_SENT.filter((key) => Object.hasOwn(body, key));
  const isKept = kept.every((key) => deepEqual(member(thing.body, key), member(body, key)));
  const isMapped = contains(member(has, 'mappings'), member(template, 'mappings') ?? {});
  return isKept && isMapped
    ? { found: 'done', note: `Template "${name}" is as it was sent, as far as it can be compared.` }
    : OTHERWISE;
}

const indexOf: ReadThing = async (gateway, name) => {
  const settings = await settingsOf(gateway, name);
  if (settings === null) return null;
  const createdAtMs = Number(member(settings, 'index.creation_date'));
  return { body: settings, ...(Number.isFinite(createdAtMs) && { createdAtMs }) };
};

const dataStreamOf: ReadThing = async (gateway, name) => {
  const response = await readOrNull(gateway, { method: 'GET', path: ['_data_stream', name] });
  return firstIn(response, 'data_streams', (body) => body);
};

const indexTemplateOf: ReadThing = async (gateway, name) => {
  const composable = await readOrNull(gateway, { method: 'GET', path: ['_index_template', name] });
  const found = firstIn(composable, 'index_templates', (each) => objectMember(each, 'index_template'));
  if (found !== null) return found;
  // The log calls a legacy one so where both were named.
  const legacy = await readOrNull(gateway, { method: 'GET', path: ['_template', name.replace(/ \(legacy\)$/, '')] });
  const body = objectMember(legacy ?? {}, name);
  return body === undefined ? null : { body };
};

const componentTemplateOf: ReadThing = async (gateway, name) => {
  const response = await readOrNull(gateway, { method: 'GET', path: ['_component_template', name] });
  return firstIn(response, 'component_templates', (each) => objectMember(each, 'component_template'));
};

function firstIn(
  response: JsonObject | null,
  list: string,
  bodyIn: (item: JsonObject) => JsonObject | undefined,
): Thing | null {
  const items = member(response ?? {}, list);
  const first: unknown = Array.isArray(items) ? items[0] : undefined;
  const body = isObject(first) ? bodyIn(first) : undefined;
  return body === undefined ? null : { body };
}

/** Flat; null where there is no index of that very name. */
async function settingsOf(gateway: ClusterGateway, name: string): Promise<JsonObject | null> {
  const response = await readOrNull(gateway, {
    method: 'GET',
    path: [name, '_settings'],
    query: { flat_settings: true, expand_wildcards: 'all' },
  });
  return objectMember(objectMember(response ?? {}, name) ?? {}, 'settings') ?? null;
}

/** Null where the cluster says that there is no such thing. */
async function readOrNull(gateway: ClusterGateway, call: ClusterCall): Promise<JsonObject | null> {
  try {
    return await readObject(gateway, call);
  } catch (error) {
    if (error instanceof ClusterError && error.fault === 'refused') return null;
    throw error;
  }
}

async function readArray(gateway: ClusterGateway, call: ClusterCall): Promise<readonly JsonValue[] | null> {
  try {
    const value = parseJson((await gateway.send(call)).body);
    return Array.isArray(value) ? (value as readonly JsonValue[]) : null;
  } catch (error) {
    if (error instanceof ClusterError && error.fault === 'refused') return null;
    throw error;
  }
}

/** How many names are looked at one by one. */
const MAX_NAMES = 100;

/** What holds of several names: done or failed where it is so of all. */
async function each(names: readonly string[], look: (name: string) => Promise<Found>): Promise<Found> {
  if (names.length > MAX_NAMES)
    return { found: 'unknown', note: `It acts on ${names.length} names, too many to look at one by one.` };
  const found: Found[] = [];
  for (const name of names) found.push(await look(name));
  const [first, ...others] = found;
  if (first === undefined) return TRACELESS;
  if (others.length === 0) return first;
  const count = (kind: ActionOutcome['kind']) => found.filter((every) => every.found === kind).length;
  const [done, failed] = [count('done'), count('failed')];
  if (done === found.length) return { found: 'done', note: `Done for all ${found.length}: ${first.note}` };
  if (failed === found.length) return { found: 'failed', note: `Done for none of ${found.length}: ${first.note}` };
  return { found: 'unknown', note: `Done for ${done} of ${found.length}.` };
}

/** An engine takes such a request as a whole or not at all; where some of it is there, others have changed it. */
function compared(matches: readonly boolean[], what: string): Found {
  if (matches.length === 0) return TRACELESS;
  if (matches.every(Boolean))
    return { found: 'done', note: `The ${what} are as they were asked for.`.replace('mapping of', 'fields of') };
  if (!matches.some(Boolean))
    return {
      found: 'failed',
      note: `The ${what} have nothing of what was asked for.`.replace('mapping of', 'fields of'),
    };
  return OTHERWISE;
}

/** Whether a value has all that another one has; what an engine adds does not count, and it writes numbers and booleans as text. */
function contains(has: JsonValue | undefined, wanted: JsonValue): boolean {
  if (!isObject(wanted)) return has !== undefined && (deepEqual(has, wanted) || textOf(has) === textOf(wanted));
  // An object without anything of its own is not always given back.
  if (Object.keys(wanted).length === 0) return true;
  return (
    isObject(has) &&
    Object.entries(wanted).every(([key, value]) =>
      key === 'type' && value === 'object' ? true : contains(member(has, key), value),
    )
  );
}

function textOf(value: JsonValue): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The request as it was, where the log has all of it. */
function bodyOf({ body }: LoggedAction): JsonObject | undefined {
  if (body === undefined || body.length !== undefined || body.text.includes(REDACTED)) return undefined;
  try {
    const value = parseJson(body.text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}
