import { isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';

/** An index template as screens show it. */
export interface IndexTemplate {
  readonly name: string;
  readonly version?: number;
  /** Of a composable template. */
  readonly priority?: number;
  /** Of a legacy template. */
  readonly order?: number;
  /** In the order of their names. */
  readonly indexPatterns: readonly string[];
  /** Settings, mappings and aliases, also of a legacy template, which has them beside its patterns. */
  readonly template: JsonObject;
  readonly ilmPolicy?: JsonObject;
  readonly composedOf: readonly string[];
  readonly dataStream?: JsonObject;
  readonly _meta?: JsonObject;
  /** The type is undefined where it could not be read. */
  readonly _kbnMeta: { readonly type: string | undefined; readonly hasDatastream: boolean; readonly isLegacy: boolean };
}

/** One of the list. */
export interface IndexTemplateItem extends IndexTemplate, TemplateSections {}

/** Which sections of a template say something. */
export interface TemplateSections {
  readonly hasSettings: boolean;
  readonly hasMappings: boolean;
  readonly hasAliases: boolean;
}

const SECTIONS = ['settings', 'mappings', 'aliases'] as const;

/** Reads a template of the API; what is missing or of another kind is left out. */
export function indexTemplateOf({
  name,
  isLegacy,
  type,
  body,
}: {
  readonly name: string;
  readonly isLegacy: boolean;
  readonly type?: string;
  readonly body: unknown;
}): IndexTemplate {
  const given = isObject(body) ? body : {};
  const template = isLegacy ? sectionsOf(given) : (objectMember(given, 'template') ?? {});
  const dataStream = objectMember(given, 'data_stream');
  const ilmPolicy = objectMember(objectMember(objectMember(template, 'settings') ?? {}, 'index') ?? {}, 'lifecycle');
  const _meta = objectMember(given, '_meta');
  return {
    name,
    ...numbers(given, isLegacy ? ['version', 'order'] : ['version', 'priority']),
    indexPatterns: textsOf(member(given, 'index_patterns')).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
    template,
    ...(ilmPolicy && { ilmPolicy }),
    composedOf: textsOf(member(given, 'composed_of')),
    ...(dataStream && { dataStream }),
    ...(_meta && { _meta }),
    _kbnMeta: { type, hasDatastream: dataStream !== undefined, isLegacy },
  };
}

export function indexTemplateItemOf(given: Parameters<typeof indexTemplateOf>[0]): IndexTemplateItem {
  const template = indexTemplateOf(given);
  return { ...template, ...filledSections(template.template) };
}

/** Which sections are there and not empty. */
export function filledSections(template: JsonObject): TemplateSections {
  const has = (section: (typeof SECTIONS)[number]) => Object.keys(objectMember(template, section) ?? {}).length > 0;
  return { hasSettings: has('settings'), hasMappings: has('mappings'), hasAliases: has('aliases') };
}

/** The name of the lifecycle policy that new indices get; undefined where the template names none. */
export function ilmPolicyNameOf({ ilmPolicy }: IndexTemplate): string | undefined {
  const name = member(ilmPolicy ?? {}, 'name');
  return typeof name === 'string' ? name : undefined;
}

function sectionsOf(body: JsonObject): JsonObject {
  return Object.fromEntries(
    SECTIONS.flatMap((section) => {
      const value = member(body, section);
      return value === undefined ? [] : [[section, value]];
    }),
  );
}

/** Engines give a single pattern as a text too. */
function textsOf(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item: JsonValue) => typeof item === 'string') : [];
}

function numbers<Key extends string>(body: JsonObject, keys: readonly Key[]): { readonly [K in Key]?: number } {
  const found: { [K in Key]?: number } = {};
  for (const key of keys) {
    const value = member(body, key);
    if (typeof value === 'number' || typeof value === 'bigint') found[key] = Number(value);
  }
  return found;
}
