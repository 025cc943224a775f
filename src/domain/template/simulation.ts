import { copyObject, setMember, type JsonObject } from '../json/value.ts';

/** Overlaps no pattern but one that takes everything. */
const PATTERN = 'mapledger-preview-only-*';

/**
 * The body with which a stored template is simulated. Its patterns are others: an engine refuses a body whose patterns overlap those of
 * a template of the same priority, which the stored one itself is. What it comes to does not depend on them.
 */
export function simulationBody(body: JsonObject): JsonObject {
  const copy = copyObject(body);
  setMember(copy, 'index_patterns', [PATTERN]);
  return copy;
}
