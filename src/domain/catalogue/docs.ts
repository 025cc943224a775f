import { compareVersions, type TargetEngine } from './engines.ts';
import type { DocsPages } from './types.ts';

/** From OpenSearch 3.3 on the mapping pages stand below `mappings/`, and before that below `field-types/`. */
const OPENSEARCH_MOVED = '3.3';
/** From Elasticsearch 9 on there is one documentation for all versions, and its pages have no ending. */
const ELASTICSEARCH_MOVED = '9.0';

/** Where each engine publishes its documentation; `{version}` stands for `major.minor`. */
function defaultBase(target: TargetEngine): string {
  if (target.distribution === 'opensearch') {
    const folder = compareVersions(target.version, OPENSEARCH_MOVED) < 0 ? 'field-types' : 'mappings';
    return `https://docs.opensearch.org/{version}/${folder}/`;
  }
  return isBefore9(target)
    ? 'https://www.elastic.co/guide/en/elasticsearch/reference/{version}/'
    : 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/';
}

function isBefore9({ version }: TargetEngine): boolean {
  return compareVersions(version, ELASTICSEARCH_MOVED) < 0;
}

/** The page about all field types, whose name has changed with the documentation of Elasticsearch 9. */
export function fieldTypesDocs(target: TargetEngine): DocsPages {
  return {
    elasticsearch: isBefore9(target) ? 'mapping-types' : 'field-data-types',
    opensearch: 'supported-field-types/index',
  };
}

/**
 * The address of a page for an engine, or null where that engine's documentation has no such page.
 * @param baseAddress Of the mapping reference; may hold `{version}`. The engine's public one where absent.
 */
export function docsUrl(docs: DocsPages | undefined, target: TargetEngine, baseAddress?: string): string | null {
  const page = docs?.[target.distribution];
  if (page === undefined) return null;
  const version = target.version.split('.').slice(0, 2).join('.');
  const base = (baseAddress ?? defaultBase(target)).replaceAll('{version}', version);
  const ending = target.distribution === 'opensearch' ? '/' : isBefore9(target) ? '.html' : '';
  return `${base}${base.endsWith('/') ? '' : '/'}${page}${ending}`;
}
