import { copyObject, setMember, type JsonObject } from '../json/value.ts';
import { sendableTemplate } from './same-template.ts';

/** Overlaps no pattern but one that takes everything. */
const PATTERN = 'mapledger-preview-only-*';
/** Of templates that people write there is hardly one as high. */
const PRIORITY = 2_147_483_647;

/**
 * The body for the simulation of a template, with other patterns and priority: an engine rejects a body whose patterns
 * overlap those of a template with the same priority, such as the stored one. The result does not depend on them. With
 * an `index` it matches that name before every other template. Without the read-only members, which Elasticsearch 9.5
 * refuses here, too.
 */
export function simulationBody(body: JsonObject, index?: string): JsonObject {
  const copy = copyObject(sendableTemplate(body));
  setMember(copy, 'index_patterns', [index ?? PATTERN]);
  setMember(copy, 'priority', PRIORITY);
  return copy;
}
