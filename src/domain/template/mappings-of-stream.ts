import {
  LIVE_BODY_AT,
  LIVE_MAPPINGS_AT,
  parseIndexStream,
  parseTemplateStream,
  type TemplateStreamKind,
} from '../document/live-document.ts';
import { valueAt, type Body } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';
import { isObject, type JsonObject } from '../json/value.ts';
import { locateMappings } from './locate.ts';

/** Where the mappings stand in the document of a live template: in a typed one below the name of the type. */
export function templateMappingsAt(kind: TemplateStreamKind, template: JsonObject): Pointer {
  const usual = kind === 'legacy_template' ? '/mappings' : '/template/mappings';
  const { mappingsAt } = locateMappings(template);
  return `${LIVE_BODY_AT}${mappingsAt.startsWith(usual) ? mappingsAt : usual}`;
}

/** Where the mappings stand in the document of a stream. */
export function mappingsAtOf(stream: string, body: Body): Pointer {
  if (parseIndexStream(stream) !== null) return LIVE_MAPPINGS_AT;
  const live = parseTemplateStream(stream);
  if (live === null) return locateMappings(body ?? {}).mappingsAt;
  const template = valueAt(body, LIVE_BODY_AT);
  return templateMappingsAt(live.kind, isObject(template) ? template : {});
}
