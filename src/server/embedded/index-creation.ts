import { isObject, member, objectMember, type JsonObject } from '#domain/json';
import { aliasesOfIndex } from '#domain/template';
import { newAliases } from './aliases.ts';
import type { IndexDocument } from './documents.ts';
import { EngineError, illegalArgument } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { checkComposed, checkedMappings, checkSort } from './mapping-check.ts';
import { checkNewIndexName, meantName } from './names.ts';
import { checkSettings, flatten } from './settings.ts';
import { composed, composedLegacy, createsDataStreams, mergeOver, templateFor, type Composed } from './templates.ts';
import { INDEX_VERSION } from './version.ts';

const BODY_MEMBERS = ['settings', 'mappings', 'aliases'];

/** The index that a create call makes, templates and all. @throws EngineError */
export function newIndex(context: EngineContext, expression: string, body: JsonObject): IndexDocument {
  const { state } = context;
  const name = meantName(state, expression);
  checkNewIndexName(state, name);
  for (const key of Object.keys(body)) {
    if (!BODY_MEMBERS.includes(key))
      throw new EngineError(400, 'parse_exception', `unknown key [${key}] for create index`);
    if (!isObject(member(body, key))) throw new EngineError(400, 'parse_exception', `key [${key}] must be an object`);
  }
  checkSettings(flatten(objectMember(body, 'settings') ?? {}));
  const isHidden = member(flatten(objectMember(body, 'settings') ?? {}), 'index.hidden') === 'true';
  const template = templateFor(state, name, isHidden);
  if (template !== undefined && createsDataStreams(template.template)) {
    throw illegalArgument(
      `cannot create index with name [${name}], because it matches with template [${template.name}] that creates data streams only, use create data stream api instead`,
    );
  }
  const parts =
    template === undefined ? composedLegacy(state, name, body) : mergeOver(composed(state, template.template), body);
  return indexOf(context, name, parts, { providedName: expression });
}

interface IndexKind {
  readonly dataStream?: string;
  /** What it is created by, where that has date math. */
  readonly providedName?: string;
}

/** @throws EngineError for settings, mappings or aliases that the engine refuses */
export function indexOf(
  { state, clock, ids }: EngineContext,
  name: string,
  parts: Composed,
  { dataStream, providedName = name }: IndexKind = {},
): IndexDocument {
  checkSettings(parts.settings);
  checkComposed(parts);
  const given = Object.fromEntries(Object.entries(parts.settings).filter(([, value]) => value !== null));
  const mappings = checkedMappings(parts.mappings, given);
  checkSort(mappings, given);
  const uuid = ids.next();
  const settings = {
    'index.routing.allocation.include._tier_preference': dataStream === undefined ? 'data_content' : 'data_hot',
    'index.number_of_shards': '1',
    'index.number_of_replicas': '1',
    ...(dataStream !== undefined && { 'index.hidden': 'true' }),
    ...given,
    'index.provided_name': providedName,
    'index.creation_date': String(Date.parse(clock.now())),
    'index.uuid': uuid,
    'index.version.created': INDEX_VERSION,
  };
  return {
    name,
    uuid,
    state: 'open',
    settings,
    mappings,
    aliases: newAliases(state, name, aliasesOfIndex(parts.aliases, name)),
    figures: { documents: 0, deleted: 0, bytes: 249 * Number(settings['index.number_of_shards']), segments: 0 },
    dataStream: dataStream ?? null,
    isSystem: false,
  };
}
