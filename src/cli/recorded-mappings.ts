import { CLUSTER_AT, LIVE_BODY_AT } from '#domain/document';
import { isObject, valueAt, type Body, type Pointer } from '#domain/json';
import { locateMappings } from '#domain/template';

/** Where the mappings are in a recorded document; of a template of a cluster, in the template as it is wanted. */
export function recordedMappingsAt(body: Body): Pointer {
  const wanted = valueAt(body, CLUSTER_AT) === undefined ? undefined : valueAt(body, LIVE_BODY_AT);
  if (!isObject(wanted)) return locateMappings(body ?? null).mappingsAt;
  return `${LIVE_BODY_AT}${locateMappings(wanted).mappingsAt}`;
}
