import { isObject, member, numberFrom, type JsonObject, type JsonValue } from '../json/value.ts';
import { isKnownBy, opensearch, type TargetEngine } from './engines.ts';
import { KNN_ENGINES, methodParametersProblem } from './knn-methods.ts';
import type { ParameterContext } from './types.ts';
import { isTrue } from './values.ts';

/** Where the plugin k-NN refuses what is said here of it. Measured on OpenSearch 3.4, each combination. */
const MEASURED = opensearch({ from: '3.0' });
const METHOD_MEMBERS: readonly string[] = ['name', 'engine', 'space_type', 'parameters'];
/** Spaces that only the engine nmslib had. */
const FORMER_SPACES: readonly string[] = ['l1', 'linf'];
const NEEDS_SETTING = 'The index needs the setting index.knn for it.';

type KnnRule = (value: JsonValue, context: ParameterContext, target: TargetEngine) => string | null;

/** The rule of a parameter that the plugin takes where the index has a structure for vectors alone. */
function ofStructure(rule: (value: JsonValue, parameters: JsonObject) => string | null): KnnRule {
  return (value, { parameters, settings }, target) => {
    if (!isKnownBy(MEASURED, target)) return null;
    return settings !== undefined && !hasStructure(settings) ? NEEDS_SETTING : rule(value, parameters);
  };
}

function hasStructure(settings: JsonObject): boolean {
  return isTrue(member(settings, 'index.knn') ?? false);
}

/** A text of an object in lower case, as the plugin reads it; empty where it has none. */
function wordIn(object: JsonValue | undefined, key: string): string {
  const value = isObject(object) ? member(object, key) : undefined;
  return typeof value === 'string' ? value.toLowerCase() : '';
}

const dataOf = (parameters: JsonObject) => wordIn(parameters, 'data_type') || 'float';

function notOfFloats(parameters: JsonObject): string | null {
  return dataOf(parameters) === 'float' ? null : 'Only vectors of the data type float have it.';
}

export const knnModeRefusal = ofStructure((_mode, parameters) => notOfFloats(parameters));

export const knnModelRefusal = ofStructure(() => null);

export const knnCompressionRefusal = ofStructure((level, parameters) => {
  if (level === '') return null;
  const engine = wordIn(member(parameters, 'method'), 'engine');
  const levels = KNN_ENGINES.get(engine)?.compressions;
  if (levels !== undefined && typeof level === 'string' && !levels.includes(level.toLowerCase()))
    return `The engine ${engine} has no such compression, only ${levels.join(', ')}.`;
  if (engine === 'lucene' && level === '1x' && wordIn(parameters, 'mode') === 'on_disk')
    return 'The engine lucene compresses vectors on disk.';
  return notOfFloats(parameters);
});

export const knnMethodRefusal = ofStructure((method, parameters) => {
  if (!isObject(method)) return null;
  const other = Object.keys(method).find((key) => !METHOD_MEMBERS.includes(key));
  if (other !== undefined) return `A method has no ${other}.`;
  const name = member(method, 'name');
  const engine = wordIn(method, 'engine');
  if (name === undefined) return 'A method needs a name.';
  if (engine !== '' && !KNN_ENGINES.has(engine)) return 'The engine of a method is faiss or lucene.';
  if (name === 'ivf')
    return engine === 'lucene' ? 'The engine lucene has no ivf.' : 'ivf needs a model that is trained.';
  if (name !== 'hnsw') return 'The method of a vector is hnsw.';
  return (
    spaceProblem(wordIn(method, 'space_type'), parameters) ??
    methodParametersProblem(member(method, 'parameters'), {
      engine,
      data: dataOf(parameters),
      compression: member(parameters, 'compression_level'),
    })
  );
});

/** Why a space does not fit its vectors: without a structure for them, any does. */
export const knnSpaceRefusal: KnnRule = (space, { parameters, settings = {} }, target) =>
  isKnownBy(MEASURED, target) && typeof space === 'string' && isSearched(parameters, settings)
    ? spaceProblem(space.toLowerCase(), parameters)
    : null;

export const knnDimensionRefusal: KnnRule = (dimension, { parameters, settings = {} }, target) =>
  isKnownBy(MEASURED, target) &&
  dataOf(parameters) === 'binary' &&
  isSearched(parameters, settings) &&
  numberFrom(dimension) % 8 !== 0
    ? 'Vectors of bits have a multiple of 8 dimensions.'
    : null;

/** Whether there is a structure for vectors, as far as is known. */
function isSearched(parameters: JsonObject, settings: JsonObject): boolean {
  return member(parameters, 'method') !== undefined || hasStructure(settings);
}

function spaceProblem(space: string, parameters: JsonObject): string | null {
  if (space === '' || space === 'undefined') return null;
  const data = dataOf(parameters);
  if ((data === 'binary') !== (space === 'hamming')) return `Vectors of the data type ${data} have no space ${space}.`;
  return FORMER_SPACES.includes(space) ? `No engine of vectors has the space ${space} any more.` : null;
}
