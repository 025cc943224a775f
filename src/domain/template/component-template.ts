import { keepLiterals } from '../json/literals.ts';
import {
  isObject,
  member,
  objectMember,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from '../json/value.ts';
import { filledSections, type TemplateSections } from './index-template.ts';

/** A component template as screens show it. */
export interface ComponentTemplate {
  readonly name: string;
  readonly template: JsonObject;
  readonly version?: number;
  readonly _meta?: JsonObject;
  readonly _kbnMeta: {
    /** The index templates that are composed of it; undefined where they could not be read. */
    readonly usedBy: readonly string[] | undefined;
    readonly isManaged: boolean;
  };
}

/** One of the list. */
export interface ComponentTemplateItem extends TemplateSections {
  readonly name: string;
  readonly usedBy: readonly string[] | undefined;
  readonly isManaged: boolean;
}

interface GivenComponent {
  readonly name: string;
  readonly usedBy?: readonly string[];
  readonly isManaged: boolean;
  readonly body: unknown;
}

/** Reads a component template of the API; what is missing or of another kind is left out. */
export function componentTemplateOf({ name, usedBy, isManaged, body }: GivenComponent): ComponentTemplate {
  const given = isObject(body) ? body : {};
  const version = member(given, 'version');
  const _meta = objectMember(given, '_meta');
  return {
    name,
    template: objectMember(given, 'template') ?? {},
    ...((typeof version === 'number' || typeof version === 'bigint') && { version: Number(version) }),
    ...(_meta && { _meta }),
    _kbnMeta: { usedBy, isManaged },
  };
}

export function componentTemplateItemOf(given: GivenComponent): ComponentTemplateItem {
  const { name, template, _kbnMeta } = componentTemplateOf(given);
  return { name, ..._kbnMeta, ...filledSections(template) };
}

const SENT = ['version', 'template', '_meta'] as const;

/**
 * What a form sends: version, template and `_meta`, and nothing else. A body that no form wrote is sent as it is, not
 * through here.
 * @public
 */
export function serializeComponentTemplate(template: {
  readonly [Name in (typeof SENT)[number]]?: JsonValue;
}): JsonObject {
  const body: MutableJsonObject = {};
  for (const name of SENT) {
    const value = template[name];
    if (value !== undefined) body[name] = value;
  }
  keepLiterals(body, template);
  return body;
}
