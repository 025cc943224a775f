import type { Engines } from './types.ts';

/** A type that a field computed by a script can have. */
interface RuntimeTypeEntry {
  readonly title: string;
  readonly engines: Engines;
  /** Dates are formatted. */
  readonly hasFormat?: boolean;
  /** Its values come from elsewhere than a script. */
  readonly hasNoScript?: boolean;
}

/** Elasticsearch has runtime fields since 7.11, OpenSearch derived fields since 2.15. */
const both: Engines = { elasticsearch: { from: '7.11' }, opensearch: { from: '2.15' } };

export const RUNTIME_TYPES: Readonly<Record<string, RuntimeTypeEntry>> = {
  boolean: { title: 'Boolean', engines: both },
  composite: { title: 'Composite', engines: { elasticsearch: { from: '7.15' } } },
  date: { title: 'Date', engines: both, hasFormat: true },
  double: { title: 'Double', engines: both },
  float: { title: 'Float', engines: { opensearch: { from: '2.15' } } },
  geo_point: { title: 'Geo-point', engines: both },
  ip: { title: 'IP', engines: both },
  keyword: { title: 'Keyword', engines: both },
  long: { title: 'Long', engines: both },
  lookup: { title: 'Lookup', engines: { elasticsearch: { from: '8.2' } }, hasNoScript: true },
  object: { title: 'Object', engines: { opensearch: { from: '2.15' } } },
  text: { title: 'Text', engines: { opensearch: { from: '2.15' } } },
};
