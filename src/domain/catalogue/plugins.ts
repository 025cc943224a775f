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
export function knowsAllTypesOf(target: TargetEngine): boolean {
  const { distribution, version } = target;
  return compareVersions(version, KNOWN_UNTIL[distribution]) < 0 && knowsPluginsOf(target);
}

/**
 * Whether a cluster has no other analyzers, normalizers and similarities than its engine: it says which plugins it has,
 * and all of them are known to bring none.
 */
export function knowsAllNamesOf(target: TargetEngine): boolean {
  return knowsPluginsOf(target) && target.plugins?.some((plugin) => plugin.startsWith('analysis')) === false;
}

function knowsPluginsOf({ distribution, plugins }: TargetEngine): boolean {
  if (plugins === undefined) return false;
  const known = new Set(Object.values(FIELD_TYPES).flatMap(({ plugin }) => plugin?.[distribution] ?? []));
  return plugins.every((plugin) => known.has(plugin) || plugin === 'mapper-size' || WITHOUT_TYPES.test(plugin));
}
