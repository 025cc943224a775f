import { member, objectMember, type JsonObject } from '../json/value.ts';
import { COMPOSABLE_KEYS } from './locate.ts';

export type TemplateType = 'cloudManaged' | 'system' | 'managed' | 'default';

/** What a legacy template can't have, beside `template`. */
const NOT_LEGACY_KEYS: readonly string[] = [...COMPOSABLE_KEYS, '_meta', 'deprecated'];

/** The type of a template, from its name and its body; `cloudPrefixes` are those that the cluster reports. */
export function templateType(name: string, body: JsonObject, cloudPrefixes: readonly string[]): TemplateType {
  if (cloudPrefixes.some((prefix) => name.startsWith(prefix))) return 'cloudManaged';
  if (name.startsWith('.')) return 'system';
  return isManaged(body) ? 'managed' : 'default';
}

export function isManaged(body: JsonObject): boolean {
  return member(objectMember(body, '_meta') ?? {}, 'managed') === true;
}

/**
 * Whether a body is that of a legacy template: it has no `template`, and nothing else that only
 * a composable one may have; an engine takes composable templates without `template` too.
 */
export function isLegacyBody(body: JsonObject): boolean {
  return !Object.hasOwn(body, 'template') && !NOT_LEGACY_KEYS.some((key) => Object.hasOwn(body, key));
}
