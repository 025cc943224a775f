import type { TargetEngine } from '#domain/catalogue';
import { partOfComposition } from '#domain/impact';
import { deepEqual, formatJson, isObject, member, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { composeTemplate } from '#domain/template';
import type { Difference } from './difference.ts';
import type { TemplateSet } from '../generate/template-sets.ts';

/** What an engine makes of a template, or why it does not. */
export type Simulated = { readonly template: JsonObject } | { readonly refusal: string };

/**
 * The body of `POST _index_template/_simulate_index/INDEX` that asks what a template, which wins over all others, makes
 * of the index.
 */
export function simulationOf(name: string, body: JsonObject): { readonly index: string; readonly body: JsonObject } {
  const index = isObject(member(body, 'data_stream')) ? `.ds-${name}-000001` : `${name}-000001`;
  return { index, body: { ...body, index_patterns: [index], priority: 2_147_483_647 } };
}

/** The template in a simulation response. Engines may omit empty mappings. */
export function simulatedIn(answer: JsonValue): Simulated {
  const template = valueAt(answer, '/template');
  return { template: withoutEmpty(isObject(template) ? template : {}, 'mappings') };
}

function withoutEmpty(object: JsonObject, name: string): JsonObject {
  const { [name]: value, ...rest } = object;
  return isObject(value) && Object.keys(value).length === 0 ? rest : object;
}

/** How our composition of a set compares with the engine's. */
export type CompositionVerdict =
  | { readonly kind: 'same' | 'both refuse' }
  /** The composition is as ours, and the engine can't make an index of it. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'different'; readonly difference: Difference };

/** Compares how a set is composed; `simulate` asks the engine, which has the components. */
export async function verdictOn(
  simulate: (body: JsonObject) => Promise<Simulated>,
  target: TargetEngine,
  { body, components }: TemplateSet,
  bodies: ReadonlyMap<string, JsonObject>,
): Promise<CompositionVerdict> {
  const theirs = await simulate(body);
  const composed = composeTemplate(body, bodies, target);
  const parts = [...components.map((name) => bodies.get(name) ?? {}), body];
  const sent = parts.map((part) => valueAt(part, '/template/mappings')).filter(isObject);
  const different = (what: string, more: Partial<Difference> = {}): CompositionVerdict => ({
    kind: 'different',
    difference: { account: `${what}\n  ${formatJson(parts)}`, sent, ...more },
  });
  if (composed.problems.length > 0)
    return 'refusal' in theirs
      ? { kind: 'both refuse' }
      : different(
          `taken, though we say ${composed.problems.map(({ path, reason }) => `${path}: ${reason}`).join(' ')}`,
        );
  // The engine reads our composition as a template without components: what it makes of that is to be what it makes of
  // the set.
  const stream = member(body, 'data_stream');
  const ours = await simulate({
    template: partOfComposition(composed),
    ...(stream !== undefined && { data_stream: stream }),
  });
  if ('refusal' in theirs) return 'refusal' in ours ? { kind: 'invalid' } : different(`refused: ${theirs.refusal}`);
  if ('refusal' in ours) return different(`our composition is refused: ${ours.refusal}`, { refusal: ours.refusal });
  if (deepEqual(ours.template, theirs.template)) return { kind: 'same' };
  return different(`ours ${formatJson(ours.template)}\n  theirs ${formatJson(theirs.template)}`, {
    marks: differsInNotationsAlone(ours.template, theirs.template, sent) ? ['two notations'] : [],
  });
}

/** Whether two templates are the same but for fields that their parts have both as `o.a` and below `o`. */
function differsInNotationsAlone(ours: JsonObject, theirs: JsonObject, parts: readonly JsonObject[]): boolean {
  const paths = new Set(pathsInBoth(parts));
  const without = (template: JsonObject): JsonObject => {
    const mappings = isObject(template['mappings']) ? template['mappings'] : {};
    return { ...template, mappings: { ...mappings, properties: withoutPaths(mappings['properties'], paths) } };
  };
  return paths.size > 0 && deepEqual(without(ours), without(theirs));
}

/** The paths, dots being levels, that fields of mappings have in both notations. */
export function pathsInBoth(parts: readonly JsonObject[]): readonly string[] {
  const seen = new Map<string, string>();
  const both = new Set<string>();
  const visit = (holder: JsonValue | undefined, path: string, way: string) => {
    if (!isObject(holder)) return;
    for (const [name, field] of Object.entries(holder)) {
      const at = path === '' ? name : `${path}.${name}`;
      const own = `${way}/${name}`;
      const before = seen.get(at);
      if (before !== undefined && before !== own) both.add(at);
      seen.set(at, own);
      if (isObject(field)) visit(field['properties'], at, own);
    }
  };
  for (const { properties } of parts) visit(properties, '', '');
  return [...both];
}

function withoutPaths(fields: JsonValue | undefined, paths: ReadonlySet<string>, path = ''): JsonObject {
  return Object.fromEntries(
    Object.entries(isObject(fields) ? fields : {}).flatMap(([name, field]) => {
      const at = path === '' ? name : `${path}.${name}`;
      if (paths.has(at)) return [];
      if (!isObject(field) || !isObject(field['properties'])) return [[name, field]];
      return [[name, { ...field, properties: withoutPaths(field['properties'], paths, at) }]];
    }),
  );
}

/** Whether a part has fields both as `o.a` and below `o`. */
export function hasBothNotations(fields: JsonValue | undefined): boolean {
  if (!isObject(fields)) return false;
  return Object.entries(fields).some(
    ([name, field]) =>
      (name.includes('.') && Object.hasOwn(fields, name.slice(0, name.indexOf('.')))) ||
      (isObject(field) && hasBothNotations(field['properties'])),
  );
}
