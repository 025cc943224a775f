import { MAX_PRIMARY_SHARDS, routingShards, type ResizeKind } from '#domain/index-operations';
import { member, objectMember, type JsonObject } from '#domain/json';
import { newAliases } from './aliases.ts';
import { checkBlocks } from './blocks.ts';
import { madeDocuments } from './copied-documents.ts';
import { documentChange } from './document-writes.ts';
import type { IndexDocument } from './documents.ts';
import { EngineError, illegalArgument, noSuchIndex, validationFailed } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { indexClosed } from './index-actions.ts';
import { checkNewIndexName, meantName } from './names.ts';
import type { EngineRequest, Route } from './router.ts';
import { checkSettings, flatten } from './settings.ts';
import type { Change } from './storage.ts';
import { INDEX_VERSION } from './version.ts';

const SHARDS = 'index.number_of_shards';
/** Settings that belong to one index alone, and are never copied. */
const OWN = [
  'index.number_of_replicas',
  'index.auto_expand_replicas',
  'index.uuid',
  'index.creation_date',
  'index.provided_name',
];

/** Indices made of others, by copying their files: clone, shrink and split. */
export function resizeRoutes(context: EngineContext): readonly Route[] {
  const { state, clock, ids } = context;

  function resize(request: EngineRequest, kind: ResizeKind): JsonObject {
    const body = request.anyBody() ?? {};
    const unknown = Object.keys(body).find((key) => key !== 'settings' && key !== 'aliases');
    if (unknown !== undefined)
      throw new EngineError(400, 'x_content_parse_exception', `[1:2] [resize_request] unknown field [${unknown}]`);
    const given = flatten(objectMember(body, 'settings') ?? {});
    checkRequest(kind, given);
    const source = state.indices.get(request.name(0));
    if (source === undefined) throw noSuchIndex(request.name(0));
    checkSettings(given);
    const shards = Number(member(given, SHARDS) ?? (kind === 'shrink' ? 1 : source.settings[SHARDS]));
    checkShards(kind, source, shards);
    const name = meantName(state, request.name(1));
    checkNewIndexName(state, name);
    if (source.state === 'close') throw indexClosed(source);
    checkBlocks([source], 'metadata_read');
    if (source.dataStream !== null && state.dataStreams.get(source.dataStream)?.indices.at(-1) === source.name)
      throw illegalArgument(`cannot resize the write index [${source.name}] for data stream [${source.dataStream}]`);
    if (source.settings['index.blocks.write'] !== 'true')
      throw new EngineError(
        500,
        'illegal_state_exception',
        `index ${source.name} must be read-only to resize index. use "index.blocks.write=true"`,
      );
    const index = resized(source, name, {
      providedName: request.name(1),
      given,
      shards,
      aliases: objectMember(body, 'aliases') ?? {},
    });
    state.commit([{ kind: 'index', name, value: index }, ...copies(source, index)]);
    return { acknowledged: true, shards_acknowledged: true, index: name };
  }

  function resized(
    source: IndexDocument,
    name: string,
    {
      providedName,
      given,
      shards,
      aliases,
    }: { providedName: string; given: JsonObject; shards: number; aliases: JsonObject },
  ): IndexDocument {
    const uuid = ids.next();
    const kept = Object.entries(source.settings).filter(([key]) => !OWN.includes(key) && !Object.hasOwn(given, key));
    const settings = {
      'index.number_of_replicas': '1',
      ...Object.fromEntries(kept),
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
      [SHARDS]: String(shards),
      'index.routing_partition_size': source.settings['index.routing_partition_size'] ?? '1',
      'index.resize.source.name': source.name,
      'index.resize.source.uuid': source.uuid,
      'index.provided_name': providedName,
      'index.creation_date': String(Date.parse(clock.now())),
      'index.uuid': uuid,
      'index.version.created': INDEX_VERSION,
    };
    const made = madeDocuments(source);
    return {
      ...source,
      name,
      uuid,
      settings,
      aliases: newAliases(state, name, aliases),
      dataStream: null,
      ...(made.length > 0 && { copied: Object.fromEntries(made.map(({ origin, count }) => [origin, count])) }),
    };
  }

  function copies(source: IndexDocument, index: IndexDocument): readonly Change[] {
    return [...state.sourcesOf(source).values()].map((stored) =>
      documentChange(index, { ...stored, index: index.name }),
    );
  }

  const query = ['copy_settings'];
  return (['clone', 'shrink', 'split'] as const).map((kind) => ({
    methods: ['PUT', 'POST'] as const,
    path: `{}/_${kind}/{}`,
    query,
    run: (request: EngineRequest) => resize(request, kind),
  }));
}

/** @throws EngineError for settings that no resize takes */
function checkRequest(kind: ResizeKind, given: JsonObject): void {
  if (Object.hasOwn(given, 'index.number_of_routing_shards'))
    throw illegalArgument('cannot provide index.number_of_routing_shards on resize');
  if (Object.keys(given).some((name) => name.startsWith('index.sort.')))
    throw validationFailed("can't override index sort when resizing an index");
  if (kind === 'split' && !Object.hasOwn(given, SHARDS))
    throw validationFailed('index.number_of_shards is required for split operations');
}

/** @throws EngineError where an index can't get this many primary shards */
function checkShards(kind: ResizeKind, { settings }: IndexDocument, target: number): void {
  const source = Number(settings[SHARDS]);
  if (kind === 'clone' && target !== source)
    throw illegalArgument(
      `the number of target shards (${target}) must be the same as the number of source shards (${source})`,
    );
  if (kind === 'shrink') {
    if (target > source)
      throw illegalArgument(
        `the number of target shards [${target}] must be less that the number of source shards [${source}]`,
      );
    if (source % target !== 0)
      throw illegalArgument(`the number of source shards [${source}] must be a multiple of [${target}]`);
  }
  if (kind === 'split') {
    if (source > target)
      throw illegalArgument(
        `the number of source shards [${source}] must be less that the number of target shards [${target}]`,
      );
    if (target % source !== 0)
      throw illegalArgument(`the number of source shards [${source}] must be a factor of [${target}]`);
    const configured = settings['index.number_of_routing_shards'];
    const routing = routingShards(source, configured === undefined ? undefined : Number(configured));
    if (source > 1 && (routing % target !== 0 || target > MAX_PRIMARY_SHARDS))
      throw new EngineError(
        500,
        'illegal_state_exception',
        `the number of routing shards [${routing}] must be a multiple of the target shards [${target}]`,
      );
  }
}
