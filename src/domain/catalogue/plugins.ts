import { compareVersions, type Distribution, type TargetEngine } from './engines.ts';
import { FIELD_TYPES } from './field-types.ts';

/** The last version whose field types were compared with the catalogue. */
const KNOWN_UNTIL: Readonly<Record<Distribution, string>> = { elasticsearch: '9.6', opensearch: '3.6' };

/** Plugins that bring no field types, by the beginning of their names: those of the engines' own distributions. */
const WITHOUT_TYPES =
  /^(repository|discovery|ingest|store|transport|analysis|opensearch-(job-scheduler|security|sql|alerting|reports|index-management|observability|notifications|performance))\b/;

/**
 * Whether the catalogue lists every field type that a cluster can have: it says which plugins it has, all of them are
 * known, and so is its version.
 */
export function knowsAllTypesOf({ distribution, version, plugins }: TargetEngine): boolean {
  if (plugins === undefined || compareVersions(version, KNOWN_UNTIL[distribution]) >= 0) return false;
  const known = new Set(Object.values(FIELD_TYPES).flatMap(({ plugin }) => plugin?.[distribution] ?? []));
  return plugins.every((plugin) => known.has(plugin) || plugin === 'mapper-size' || WITHOUT_TYPES.test(plugin));
}
