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
import { locateMappings, type BodyKind, type MappingsPlace } from './locate.ts';

/** The name of each kind of template, within a sentence. */
export const KIND_NOUNS = {
  index_template: 'index template',
  legacy_template: 'legacy template',
  component_template: 'component template',
} as const satisfies Readonly<Record<TemplateStreamKind, BodyKind>>;

/** The kinds of templates by their nouns. */
export const NOUN_KINDS = {
  'index template': 'index_template',
  'legacy template': 'legacy_template',
  'component template': 'component_template',
} as const satisfies Readonly<Record<Exclude<BodyKind, 'mappings'>, TemplateStreamKind>>;

/** The place of the mappings in a template of a known kind: in a typed one below the name of the type. */
export function mappingsPlaceIn(
  kind: TemplateStreamKind,
  template: JsonObject,
): Pick<MappingsPlace, 'kind' | 'mappingsAt'> {
  const usual = kind === 'legacy_template' ? '/mappings' : '/template/mappings';
  const { mappingsAt } = locateMappings(template);
  return { kind: KIND_NOUNS[kind], mappingsAt: mappingsAt.startsWith(usual) ? mappingsAt : usual };
}

/** The place of the mappings in the document of a live template. */
export function templateMappingsAt(kind: TemplateStreamKind, template: JsonObject): Pointer {
  return `${LIVE_BODY_AT}${mappingsPlaceIn(kind, template).mappingsAt}`;
}

/** Where the mappings stand in the document of a stream. */
export function mappingsAtOf(stream: string, body: Body): Pointer {
  if (parseIndexStream(stream) !== null) return LIVE_MAPPINGS_AT;
  const live = parseTemplateStream(stream);
  if (live === null) return locateMappings(body ?? {}).mappingsAt;
  const template = valueAt(body, LIVE_BODY_AT);
  return templateMappingsAt(live.kind, isObject(template) ? template : {});
}
