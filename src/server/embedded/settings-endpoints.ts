import { isObject, member, type JsonObject } from '#domain/json';
import { checkBlocks, liftsBlock } from './blocks.ts';
import type { IndexDocument } from './documents.ts';
import { validationFailed } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { matchingNames, requestedIndices } from './names.ts';
import type { EngineRequest, Route } from './router.ts';
import { SETTING_DEFAULTS } from './setting-rules.ts';
import { flatten, updatedSettings, writtenSettings } from './settings.ts';

/** The settings of indices. */
export function settingsRoutes({ state }: EngineContext): readonly Route[] {
  function read(request: EngineRequest): JsonObject {
    const isFlat = request.is('flat_settings');
    const withDefaults = request.is('include_defaults');
    const toResponse = ({ settings }: IndexDocument): JsonObject => ({
      settings: writtenSettings(settings, isFlat),
      ...(withDefaults && {
        defaults: writtenSettings(
          Object.fromEntries(Object.entries(SETTING_DEFAULTS).filter(([name]) => !Object.hasOwn(settings, name))),
          isFlat,
        ),
      }),
    });
    const indices = requestedIndices(state, request);
    checkBlocks(indices, 'metadata_read');
    return Object.fromEntries(indices.map((index) => [index.name, toResponse(index)]));
  }

  /** Some settings by name; an index that has none of them is left out, as an Elasticsearch does. */
  function readNamed(request: EngineRequest): JsonObject {
    const isFlat = request.is('flat_settings');
    const indices = requestedIndices(state, request);
    checkBlocks(indices, 'metadata_read');
    return Object.fromEntries(
      indices.flatMap(({ name, settings }): [string, JsonObject][] => {
        const found = new Set(matchingNames(Object.keys(settings), request.name(1)));
        const named = Object.fromEntries(Object.entries(settings).filter(([key]) => found.has(key)));
        return found.size === 0 ? [] : [[name, { settings: writtenSettings(named, isFlat) }]];
      }),
    );
  }

  function update(request: EngineRequest): JsonObject {
    const indices = requestedIndices(state, request);
    const body = request.body();
    const inner = member(body, 'settings');
    const settings = flatten(isObject(inner) ? inner : body);
    if (Object.keys(settings).length === 0) throw validationFailed('no settings to update');
    if (!liftsBlock(Object.keys(settings))) checkBlocks(indices, 'metadata_write');
    const preserve = request.is('preserve_existing');
    const open = indices
      .filter((index) => index.state === 'open')
      .map(labelOf)
      .join(', ');
    const changes = indices.map((index) => {
      const isOpen = index.state === 'open' && !request.is('reopen');
      const after = updatedSettings(index.settings, settings, {
        isOpen,
        label: isOpen ? open : labelOf(index),
        preserve,
      });
      return { kind: 'index' as const, name: index.name, value: { ...index, settings: after } };
    });
    state.commit(changes);
    return { acknowledged: true };
  }

  return [
    { methods: ['GET'], path: '{}/_settings', run: read },
    { methods: ['GET'], path: '{}/_settings/{}', run: readNamed },
    { methods: ['PUT'], path: '{}/_settings', query: ['preserve_existing', 'reopen'], run: update },
  ];
}

function labelOf({ name, uuid }: IndexDocument): string {
  return `[${name}/${uuid}]`;
}
