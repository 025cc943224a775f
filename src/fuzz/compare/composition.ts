import type { TargetEngine } from '#domain/catalogue';
import { partOfComposition } from '#domain/impact';
import { deepEqual, formatJson, isObject, member, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { composeTemplate } from '#domain/template';
import type { TemplateSet } from '../generate/template-sets.ts';

/** What an engine makes of a template, or why it does not. */
export type Simulated = { readonly template: JsonObject } | { readonly refusal: string };

/** The body of `POST _index_template/_simulate_index/INDEX` that asks what a template, which wins over all others, makes of the index. */
export function simulationOf(name: string, body: JsonObject): { readonly index: string; readonly body: JsonObject } {
  const index = isObject(member(body, 'data_stream')) ? `.ds-${name}-000001` : `${name}-000001`;
  return { index, body: { ...body, index_patterns: [index], priority: 2_147_483_647 } };
}

/** What the answer of a simulation says; mappings that say nothing are told or not. */
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
  | { readonly kind: 'different'; readonly account: string };

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
  const different = (what: string): CompositionVerdict => ({
    kind: 'different',
    account: `${what}\n  ${formatJson(parts)}`,
  });
  if (composed.problems.length > 0)
    return 'refusal' in theirs
      ? { kind: 'both refuse' }
      : different(
          `taken, though we say ${composed.problems.map(({ path, reason }) => `${path}: ${reason}`).join(' ')}`,
        );
  // The engine reads our composition as a template without components: what it makes of that is to be what it makes of the set.
  const stream = member(body, 'data_stream');
  const ours = await simulate({
    template: partOfComposition(composed),
    ...(stream !== undefined && { data_stream: stream }),
  });
  if ('refusal' in theirs) return 'refusal' in ours ? { kind: 'invalid' } : different(`refused: ${theirs.refusal}`);
  if ('refusal' in ours) return different(`our composition is refused: ${ours.refusal}`);
  if (deepEqual(ours.template, theirs.template)) return { kind: 'same' };
  const isAmbiguous = parts.some((part) => hasBothNotations(valueAt(part, '/template/mappings/properties')));
  return different(
    `${isAmbiguous ? 'a part has a field in two notations: ' : ''}ours ${formatJson(ours.template)}\n  theirs ${formatJson(theirs.template)}`,
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
