import {
  EVERYWHERE,
  elasticsearch,
  isKnownBy,
  opensearch,
  type Engines,
  type TargetEngine,
} from '../catalogue/engines.ts';
import { pickMembers, type JsonObject } from '../json/value.ts';

/** A setting that decides which mappings an index takes. */
interface MappingSetting {
  /** By its whole name; a name that ends with a dot stands for all that begin with it. */
  readonly name: string;
  readonly engines: Engines;
}

/**
 * The settings that decide which mappings an index takes: what mappings refer to, what limits them, and what refuses
 * types of fields. By the documentation of both engines; compared with Elasticsearch 7.17 and 9.5 and OpenSearch 3.4.
 */
const MAPPING_SETTINGS: readonly MappingSetting[] = [
  { name: 'index.analysis.', engines: EVERYWHERE },
  // Without them an analysis with longer n-grams or shingles is refused.
  { name: 'index.max_ngram_diff', engines: EVERYWHERE },
  { name: 'index.max_shingle_diff', engines: EVERYWHERE },
  { name: 'index.similarity.', engines: EVERYWHERE },
  { name: 'index.mapping.', engines: EVERYWHERE },
  // Nested fields: see `sortsNested`.
  { name: 'index.sort.', engines: EVERYWHERE },
  // A partitioned index takes no join.
  { name: 'index.routing_partition_size', engines: EVERYWHERE },
  { name: 'index.mode', engines: elasticsearch() },
  { name: 'index.routing_path', engines: elasticsearch() },
  { name: 'index.time_series.', engines: elasticsearch() },
  { name: 'index.logsdb.', engines: elasticsearch() },
  { name: 'index.knn', engines: opensearch() },
  { name: 'index.knn.', engines: opensearch() },
  // Only some types of fields, and no nested ones, can be derived.
  { name: 'index.derived_source.', engines: opensearch() },
  // Star trees, with the setting that they require.
  { name: 'index.composite_index', engines: opensearch() },
  { name: 'index.composite_index.', engines: opensearch() },
  { name: 'index.append_only.', engines: opensearch() },
];

/** The names of the settings that decide which mappings an index of an engine takes; see {@link MappingSetting}. */
export function mappingSettingNames(target: TargetEngine): readonly string[] {
  return MAPPING_SETTINGS.filter(({ engines }) => isKnownBy(engines, target)).map(({ name }) => name);
}

/** Of flat settings those that decide which mappings an index takes. */
export function settingsForMappings(settings: JsonObject): JsonObject {
  return pickMembers(settings, (setting) =>
    MAPPING_SETTINGS.some(({ name }) => (name.endsWith('.') ? setting.startsWith(name) : setting === name)),
  );
}

/**
 * An index that takes the same mappings as one with these flat settings, as small and as hidden as it can be.
 */
export function scratchDefinition(settings: JsonObject, mappings: JsonObject): JsonObject {
  return {
    settings: {
      ...settingsForMappings(settings),
      'index.number_of_shards': 1,
      'index.number_of_replicas': 0,
      // Templates of all names are not for hidden indices.
      'index.hidden': true,
    },
    mappings,
  };
}
