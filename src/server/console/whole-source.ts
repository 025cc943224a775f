import { isKnownBy, type Engines, type TargetEngine } from '#domain/catalogue';
import type { JsonObject } from '#domain/json';

/** The engines that leave vectors out of `_source` in responses unless they are asked for. */
const LEAVES_OUT_VECTORS: Engines = { elasticsearch: { from: '9.2' } };

/** What a search asks for to get the `_source` of documents whole. */
export function wholeSource(engine: TargetEngine): JsonObject {
  return isKnownBy(LEAVES_OUT_VECTORS, engine) ? { _source: { exclude_vectors: false } } : {};
}
