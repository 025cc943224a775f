import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import type { Option } from './editors.ts';
import type { TargetEngine } from './engines.ts';
import { knowsAllNamesOf } from './plugins.ts';
import { ANALYZERS, INDEX_DEFAULT, LANGUAGE_ANALYZERS, LANGUAGE_OPTION, SIMILARITIES } from './options.ts';

const namesOf = ({ value }: Option) => (typeof value === 'string' ? [value] : []);

/** The analyzers that the server itself has; the others are of the module analysis-common. */
const OF_SERVER: readonly string[] = ['default', 'standard', 'simple', 'whitespace', 'stop', 'keyword'];
const OF_MODULE: ReadonlySet<string> = new Set([
  ...[...ANALYZERS, ...LANGUAGE_ANALYZERS]
    .flatMap(namesOf)
    .filter((name) => !OF_SERVER.includes(name) && name !== INDEX_DEFAULT && name !== LANGUAGE_OPTION),
  'chinese',
  'snowball',
]);

/**
 * The parameters that name something of the index's settings: where it is defined, and what is there without a
 * definition.
 */
const NAMED: Readonly<
  Record<string, { readonly what: string; readonly prefix: string; readonly builtIn: readonly string[] }>
> = {
  analyzer: { what: 'analyzer', prefix: 'index.analysis.analyzer.', builtIn: OF_SERVER },
  search_analyzer: { what: 'analyzer', prefix: 'index.analysis.analyzer.', builtIn: OF_SERVER },
  search_quote_analyzer: { what: 'analyzer', prefix: 'index.analysis.analyzer.', builtIn: OF_SERVER },
  normalizer: { what: 'normalizer', prefix: 'index.analysis.normalizer.', builtIn: ['default', 'lowercase'] },
  similarity: {
    what: 'similarity',
    prefix: 'index.similarity.',
    builtIn: ['default', 'classic', ...SIMILARITIES.flatMap(namesOf)],
  },
};

/** Scripts of a language that a reduced installation lacks. */
const PAINLESS_MODULE = 'lang-painless';
const ANALYSIS_MODULE = 'analysis-common';

/**
 * Why a parameter can't name what it names, or null: an analyzer, normalizer or similarity that neither the engine nor
 * the settings of the index have, or a script in a language that the cluster lacks. What is not known (settings,
 * plugins, modules) is taken to be there.
 */
export function namedByIndex(
  parameter: string,
  value: JsonValue,
  target: TargetEngine,
  settings: JsonObject | undefined,
): string | null {
  const { modules } = target;
  if (parameter === 'script') {
    const language = isObject(value) ? member(value, 'lang') : undefined;
    const isPainless = language === undefined || language === 'painless';
    return isPainless && modules?.includes(PAINLESS_MODULE) === false
      ? `The cluster runs no scripts without the ${PAINLESS_MODULE} module.`
      : null;
  }
  const named = Object.hasOwn(NAMED, parameter) ? NAMED[parameter] : undefined;
  if (named === undefined || typeof value !== 'string' || named.builtIn.includes(value)) return null;
  if (value === '') return `No ${named.what} has an empty name.`;
  const isDefined = Object.keys(settings ?? {}).some((name) => name.startsWith(`${named.prefix}${value}.`));
  if (isDefined) return null;
  if (named.what === 'analyzer' && OF_MODULE.has(value))
    return modules?.includes(ANALYSIS_MODULE) === false && settings !== undefined
      ? `The cluster has no analyzer ${value} without the ${ANALYSIS_MODULE} module.`
      : null;
  return settings !== undefined && knowsAllNamesOf(target) ? `The index has no ${named.what} ${value}.` : null;
}
