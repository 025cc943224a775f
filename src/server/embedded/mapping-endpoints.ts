import { isObject, member, type JsonObject } from '#domain/json';
import { checkBlocks } from './blocks.ts';
import type { EngineContext } from './engine-context.ts';
import { checkedMappings, typesRefused } from './mapping-check.ts';
import { mergedMappings } from './mapping-merge.ts';
import { requestedIndices } from './names.ts';
import type { EngineRequest, Route } from './router.ts';

/** The mappings of indices. */
export function mappingRoutes({ state }: EngineContext): readonly Route[] {
  function read(request: EngineRequest): JsonObject {
    const indices = requestedIndices(state, request);
    checkBlocks(indices, 'metadata_read');
    return Object.fromEntries(indices.map(({ name, mappings }) => [name, { mappings }]));
  }

  function update(request: EngineRequest): JsonObject {
    const body = request.body();
    if (isObject(member(body, '_doc'))) throw typesRefused();
    const indices = requestedIndices(state, request);
    checkBlocks(indices, 'metadata_write');
    const changes = indices.map((index) => {
      const update = checkedMappings(body, index.settings, index.mappings);
      const mappings = mergedMappings(index.mappings, update);
      return { kind: 'index' as const, name: index.name, value: { ...index, mappings } };
    });
    state.commit(changes);
    return { acknowledged: true };
  }

  return [
    { methods: ['GET'], path: '{}/_mapping', run: read },
    { methods: ['PUT', 'POST'], path: '{}/_mapping', query: ['write_index_only'], run: update },
  ];
}
