import { isKnownBy, type Engines, type TargetEngine } from '#domain/catalogue';
import { isObject, type JsonObject, type JsonValue } from '#domain/json';

/**
 * Something that an engine may refuse though the catalogue lists it for that engine: the artifacts at hand lack a part
 * of it.
 */
export interface KnownAbsence {
  readonly because: string;
  readonly engines: Engines;
  /** What is refused, by `type` or `type.parameter`. */
  readonly refused: readonly string[];
  /** A part of every such refusal. */
  readonly says: RegExp;
}

/** Engines' messages about a type that they do not have. */
export const NO_HANDLER = /^No handler for type \[|^The mapper type \[\w+\] declared on .* does not exist/;
const NAMES_TYPE = /^(?:No handler for type|The mapper type) \[(\w+)\]/;
const NO_KEY = /^Root mapping definition has unsupported parameters: {2}\[_size : /;
/** Those that every server has by itself must be there. */
const NO_ANALYZER = /^analyzer \[(?!standard|simple|whitespace|stop|keyword)\w+\] has not been configured in mappings/;
const NO_PAINLESS = /^script_lang not supported \[painless\]/;

const everyElasticsearch: Engines = { elasticsearch: {} };
const everyOpenSearch: Engines = { opensearch: {} };

/** What the engines that `npm run engine:…` starts lack. A full engine has it, and is held to it. */
const KNOWN_ABSENCES: readonly KnownAbsence[] = [
  {
    because: 'the plugin mapper-size',
    engines: { ...everyElasticsearch, ...everyOpenSearch },
    refused: ['_size'],
    says: NO_KEY,
  },
  {
    because: 'the module analysis-common, which is not published',
    engines: { ...everyElasticsearch, opensearch: { until: '2.0' } },
    // A token count does not go without one.
    refused: ['*.analyzer', '*.search_analyzer', '*.search_quote_analyzer', 'token_count'],
    says: NO_ANALYZER,
  },
  {
    because: 'modules that are not published',
    engines: { elasticsearch: { from: '8.0' } },
    refused: [
      'scaled_float',
      'token_count',
      'rank_feature',
      'rank_features',
      'match_only_text',
      'search_as_you_type',
      'join',
      'percolator',
    ],
    says: NO_HANDLER,
  },
  {
    because: 'the parts under the Elastic licence',
    engines: everyElasticsearch,
    refused: [
      'constant_keyword',
      'wildcard',
      'version',
      'unsigned_long',
      'geo_shape',
      'shape',
      'point',
      'histogram',
      'exponential_histogram',
      'aggregate_metric_double',
      'counted_keyword',
      'semantic_text',
      'rank_vectors',
      'dense_vector',
      'flattened',
      'runtime.geo_shape',
    ],
    says: NO_HANDLER,
  },
  {
    because: 'the module geo, which is not published',
    engines: { opensearch: { until: '3.0' } },
    refused: ['geo_shape'],
    says: NO_HANDLER,
  },
  {
    because: 'data streams, which are under the Elastic licence',
    engines: { elasticsearch: { until: '8.0' } },
    refused: ['_data_stream_timestamp'],
    says: /^Root mapping definition has unsupported parameters: {2}\[_data_stream_timestamp : /,
  },
  {
    because: 'star trees, which are an experiment there and switched off',
    engines: { opensearch: { until: '3.0' } },
    refused: ['star_tree'],
    says: /star tree index is under an experimental feature/,
  },
  {
    because: 'the script language painless, which is not published',
    engines: { ...everyElasticsearch, opensearch: { until: '2.0' } },
    refused: [
      '*.script',
      '*.on_script_error',
      ...'boolean composite date double geo_point ip keyword long'.split(' ').map((type) => `runtime.${type}`),
    ],
    says: NO_PAINLESS,
  },
];

/** What is known to be absent, and has a candidate refused. */
export function absencesOf(target: TargetEngine, label: string): readonly KnownAbsence[] {
  return KNOWN_ABSENCES.filter(
    ({ engines, refused }) => isKnownBy(engines, target) && refused.some((name) => isOf(label, name)),
  );
}

/** `keyword.script={}` is of `keyword`, of `keyword.script` and of `*.script`. */
function isOf(label: string, name: string): boolean {
  const [field = label] = label.split('=');
  return [label, field, field.replace(/\..*$/, ''), field.replace(/^[^.]*/, '*')].includes(name);
}

/** The absence that explains a refusal of something that has these labels; with null for the reason, any that may. */
export function absenceIn(
  target: TargetEngine,
  labels: readonly string[],
  reason: string | null,
): KnownAbsence | undefined {
  const type = reason === null ? undefined : NAMES_TYPE.exec(reason)?.[1];
  return labels
    .filter((label) => type === undefined || label === type || label === `runtime.${type}`)
    .flatMap((label) => absencesOf(target, label))
    .find(({ says }) => reason === null || says.test(reason));
}

/**
 * `type`, `type.parameter` and `runtime.type` of everything in mappings, and the members of the mappings themselves.
 */
export function labelsIn(mappings: JsonObject): readonly string[] {
  const labels = new Set(Object.keys(mappings));
  const visit = (fields: JsonValue | undefined) => {
    if (!isObject(fields)) return;
    for (const field of Object.values(fields)) {
      if (!isObject(field)) continue;
      const type = typeof field['type'] === 'string' ? field['type'] : 'object';
      labels.add(type);
      for (const parameter of Object.keys(field)) labels.add(`${type}.${parameter}`);
      visit(field['properties']);
      visit(field['fields']);
    }
  };
  visit(mappings['properties']);
  const runtime = mappings['runtime'];
  if (isObject(runtime))
    for (const field of Object.values(runtime)) {
      const type = isObject(field) ? field['type'] : undefined;
      if (typeof type === 'string') labels.add(`runtime.${type}`);
    }
  return [...labels];
}
