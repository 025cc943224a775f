import type { JsonObject } from '#domain/json';

/** Of the layout of the documents. */
export const LAYOUT = 2;

/**
 * The index of a trail. The content of a document is stored and not indexed; members that people may search by are
 * separate fields. Names of authors are separate documents, so that they can be deleted.
 */
export const TRAIL_INDEX_DEFINITION: JsonObject = {
  settings: {
    'index.number_of_shards': 1,
    'index.auto_expand_replicas': '0-1',
    'index.hidden': true,
    'index.codec': 'best_compression',
  },
  mappings: {
    _meta: { mapledger: 'trail', layout: LAYOUT },
    dynamic: 'strict',
    properties: {
      kind: { type: 'keyword' },
      position: { type: 'long' },
      previous: { type: 'keyword', index: false, doc_values: false },
      hash: { type: 'keyword' },
      server: { type: 'keyword' },
      written_at: { type: 'date' },
      streams: { type: 'keyword', ignore_above: 1_024 },
      entries: { type: 'object', enabled: false },
      name: { type: 'object', enabled: false },
    },
  },
};
