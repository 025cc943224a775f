import { isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { patternsOverlap, type ComponentBodies } from '#domain/template';
import { aliasDefinition, checkAliasName, templateAlias } from './aliases.ts';
import { EngineError, illegalArgument, numbered, validationFailed } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { indexOf } from './index-creation.ts';
import { checkedMappings } from './mapping-check.ts';
import { FORBIDDEN_CHARACTERS_MESSAGE, hasForbiddenCharacter } from './names.ts';
import { checkSettings, flatten, nest } from './settings.ts';
import { composedIndex, patternsOf, priorityOf, textsIn, type Composed, type NamedTemplate } from './templates.ts';

const TEMPLATE_MEMBERS = ['settings', 'mappings', 'aliases', 'lifecycle', 'data_stream_options'];
const INDEX_TEMPLATE_MEMBERS = [
  'index_patterns',
  'template',
  'composed_of',
  'priority',
  'version',
  '_meta',
  'data_stream',
  'allow_auto_create',
  'ignore_missing_component_templates',
  'deprecated',
];
const COMPONENT_TEMPLATE_MEMBERS = ['template', 'version', '_meta', 'deprecated'];
const LEGACY_MEMBERS = ['index_patterns', 'order', 'version', 'settings', 'mappings', 'aliases'];

const refused = (reason: string, causedBy?: { type: string; reason: string }) =>
  new EngineError(400, 'x_content_parse_exception', reason, {}, causedBy);
const invalid = (name: string, cause: string) =>
  new EngineError(400, 'invalid_index_template_exception', `index_template [${name}] invalid, cause [${cause}]`);

/** Each pattern of a template is held against each of all others. */
const MAX_PATTERNS = 100;

/** @throws EngineError where the name of a template, or one of its patterns, breaks a rule */
function checkTemplateNames(name: string, patterns: readonly string[]): void {
  if (patterns.length > MAX_PATTERNS)
    throw invalid(
      name,
      `Validation Failed: 1: the sandbox takes at most ${MAX_PATTERNS} index patterns in a template;`,
    );
  const problems: string[] = [];
  if (name.includes(' ')) problems.push('name must not contain a space');
  if (name.includes(',')) problems.push("name must not contain a ','");
  if (name.includes('#')) problems.push("name must not contain a '#'");
  if (name.includes('*')) problems.push("name must not contain a '*'");
  if (name.startsWith('_')) problems.push("name must not start with '_'");
  if (name !== name.toLowerCase()) problems.push('name must be lower cased');
  for (const pattern of patterns) {
    if (pattern.includes(' ')) problems.push(`index_patterns [${pattern}] must not contain a space`);
    if (pattern.includes(',')) problems.push(`index_pattern [${pattern}] must not contain a ','`);
    if (pattern.includes('#')) problems.push(`index_pattern [${pattern}] must not contain a '#'`);
    if (pattern.includes(':')) problems.push(`index_pattern [${pattern}] must not contain a ':'`);
    if (pattern.startsWith('_')) problems.push(`index_pattern [${pattern}] must not start with '_'`);
    if (hasForbiddenCharacter(pattern.replaceAll('*', '')))
      problems.push(`index_pattern [${pattern}] ${FORBIDDEN_CHARACTERS_MESSAGE}`);
  }
  if (problems.length > 0) throw invalid(name, `Validation Failed: ${numbered(problems)}`);
}

function checkMembers(body: JsonObject, where: string, members: readonly string[]): void {
  const unknown = Object.keys(body).find((key) => !members.includes(key));
  if (unknown !== undefined) throw refused(`[${where}] unknown field [${unknown}]`);
}

/** The inner part of a template as the engine keeps it: settings nested, their values texts; mappings checked. */
function writtenPart(value: JsonValue, where: string): JsonObject {
  if (!isObject(value))
    throw refused(
      `[${where}] template doesn't support values of type: ${value === null ? 'VALUE_NULL' : Array.isArray(value) ? 'START_ARRAY' : 'VALUE_STRING'}`,
    );
  const unknown = Object.keys(value).find((key) => !TEMPLATE_MEMBERS.includes(key));
  if (unknown !== undefined)
    throw refused(`[${where}] failed to parse field [template]`, {
      type: 'x_content_parse_exception',
      reason: `[template] unknown field [${unknown}]`,
    });
  return writtenMembers(value, where === 'component_template' ? 'alone' : 'composed');
}

/**
 * A part as it is kept. Mappings of a template over components are judged by what all of them come to.
 * @throws EngineError
 */
function writtenMembers(value: JsonObject, judged: 'alone' | 'composed', aliasOf = templateAlias): JsonObject {
  const { settings, mappings, aliases } = {
    settings: objectMember(value, 'settings'),
    mappings: objectMember(value, 'mappings'),
    aliases: objectMember(value, 'aliases'),
  };
  const flat = settings && flatten(settings);
  if (flat !== undefined) checkSettings(flat);
  // They are kept as they were written: what a name with dots comes to depends on the other parts.
  if (mappings !== undefined && judged === 'alone') checkedMappings(mappings, flat ?? {});
  for (const alias of Object.keys(aliases ?? {})) checkAliasName(alias);
  const defined =
    aliases &&
    Object.fromEntries(Object.entries(aliases).map(([alias, definition]) => [alias, aliasOf(alias, definition)]));
  return {
    ...value,
    ...(flat !== undefined && { settings: nest(flat) }),
    ...(defined !== undefined && { aliases: defined }),
  };
}

/** A component template as the engine keeps it. @throws EngineError */
export function componentTemplateOf(name: string, body: JsonObject): JsonObject {
  checkMembers(body, 'component_template', COMPONENT_TEMPLATE_MEMBERS);
  if (member(body, 'template') === undefined) throw illegalArgument('Required [template]');
  checkTemplateNames(name, []);
  return { ...body, template: writtenPart(member(body, 'template') as JsonValue, 'component_template') };
}

/** A composable template as the engine keeps it. @throws EngineError */
export function indexTemplateOf(context: EngineContext, name: string, body: JsonObject): JsonObject {
  const { state } = context;
  checkMembers(body, 'index_template', INDEX_TEMPLATE_MEMBERS);
  const patterns = patternsOf(body);
  if (member(body, 'index_patterns') === undefined) throw illegalArgument('Required [index_patterns]');
  if (patterns.length === 0) throw illegalArgument('There must be at least one pattern, zero given');
  const priority = member(body, 'priority');
  if (priority !== undefined && priority !== null && !/^-?[0-9]+$/.test(String(priority))) {
    throw refused('[index_template] failed to parse field [priority]', {
      type: 'illegal_argument_exception',
      reason: `For input string: "${String(priority)}"`,
    });
  }
  if (priorityOf(body) < 0) throw validationFailed('index template priority must be >= 0');
  checkTemplateNames(name, patterns);
  const part = member(body, 'template');
  const written: JsonObject = {
    ...body,
    index_patterns: patterns,
    ...(part !== undefined && { template: writtenPart(part, 'index_template') }),
    composed_of: textsIn(member(body, 'composed_of')),
  };

  const ignored = textsIn(member(body, 'ignore_missing_component_templates'));
  const missing = textsIn(member(body, 'composed_of')).filter(
    (component) => !state.componentTemplates.has(component) && !ignored.includes(component),
  );
  if (missing.length > 0)
    throw invalid(
      name,
      `index template [${name}] specifies component templates [${missing.join(', ')}] that do not exist`,
    );
  const rivals = overlapping(context, name, patterns).filter(
    ({ template }) => priorityOf(template) === priorityOf(body),
  );
  if (rivals.length > 0) {
    throw illegalArgument(
      `index template [${name}] has index patterns [${patterns.join(', ')}] matching patterns from existing templates ${withPatterns(rivals)} that have the same priority [${priorityOf(body)}], multiple index templates may not match during index creation, please use a different priority`,
    );
  }
  for (const alias of Object.keys(objectMember(objectMember(written, 'template') ?? {}, 'aliases') ?? {})) {
    if (patterns.includes(alias))
      throw illegalArgument(`alias [${alias}] cannot be the same as any pattern in [${patterns.join(', ')}]`);
  }
  const ownSettings = objectMember(objectMember(written, 'template') ?? {}, 'settings');
  if (hidesEverything(patterns, flatten(ownSettings ?? {})))
    throw validationFailed('global composable templates may not specify the setting index.hidden');
  const { settings } = checkedComposition(context, { name, template: written });
  if (hidesEverything(patterns, settings))
    throw invalid(name, 'global composable templates may not specify the setting index.hidden');
  return written;
}

/** Whether settings by their whole names would hide every index; the setting counts, whatever its value. */
function hidesEverything(patterns: readonly string[], settings: JsonObject): boolean {
  return patterns.includes('*') && Object.hasOwn(settings, 'index.hidden');
}

function withPatterns(templates: readonly NamedTemplate[]): string {
  return `[${templates.map(({ name }) => name).join(',')}] with patterns (${templates.map(({ name, template }) => `${name} => [${patternsOf(template).join(', ')}]`).join(',')})`;
}

/** What an index of a template gets, which must hold together. @throws EngineError */
export function checkedComposition(
  context: EngineContext,
  { name, template }: NamedTemplate,
  components: ComponentBodies = context.state.componentTemplates,
): Composed {
  try {
    const parts = composedIndex(components, template);
    indexOf(context, `validate-template-${name}`, { ...parts, aliases: {} });
    return parts;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const names = textsIn(member(template, 'composed_of'));
    const parts = names.length === 0 ? '' : ` with component templates [${names.join(', ')}]`;
    throw illegalArgument(
      `composable template [${name}] template after composition${parts} is invalid`,
      error.asCause(),
    );
  }
}

/**
 * The index templates that a component template is part of must hold together with what it is to be.
 * @throws EngineError
 */
export function checkUsers(context: EngineContext, name: string, component: JsonObject): void {
  const { componentTemplates, indexTemplates } = context.state;
  const components = { get: (each: string) => (each === name ? component : componentTemplates.get(each)) };
  const users = indexTemplates
    .entries()
    .filter(([, template]) => textsIn(member(template, 'composed_of')).includes(name));
  const hiding = users.filter(([, template]) =>
    hidesEverything(patternsOf(template), composedIndex(components, template).settings),
  );
  if (hiding.length > 0)
    throw illegalArgument(
      `cannot update component template [${name}] because the following global templates would resolve to specifying the [index.hidden] setting: [${hiding.map(([user]) => user).join(',')}]`,
    );
  for (const [user, template] of users) {
    try {
      checkedComposition(context, { name: user, template }, components);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      throw illegalArgument(
        `updating component template [${name}] results in invalid composable template [${user}] after templates are merged`,
        error.asCause(),
      );
    }
  }
}

/** Composable templates of other names that may be meant for the same indices. */
export function overlapping(
  { state }: EngineContext,
  name: string,
  patterns: readonly string[],
): readonly NamedTemplate[] {
  return state.indexTemplates
    .entries()
    .filter(([other]) => other !== name)
    .map(([other, template]) => ({ name: other, template }))
    .filter(({ template }) =>
      patternsOf(template).some((theirs) => patterns.some((ours) => patternsOverlap(ours, theirs))),
    );
}

/** A legacy template as the engine keeps it. @throws EngineError */
export function legacyTemplateOf(name: string, body: JsonObject): JsonObject {
  const unknown = Object.keys(body).find((key) => !LEGACY_MEMBERS.includes(key));
  if (unknown !== undefined) throw new EngineError(400, 'parse_exception', `unknown key [${unknown}] in the template `);
  const patterns = patternsOf(body);
  if (patterns.length === 0) throw validationFailed('index patterns are missing');
  checkTemplateNames(name, patterns);
  const { settings = {}, mappings = {}, aliases = {} } = writtenMembers(body, 'alone', aliasDefinition);
  if (hidesEverything(patterns, flatten(objectMember(body, 'settings') ?? {})))
    throw invalid(name, 'Validation Failed: 1: global templates may not specify the setting index.hidden;');
  const version = member(body, 'version');
  return {
    order: Number(member(body, 'order') ?? 0),
    ...(version !== undefined && { version }),
    index_patterns: patterns,
    settings,
    mappings,
    aliases,
  };
}
